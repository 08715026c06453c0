"""Where games are kept, and the names of their files."""

import os
import re
import secrets
from pathlib import Path

SUFFIX = ".jsonl"
IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{22}")  # what `secrets.token_urlsafe(16)` makes


def games_folder() -> Path:
    """`$ROME_GAMES`, else a folder among the user's data."""
    named = os.environ.get("ROME_GAMES")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "rome" / "games"


def new_identifier() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(16)


def record_path(folder: Path, identifier: str) -> Path:
    """The file of a game; what could not be a game's name is refused, so no name leads out of the folder."""
    if not IDENTIFIER.fullmatch(identifier):
        raise FileNotFoundError(f"there is no game {identifier!r}")
    return folder / f"{identifier}{SUFFIX}"
