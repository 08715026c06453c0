"""The Crassus lab: its cells, its tile sets, and that an interruption changes nothing."""

import benchmarks_players
import numpy as np
import pytest

from benchmarks import crassus
from benchmarks.crassus import TILE_SETS, Cell, Count, Lab, cells_of, count_chunk, play_cells
from benchmarks.matches import play_chunk
from benchmarks.runs import Ledger
from duel_env.data import COMMAND_DECK, PLACE, TILES

STOPPING = "benchmarks_players:Stopping"
CELL = Cell("random", "default", "high", ("poison",), "pompey", True)


def test_every_legal_setting_is_a_cell():
    cells = cells_of(["a", "b"], ["default", "rich C"])
    assert len(cells) == len(set(cells)) == 2 * 2 * 3 * 5 * 2 * 2
    assert {cell.match(1, 1, 1).options.seats for cell in cells} == {("caesar",), ("pompey",)}


@pytest.mark.parametrize("name", TILE_SETS)
def test_placements_a_deck_rise_with_the_level_under_every_tile_set(name):
    places = np.array([TILE_SETS[name].tiles[letter][PLACE] for letter in TILES])
    for deck in COMMAND_DECK:
        low, middle, high = deck @ places
        assert low < middle < high


def test_tile_sets_differ():
    assert len({str(tile_set.tiles) for tile_set in TILE_SETS.values()}) == len(TILE_SETS)


def test_a_cell_is_the_sum_of_its_games():
    match = CELL.match(30, 1, 30)
    table, count = play_chunk((match, 0, 30)), Count.from_json(count_chunk((match, 0, 30)))
    assert count.games == 30 == count.ends.sum()
    assert count.wins == table.wins("random").count == count.ends[:, 1].sum()
    assert count.margin == (table["markers"][:, 0] - table["markers"][:, 1]).sum()
    assert count.steps.tolist() == table["steps"].sum(axis=0).tolist()


def test_a_lab_that_was_stopped_goes_on_and_gives_the_same_table(tmp_path, monkeypatch):
    stopping = benchmarks_players.Stopping
    monkeypatch.setattr(stopping, "resets", 0)
    cells = [Cell(STOPPING, "default", level, (), "caesar", False) for level in ("low", "middle", "high")]
    whole = Lab(play_cells(cells, 8, 1, Ledger(), jobs=1, chunk=4))
    monkeypatch.setattr(stopping, "stop_at", stopping.resets + 4)
    path = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play_cells(cells, 8, 1, Ledger(path), jobs=1, chunk=4)
    assert 0 < len(Ledger(path)) < 6
    assert crassus.cell_rows(Lab(play_cells(cells, 8, 1, Ledger(path), jobs=1, chunk=4))) == crassus.cell_rows(whole)


@pytest.mark.parametrize(
    ("wins", "answer"), [((900, 500, 100), "yes"), ((100, 500, 900), "no"), ((5, 5, 4), "not shown")]
)
def test_rising_difficulty_is_claimed_only_where_intervals_part(wins, answer):
    nothing = (0, 0, np.zeros((3, 2)), np.zeros(7))
    levels = zip(("low", "middle", "high"), wins, strict=True)
    lab = Lab({Cell("a", "default", level, (), "caesar", False): Count(1000, won, *nothing) for level, won in levels})
    assert lab.rises("a", "default") == answer


def test_the_command_writes_a_folder_that_says_inferred(tmp_path, monkeypatch):
    monkeypatch.setattr(crassus, "MODULE_SETS", ((),))
    ladder = tmp_path / "ladder.json"
    ladder.write_text('{"ratings": [{"agent": "random", "elo": 0.0}]}')
    shown = []
    crassus.main(
        ["--agents", "random", "--tiles", "default", "--games", "4", "--jobs", "1", "--folder", str(tmp_path / "lab"),
         "--ladder", str(ladder)],
        shown.append,
    )  # fmt: skip
    names = {path.name for path in (tmp_path / "lab").iterdir()}
    plots = {f"{name}.{kind}" for name in ("wins-random-default", "tiles", "curve") for kind in ("png", "svg")}
    assert names >= plots | {"cells.csv", "crassus.json", "crassus.md", "games.jsonl"}
    tables = [paragraph for paragraph in shown[0].split("\n\n") if paragraph.startswith("|")]
    assert len(tables) == 5
    assert all("inferred" in table or "inference" in table for table in tables)
    assert all("inferred" in (tmp_path / "lab" / f"{name}.svg").read_text() for name in ("tiles", "curve"))
