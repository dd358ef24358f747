"""The strategies that come with the package, by game."""
