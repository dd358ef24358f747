"""All uses of numba beyond its public interface.

Each piece states its purpose and the cost of the public alternative. Without compilation, none of
them is used.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import newpassmanagers
from numba import config, types
from numba.core import caching, cgutils, ir
from numba.core.caching import CacheImpl, FunctionCache
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler
from numba.core.llvm_bindings import llvm
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic
from numba.np import arrayobj

from eoc_sim.errors import InputError
from eoc_sim.partial_imports import hide_modules
from eoc_sim.simulator.kernel.code_cache import is_private, make_folder, warn_not_kept, write_file
from eoc_sim.simulator.kernel.shipped_code import FOLDER, shipped_target

# numba imports scipy's linear algebra just to see if it is installed, which takes 7 % of a short
# run. If it is hidden here, only numpy.correlate of floats compiles differently; matrix products
# import it themselves.
with hide_modules("scipy.linalg.cython_blas"):
    import_module("numba.np.arraymath")


@intrinsic
def invoke(typing_context: Any, address: Any, table: Any, me: Any, params: Any, order: Any) -> Any:
    """Call the compiled function at ``address``; its exceptions pass through.

    With the public alternative, first-class function types, about 15 % fewer games are played per
    second.
    """
    arguments = (table, me, params, order)
    signature = types.int64(address, *arguments)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        function_type = convention.get_function_type(types.int64, arguments)
        pointer = builder.inttoptr(values[0], function_type.as_pointer())
        status, result = convention.call_function(
            builder, pointer, types.int64, arguments, values[1:]
        )
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return signature, generate


def link_call(symbols: Mapping[tuple[Any, ...], str]) -> Any:
    """Make a compiled call, by symbol, to a separately compiled function.

    ``symbols`` has a name for each tuple of four argument types. `give_address` must set the
    address before any code that calls the function is compiled or loaded. Code made in the public
    way, with a function type as an argument, cannot be kept on disk.
    """

    @intrinsic
    def call(typing_context: Any, table: Any, me: Any, params: Any, order: Any) -> Any:
        arguments = (table, me, params, order)
        if arguments not in symbols:
            return None  # numba then reports the types of the call

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            function = cgutils.get_or_insert_function(
                builder.module,
                convention.get_function_type(types.int64, arguments),
                symbols[arguments],
            )
            status, result = convention.call_function(
                builder, function, types.int64, arguments, values
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return types.int64(*arguments), generate

    return call


def give_address(symbol: str, address: int) -> None:
    """Set the address of a `link_call` function's code in this process."""
    llvm.add_symbol(symbol, address)


@intrinsic
def copy_bytes(typing_context: Any, target: Any, source: Any, start: Any, size: Any) -> Any:
    """Copy ``size`` bytes at offset ``start`` from one record to another."""
    signature = types.void(target, source, start, size)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        to, from_, first, number = values
        cgutils.raw_memcpy(
            builder, _byte_at(builder, to, first), _byte_at(builder, from_, first), number, 1
        )

    return signature, generate


@intrinsic
def clear_bytes(typing_context: Any, record: Any, start: Any, size: Any) -> Any:
    """Set ``size`` bytes of a record to zero, from offset ``start``."""
    signature = types.void(record, start, size)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        record_value, first, number = values
        cgutils.memset(builder, _byte_at(builder, record_value, first), number, 0)

    return signature, generate


def _byte_at(builder: Any, record: Any, offset: Any) -> Any:
    return builder.gep(builder.bitcast(record, cgutils.voidptr_t), [offset])


def address_of(dispatcher: Any, argument_types: tuple[Any, ...]) -> int:
    """Return the machine address of a compiled function in this process."""
    result = dispatcher.overloads[argument_types]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


class SharedFolder:
    """Makes numba keep a function's code directly in ``config.CACHE_DIR``.

    It is meant for folders named after a hash of all sources, and has the methods of numba's own
    locators. Those add the source file's path, so the same sources elsewhere would be compiled
    again.
    """

    def __init__(self, function: Any, file: str) -> None:
        self._folder = config.CACHE_DIR
        self._line = function.__code__.co_firstlineno
        self._py_file = file  # numba names it when it warns that a function cannot be cached

    @classmethod
    def from_function(cls, function: Any, file: str) -> SharedFolder:
        """Make the locator for a function in a file."""
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Make the folder if it is missing."""
        make_folder(Path(self._folder))

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the folder's name, a hash of the sources."""
        return Path(self._folder).name

    def get_disambiguator(self) -> str:
        """Distinguish functions of the same name in one file."""
        return str(self._line)


@contextmanager
def keep_in(folder: Path) -> Iterator[None]:
    """Keep, in a folder, the code of functions made in this context.

    numba has no setting for this before 0.62; its own locators write next to the sources if the
    folder is not writable.
    """
    saved = config.CACHE_DIR, CacheImpl._locator_classes
    setting = getattr(config, "CACHE_LOCATOR_CLASSES", "")
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), ""
    CacheImpl._locator_classes = [SharedFolder]
    try:
        yield
    finally:
        config.CACHE_DIR, CacheImpl._locator_classes = saved
        config.CACHE_LOCATOR_CLASSES = setting


class CodeFiles:
    """The files with a function's code, one per signature and processor.

    Each file is complete or missing. numba's own index can be permanently corrupted by two
    processes that write at the same time, and numba loads any file that it finds. Here the name of
    a file identifies the code, and its first bytes are a hash of the name and of the rest of the
    file.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: Any) -> None:
        self._folder = Path(cache_path)
        self._name = filename_base
        self._source = source_stamp

    def load(self, key: Any) -> Any:
        """Load the code for a signature; None if missing or damaged.

        Code for this very processor takes precedence over code that comes with the package.

        Raises:
            OSError: its file cannot be read.
        """
        content = _read_intact(self._file(key))
        if content is None and (target := shipped_target()) is not None:
            shipped_key = (key[0], target, *key[2:])
            content = _read_intact(FOLDER / self._folder.name / self._file(shipped_key).name)
        return None if content is None else pickle.loads(content)

    def save(self, key: Any, data: Any) -> None:
        """Save the code for a signature.

        Raises:
            OSError: it cannot be written.
        """
        file = self._file(key)
        content = dumps(data)
        write_file(file, [_seal(file, content), content])

    def flush(self) -> None:
        """Forget all code of the function."""
        for file in self._folder.glob(f"{self._name}-*.code"):
            file.unlink(missing_ok=True)

    def paths(self, target: Any) -> list[Path]:
        """List the files for a processor, including the package's own."""
        files = sorted(self._folder.glob(f"{self._name}-{_mark(target)}-*.code"))
        if (shipped_processor := shipped_target()) is not None:
            folder = FOLDER / self._folder.name
            files += sorted(folder.glob(f"{self._name}-{_mark(shipped_processor)}-*.code"))
        return files

    def _file(self, key: Any) -> Path:
        mark = _mark((numba.__version__, self._source, *key))
        return self._folder / f"{self._name}-{_mark(key[1])}-{mark}.code"


def _mark(value: Any) -> str:
    """Hash types and strings to a name, the same in every process."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _seal(file: Path, content: Any) -> bytes:
    seal = hashlib.sha256(file.name.encode())
    seal.update(content)
    return seal.digest()


def _read_intact(file: Path) -> memoryview | None:
    """Read a file's content; None unless it is intact and trusted."""
    try:
        with open(file, "rb") as stream:
            if not is_private(os.fstat(stream.fileno())):
                return None
            content = memoryview(stream.read())
    except FileNotFoundError:
        return None
    size = hashlib.sha256().digest_size
    return content[size:] if _seal(file, content[size:]) == content[:size] else None


caching.IndexDataCacheFile = CodeFiles


def has_code(dispatcher: Any) -> bool:
    """Check if numba would load a cached function's code from disk.

    The code must match this source and processor. The public way, calling the function, would
    compile missing code.
    """
    files = dispatcher._cache._cache_file.paths(dispatcher.targetctx.codegen().magic_tuple())
    try:
        return any(_read_intact(file) is not None for file in files)
    except OSError:
        return False


# The size, in LLVM's measure, up to which a function is inlined; the default is 250. With 1200,
# games take 9 % less time; with 2500, they gain at most another 1 %, and compiling takes longer.
llvm.set_option("eoc-sim", "--inline-threshold=1200")

# llvmlite's pass managers inherit a no-op ``_dispose`` that shadows the real one, so they are never
# freed. Without these two lines, a cold compilation retains all the data of LLVM's passes: 30 MiB
# for a line-up and about 80 MiB for the largest kernel.
newpassmanagers.ModulePassManager._dispose = newpassmanagers.NewPassManager._dispose
newpassmanagers.FunctionPassManager._dispose = newpassmanagers.NewPassManager._dispose


class InnerLibrary(JITCodeLibrary):
    """The code of a function that only compiled functions call.

    It is kept as generated. numba itself would link the code of all callees into every function,
    optimise it, and generate machine code for it; each function would be compiled again in each of
    its callers, although the machine code of inner functions is never run. Here this is done once,
    in the function that Python or the kernel calls.
    """

    def finalize(self) -> None:
        """Mark the library as final without optimising it.

        Other libraries link it as it is.
        """
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: the library has no machine code."""
        return 0


class OutlinedLibrary(InnerLibrary):
    """The code of an inner function that is never inlined.

    numba has no option for this.
    """

    def add_ir_module(self, ir_module: Any) -> None:
        """Add code, and mark its functions as never inlined."""
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class InnerCompiler(Compiler):
    """numba's compiler, with an `InnerLibrary` as its output."""

    library = InnerLibrary

    def define_pipelines(self) -> Any:
        """Run numba's own steps, with an inner library.

        In the engine and its planners, no argument that a function writes to overlaps with another
        argument. Declaring this, as C's ``restrict`` does, makes games take 1 % less time.
        """
        self.state.library = self.library(
            self.state.targetctx.codegen(), self.state.func_id.func_qualname
        )
        self.state.flags.noalias = not self.state.flags.nrt
        return super().define_pipelines()


class OutlinedCompiler(InnerCompiler):
    """numba's compiler, with an `OutlinedLibrary` as its output."""

    library = OutlinedLibrary


class EntryLibrary(JITCodeLibrary):
    """The code of a function that no compiled function links.

    Only its machine code is kept on disk. numba itself also keeps the LLVM bitcode, so that other
    functions can link it, and reads it at every start, which takes 8 % of a short run. Here the
    bitcode is replaced by a dummy with the same names.
    """

    def serialize_using_object_code(self) -> Any:
        """Return the part that is written to disk."""
        self._ensure_finalized()
        module = self._final_module
        names = [
            symbol.name
            for symbols in (module.functions, module.global_variables)
            for symbol in symbols
            if not symbol.is_declaration
        ]
        text = "\n".join(f'@"{word}" = global i8 0' for word in names)
        dummy = llvm.parse_assembly(text).as_bitcode()
        return self.name, "object", (self._get_compiled_object(), dummy)


class EntryCompiler(Compiler):
    """numba's compiler, with an `EntryLibrary` as its output."""

    def define_pipelines(self) -> Any:
        """Run numba's own steps, with a library that can be saved."""
        self.state.library = EntryLibrary(
            self.state.targetctx.codegen(), self.state.func_id.func_qualname
        )
        self.state.library.enable_object_caching()
        return super().define_pipelines()


def _load_overload(self: Any, signature: Any, target_context: Any) -> Any:
    rtsys.initialize(target_context)
    try:
        return self._load_overload(signature, target_context)
    except Exception:
        # A file under this name from another release may raise any error.
        return None


def _save_overload(self: Any, signature: Any, compile_result: Any) -> None:
    try:
        with self._guard_against_spurious_io_errors():
            self._save_overload(signature, compile_result)
    except OSError as error:
        warn_not_kept(error)


# Before numba looks for code on disk, it prepares to compile. That preparation takes 5 % of a short
# run, although loading code needs only numba's run-time system. Code that cannot be loaded is
# compiled, and code that cannot be kept is still run. This applies to everything that numba keeps
# on disk for this process.
FunctionCache.load_overload = _load_overload
FunctionCache.save_overload = _save_overload


def _callers_first(library: Any) -> list[Any]:
    """List the libraries that a library links, each after its callers.

    LLVM takes from a library only functions that earlier libraries need.
    """
    libraries: list[Any] = []
    visited = set()

    def visit(caller: Any) -> None:
        for callee in caller._linking_libraries:
            if callee not in visited:
                visited.add(callee)
                if isinstance(callee, InnerLibrary):
                    visit(callee)
                libraries.append(callee)

    visit(library)
    return libraries[::-1]


_finalize = CPUCodeLibrary.finalize
_set_environment = JITCPUCodegen.set_env
_pending_environments: dict[str, Any] = {}


def _finalize_with_callees(self: Any) -> None:
    self._linking_libraries = _callers_first(self)
    _finalize(self)


def _set_environments(self: Any, name: str, environment: Any) -> None:
    _pending_environments[name] = environment
    for symbol in filter(self._engine.is_symbol_defined, tuple(_pending_environments)):
        _set_environment(self, symbol, _pending_environments.pop(symbol))


# A function with machine code links all inner functions that it reaches, since those link nothing.
# The Python objects that code refers to, such as exceptions, are set once there is machine code.
CPUCodeLibrary.finalize = _finalize_with_callees
JITCPUCodegen.set_env = _set_environments


def _widest(argument: Any) -> Any:
    if isinstance(argument, types.Integer) and argument != types.uint64:
        return types.int64
    return types.boolean if isinstance(argument, types.BooleanLiteral) else argument


def compile_once(dispatcher: Any) -> Any:
    """Make an inner function quick to compile without changing its code.

    Every integer but uint64 arrives as int64, and True and False as bool, so there is one version
    of the function. Otherwise numba would make one for each mix of int32 (record fields), int64 and
    literals. Resolved calls are kept, since numba asks again at every step of its type inference.
    Together these halve the time of a cold compilation.
    """
    template_of = dispatcher.get_call_template
    templates: dict[tuple[Any, ...], Any] = {}

    def template(arguments: Any, keywords: Any) -> Any:
        wide = tuple(map(_widest, arguments))
        if keywords:
            return template_of(wide, keywords)
        if wide not in templates:
            templates[wide] = template_of(wide, keywords)
        return templates[wide]

    dispatcher.get_call_template = template
    return dispatcher


def refuse_python(dispatcher: Any) -> Any:
    """Make an inner function refuse calls from Python.

    It has no machine code of its own, so Python would jump to address 0.
    """

    def refuse(*arguments: Any, **keywords: Any) -> None:
        raise InputError(
            f"{dispatcher.__name__} is for compiled code, such as a strategy's functions; Python "
            "can call it only if NUMBA_DISABLE_JIT=1 is set."
        )

    # Here numba would list each compiled signature for calls from Python.
    dispatcher._insert = lambda *signature: None
    dispatcher._compile_for_args = refuse
    return dispatcher


_call_type_of = BaseFunction.get_call_type
_call_types: dict[Any, tuple[Any, Any]] = {}
_settings: list[Any] = []
_flag_numbers: dict[int, tuple[Any, int]] = {}


def _number_of(flags: Any) -> int:
    """Return a number for the settings of a compilation."""
    if id(flags) not in _flag_numbers:
        if flags not in _settings:
            _settings.append(flags)
        _flag_numbers[id(flags)] = flags, _settings.index(flags)
    return _flag_numbers[id(flags)][1]


def _kept_call_type(self: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    if keywords:
        return _call_type_of(self, context, arguments, keywords)
    use = self, arguments, _number_of(ConfigStack.top_or_none())
    if use not in _call_types:
        signature: Any = _call_type_of(self, context, arguments, keywords)
        _call_types[use] = signature, self._impl_keys[signature.args]
    signature, implementation = _call_types[use]
    self._impl_keys[signature.args] = implementation
    return signature


# numba tries the definitions of an operator one by one at each of its uses; here it does so once
# per combination of operand types and settings. Together with the listing of variables below, this
# saves 13 % of the time of a cold compilation.
BaseFunction.get_call_type = _kept_call_type  # type: ignore[method-assign, assignment]

_WITHOUT_VARIABLES = {ir.Loc, str, int, float, bool, type(None)}


def _variables_in(self: Any, value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return _list_variables(self, value)
    variables: list[Any] = []
    for item in value:
        if type(item) is ir.Var:
            variables.append(item)
        elif type(item) not in _WITHOUT_VARIABLES:
            variables += _variables_in(self, item)
    return variables


_list_variables = ir.Inst._rec_list_vars
# numba lists the variables of every statement about twenty times; here the same list is made
# without looking into source locations, numbers and names.
ir.Inst._rec_list_vars = _variables_in


def _short_name(self: types.Record) -> tuple[str, tuple[()]]:
    if not hasattr(self, "_short_name"):
        self._short_name = "Record" + hashlib.sha256(self.name.encode()).hexdigest()[:16]
    return self._short_name, ()


def _short_repr(self: types.Record) -> str:
    return f"Record({_short_name(self)[0]})"


# Symbols carry the names of their argument types, and a record's name lists all its fields: with
# records of a hundred fields, most of the compiler's input would be names.
types.Record.mangling_args = property(_short_name)
types.Record.__repr__ = _short_repr


_index_from_the_end = arrayobj.fix_integer_index


def _index(context: Any, builder: Any, index_type: Any, index: Any, size: Any) -> Any:
    if context.enable_nrt or context.error_model.raise_on_fp_zero_division:
        return _index_from_the_end(context, builder, index_type, index, size)
    return context.cast(builder, index, index_type, types.intp)


# The functions of the engine and its planners are compiled without reference counts and without
# checks. Nor do they handle negative indices, which count from the end. Together, this makes games
# take 6 % less time.
arrayobj.fix_integer_index = _index
