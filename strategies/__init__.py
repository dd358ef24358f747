"""The strategies that come with the package, one file each."""
