"""Compiling: `rule` for the small functions of a game, `kernel` for the entry points that Python calls.

Only kernels are cached on disk. numba's own cache checks the file of the cached function and not what that function
calls, so after an edit in another file it would run old code. Ours is keyed by the content of all sources a kernel can
reach: boardkit, the package the kernel is defined in, and the package of every game whose state is among its arguments.
One file holds one compiled kernel and is written in one move, so any number of processes can share a cold cache.
"""

import functools
import hashlib
import os
import pickle
import platform
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import compiler, config, serialize, sigutils, types
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]

Function = TypeVar("Function", bound=Callable[..., Any])

JIT_DISABLED = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]

_packages_of_state: dict[types.Record, set[str]] = {}


def rule(function: Function) -> Function:
    """Compile a function that other compiled functions call: a rule of a game."""
    dispatcher = _jit(function)
    if not JIT_DISABLED:
        dispatcher._compiler.__class__ = _RuleCompiler  # type: ignore[attr-defined]
    return dispatcher


def kernel(function: Function) -> Function:
    """Compile an entry point that Python calls, and keep the machine code on disk."""
    dispatcher = _jit(function)
    if not JIT_DISABLED:
        dispatcher._cache = KernelCache(function)  # type: ignore[attr-defined]
    return dispatcher


def _jit(function: Function) -> Function:
    return numba.njit(nogil=True, error_model="numpy")(function)  # type: ignore[return-value]


class _RuleCompiler(_FunctionCompiler):
    """Passes whole numbers to rules as int64, whatever small field or constant they come from.

    Otherwise numba compiles a rule once for every mixture of int8, uint8 and literal arguments, which made compiling
    the duel a fifth slower, and differences of small unsigned numbers would wrap.
    """

    def fold_argument_types(self, args: Any, kws: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, folded = super().fold_argument_types(args, kws)
        return signature, tuple(map(_widened, folded))


def _widened(argument: types.Type) -> types.Type:
    argument = types.unliteral(argument)
    is_small = isinstance(argument, types.Integer) and argument.bitwidth < 64  # type: ignore[attr-defined]
    return types.int64 if is_small else argument


def direct(compiled: Function, *arguments: Any) -> Function:
    """A kernel for arguments of exactly these types, called without a look at the types each time.

    It saves half a microsecond a call, most of what a small kernel takes. Other types than these crash or worse.
    """
    if JIT_DISABLED:
        return compiled
    return compiled.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]


def add_sources(state: types.Record, module: str) -> None:
    """Declare that kernels on `state` may run code of the package that `module` belongs to."""
    _packages_of_state.setdefault(state, set()).add(_package(module))


class KernelCache:
    """What a numba dispatcher asks for compiled code before it compiles, and gives new code to afterwards."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @property
    def cache_path(self) -> str:
        return str(cache_directory())

    def flush(self) -> None:
        """A dispatcher recompiles from scratch: nothing to forget, files are never wrong."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function for this signature, or None when there is none on disk."""
        target_context.refresh()
        path = self._path(signature, target_context)
        if path is None or not path.exists():
            return None
        try:
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(path.read_bytes()))
        except Exception:  # a damaged file fails in any way it likes, and is as good as none
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write the compiled function to its own file; a disk that refuses costs only the next start's time."""
        if result.library.has_dynamic_globals or any(not lifted.can_cache for lifted in result.lifted):
            raise TypeError(f"{self._function.__qualname__} cannot be cached: it uses dynamic globals or lifted code")
        path = self._path(signature, result.target_context)
        if path is None:
            return
        scratch = path.with_suffix(f".{uuid.uuid4().hex}.tmp")
        try:
            scratch.write_bytes(serialize.dumps(result._reduce()))
            os.replace(scratch, path)
        except OSError:
            scratch.unlink(missing_ok=True)

    def _path(self, signature: Any, target_context: Any) -> Path | None:
        """The file for this kernel and signature; None where code has no sources to know it by, as in a notebook."""
        arguments, _ = sigutils.normalize_signature(signature)
        packages = {"boardkit", _package(self._function.__module__)}
        for argument in arguments:
            packages |= _packages_of_state.get(getattr(argument, "dtype", argument), set())
        fingerprints = [source_fingerprint(package) for package in sorted(packages)]
        if None in fingerprints:
            return None
        key = hashlib.sha256()
        for part in (
            self._function.__module__,
            self._function.__qualname__,
            str(arguments),
            target_context.codegen().magic_tuple(),
            numba.__version__,
            sys.version_info[:3],
            fingerprints,
        ):
            key.update(repr(part).encode())
        return cache_directory() / f"{self._function.__name__}-{key.hexdigest()[:32]}.nbc"


@functools.cache
def cache_directory() -> Path:
    """`$ROME_CACHE_DIR`, else the user's cache folder, else (where neither can be written) a temporary one."""
    named = os.environ.get("ROME_CACHE_DIR")
    candidates = [Path(named) if named else _user_cache() / "rome-kernels"]
    candidates.append(Path(tempfile.gettempdir()) / f"rome-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    for directory in candidates:
        try:
            directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        if os.access(directory, os.W_OK):
            return directory
    return Path(tempfile.mkdtemp(prefix="rome-kernels-"))


def _user_cache() -> Path:
    match platform.system():
        case "Windows":
            return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
        case "Darwin":
            return Path.home() / "Library" / "Caches"
        case _:
            return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))


@functools.cache
def source_fingerprint(package: str) -> str | None:
    """A digest of every Python source of a package (or of a module that stands alone); None when there are none."""
    files = dict(_source_files(package))
    if not files:
        return None
    digest = hashlib.sha256()
    for name, path in files.items():
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _source_files(package: str) -> Iterator[tuple[str, Path]]:
    module = sys.modules[package]
    if hasattr(module, "__path__"):
        for directory in map(Path, module.__path__):
            for path in sorted(directory.rglob("*.py")):
                yield path.relative_to(directory).as_posix(), path
    elif getattr(module, "__file__", None):
        path = Path(str(module.__file__))
        yield path.name, path


def _package(module: str) -> str:
    """The outermost package of a module: a rule may call any of its modules, so all of them count."""
    return module.partition(".")[0]
