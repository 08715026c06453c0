"""The command line `rome`. It starts quickly: what takes time to import is imported by the command that needs it."""

import functools
import importlib
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from rome.tables import Table

MISTAKE = 2  # exit code of a user's mistake
Command = TypeVar("Command", bound=Callable[..., None])

app = typer.Typer(
    name="rome",
    help="Two Roman board games, Caesar! and Trajan: play them, watch them, train for them.",
    epilog="Try:  rome play caesar --solo middle   ·   rome serve   ·   rome watch trajan random random",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

# Commands that hand all their arguments to the `main` of a module that lives elsewhere: name, module, help.
FORWARDED = (
    ("train", "training.ppo", "Train a network by self-play."),
    ("ladder", "benchmarks.ladder", "Let agents play each other and rate them."),
    ("crassus", "benchmarks.crassus", "Measure agents against Crassus (his command tiles are inferred)."),
    ("bench", "benchmarks.throughput", "Measure how many decisions a second this machine plays."),
    ("export", "training.export", "Export a trained network."),
)

Game = Annotated[str, typer.Argument(help="caesar or trajan", metavar="GAME")]
Modules = Annotated[str, typer.Option(help="caesar: poison,centurions,border_control")]
Solo = Annotated[str, typer.Option(help="caesar: alone against Crassus, low, middle or high (inferred tiles)")]
Side = Annotated[str, typer.Option(help="caesar, solo: caesar or pompey")]
Players = Annotated[int, typer.Option(help="trajan: 2, 3 or 4 players")]
Setup = Annotated[str, typer.Option(help="trajan: decisions or random")]
Seed = Annotated[int | None, typer.Option(help="the seed of the game; drawn if left out", min=0)]
Record = Annotated[Path | None, typer.Option(help="where to keep the record; a new file among the games if left out")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for programs")]


def no_traceback(command: Command) -> Command:
    """A user's mistake is told in one red line, with exit code 2."""

    @functools.wraps(command)
    def careful(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except (ValueError, OSError) as problem:
            typer.secho(f"rome: {problem}", fg="red", err=True)
            raise typer.Exit(MISTAKE) from None
        except (EOFError, KeyboardInterrupt):
            typer.echo("")
            raise typer.Exit(130) from None

    return careful  # type: ignore[return-value]


@app.command(epilog="Try:  rome play caesar --modules poison,centurions random   ·   rome play trajan --players 3")
@no_traceback
def play(
    game: Game = "caesar",
    opponents: Annotated[list[str] | None, typer.Argument(help="agents for the other seats, or human")] = None,
    seat: Annotated[int, typer.Option(help="your seat, from 0", min=0)] = 0,
    modules: Modules = "",
    solo: Solo = "",
    side: Side = "caesar",
    players: Players = 2,
    setup: Setup = "random",
    seed: Seed = None,
    record: Record = None,
    resume: Annotated[Path | None, typer.Option(help="go on with the game of this record")] = None,
    adviser: Annotated[str, typer.Option(help="the agent that gives hints")] = "ismcts",
) -> None:
    """Play in the terminal against agents or people."""
    from rich.console import Console

    from rome import terminal
    from rome.tables import HUMAN, Table

    if resume is not None:
        table = Table.resume(resume)
    else:
        options = _options(game, modules, solo, side, players, setup)
        others = list(opponents or ["random"])
        if seat >= len(options.seats):
            raise ValueError(f"--seat is {seat}; the seats are 0 to {len(options.seats) - 1}")
        needed = len(options.seats) - 1
        others = others * needed if len(others) == 1 else others
        if len(others) != needed:
            raise ValueError(f"{len(others)} opponents named; this game has {needed}")
        table = _begin(game, options, [*others[:seat], HUMAN, *others[seat:]], seed, record)
    terminal.play(table, Console(), adviser)
    table.close()


@app.command(epilog="Try:  rome watch trajan random random random --pace 0.5   ·   rome watch caesar --quiet")
@no_traceback
def watch(
    game: Game = "caesar",
    agents: Annotated[list[str] | None, typer.Argument(help="one agent a seat; random if left out")] = None,
    pace: Annotated[float, typer.Option(help="seconds between decisions", min=0)] = 0.3,
    quiet: Annotated[bool, typer.Option("--quiet", help="the log and the end only")] = False,
    modules: Modules = "",
    solo: Solo = "",
    side: Side = "caesar",
    setup: Setup = "random",
    seed: Seed = None,
    record: Record = None,
) -> None:
    """Watch agents play in the terminal."""
    from rich.console import Console

    from rome import terminal

    seated = list(agents or ["random"] * (1 if solo else 2))
    options = _options(game, modules, solo, side, len(seated), setup)
    if "human" in seated:
        raise ValueError("watch is for agents; rome play seats people")
    table = _begin(game, options, seated, seed, record)
    terminal.watch(table, Console(), pace, quiet)
    typer.echo(f"record: {table.path}")


@app.command(
    epilog="Try:  rome replay game.jsonl   ·   rome replay game.jsonl --at 20   ·   rome replay game.jsonl --step"
)
@no_traceback
def replay(
    record: Annotated[Path, typer.Argument(help="the record of a finished game")],
    at: Annotated[int | None, typer.Option(help="show the position after so many decisions")] = None,
    step: Annotated[bool, typer.Option("--step", help="show every position, one after the other")] = False,
) -> None:
    """Play a record again and check it."""
    from rich.console import Console

    from rome import tables, terminal  # noqa: F401 - tables makes both games known

    terminal.show_record(record, Console(), at, step)


@app.command(epilog="Try:  rome serve --open   ·   rome serve --agent module:Class --port 9000")
@no_traceback
def serve(
    host: Annotated[str, typer.Option(help="the address to listen on; others than loopback are open to others")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    folder: Annotated[Path | None, typer.Option(help="where the games are kept")] = None,
    agent: Annotated[list[str] | None, typer.Option(help="a further agent to choose in the browser")] = None,
    allow_host: Annotated[list[str] | None, typer.Option(help="a further name this machine is called by")] = None,
    open_: Annotated[bool, typer.Option("--open", help="open the browser")] = False,
) -> None:
    """Serve the table for the browser."""
    if importlib.util.find_spec("fastapi") is None or importlib.util.find_spec("uvicorn") is None:
        raise ValueError('the table needs the extra "web":  pip install "rome[web]"')
    import uvicorn

    from rome.folder import games_folder
    from rome.server import make_app

    where = folder or games_folder()
    application = make_app(where, hosts=[host, *(allow_host or [])], agents=agent or [])
    address = f"http://{host}:{port}/"
    typer.echo(f"The table is at {address}  (games in {where}; Ctrl-C ends it)")
    if open_:
        typer.launch(address)
    uvicorn.run(application, host=host, port=port, log_level="warning")


@app.command()
@no_traceback
def agents(as_json: AsJson = False) -> None:
    """List the agents that can be named."""
    from boardkit.agent import agent_names

    names = agent_names()
    typer.echo(json.dumps(names) if as_json else "\n".join(names))


@app.command()
@no_traceback
def info(as_json: AsJson = False) -> None:
    """Show versions, cores, and where compiled rules and games are kept."""
    facts = _info()
    if as_json:
        typer.echo(json.dumps(facts))
        return
    for name, value in facts.items():
        shown = ", ".join(f"{key} {version}" for key, version in value.items()) if isinstance(value, dict) else value
        typer.echo(f"{name:9} {shown}")


def _info() -> dict[str, Any]:
    import os
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from boardkit.jit import cache_directory
    from rome.folder import games_folder

    packages = {}
    for name in ("rome", "numpy", "numba", "gymnasium", "pettingzoo", "torch", "fastapi"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = "not installed"
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "cache": str(cache_directory()),
        "games": str(games_folder()),
        "packages": packages,
    }


def _options(game: str, modules: str, solo: str, side: str, players: int, setup: str) -> Any:
    """The options of a game from those of the command line."""
    from duel_env.options import CaesarOptions
    from trajan_env.options import TrajanOptions

    if game == "caesar":
        chosen = [module for module in modules.split(",") if module]
        return CaesarOptions(modules=chosen, solo=solo or None, human=side)
    if game == "trajan":
        return TrajanOptions(players=players, setup=setup)
    raise ValueError(f"no game is called {game!r}; there are caesar and trajan")


def _begin(game: str, options: Any, players: list[str], seed: int | None, record: Path | None) -> "Table":
    from boardkit.chance import fresh_seed
    from boardkit.game import find_game
    from rome.folder import games_folder, new_identifier, record_path
    from rome.tables import Table

    if record is None:
        games_folder().mkdir(parents=True, exist_ok=True)
        record = record_path(games_folder(), new_identifier())
    elif record.exists():
        raise ValueError(f"{record} is there already; name another file, or go on with --resume")
    return Table.begin(record, find_game(game), options, fresh_seed() if seed is None else seed, players)


def _forward(name: str, module: str, words: str) -> None:
    """A command that hands everything to the `main` of a module, its --help too."""

    @app.command(
        name,
        help=words,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []},
    )
    @no_traceback
    def forward(context: typer.Context) -> None:
        main = importlib.import_module(module).main
        sys.argv = [f"rome {name}", *context.args]
        if inspect.signature(main).parameters:
            main(context.args)
        else:
            main()


def _exists(module: str) -> bool:
    """Whether a module is there, without importing the packages it lives in further than needed."""
    package, _, name = module.partition(".")
    found = importlib.util.find_spec(package)
    places = found.submodule_search_locations if found else None
    return any((Path(place) / f"{name}.py").is_file() for place in places or ())


for _name, _module, _words in FORWARDED:
    if _exists(_module):
        _forward(_name, _module, _words)


def main() -> None:
    """The entry point of `rome`."""
    app()


if __name__ == "__main__":
    main()
