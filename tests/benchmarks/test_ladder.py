"""The ladder: what a folder holds, who joins it, and that an interruption changes nothing."""

import json

import benchmarks_players
import numpy as np
import pytest

from benchmarks import ladder
from benchmarks.ladder import Ladder, Outcome, climb, open_folder
from benchmarks.runs import Ledger
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

FIRST = "benchmarks_players:FirstLegal"
STOPPING = "benchmarks_players:Stopping"
OTHER_RANDOM = "agents.random:RandomAgent"
SMALL = Ladder(CAESAR, CaesarOptions(), ("random", FIRST), 12, chunk=4)


def test_all_pairs_meet_on_the_same_deals():
    outcome = climb(Ladder(CAESAR, CaesarOptions(), ("random", FIRST, OTHER_RANDOM), 8, chunk=4), Ledger(), jobs=1)
    assert sorted(table.agents for table in outcome.tables) == [
        (OTHER_RANDOM, FIRST), (OTHER_RANDOM, "random"), (FIRST, "random"),
    ]  # fmt: skip
    assert all(np.array_equal(table["seed"], outcome.tables[0]["seed"]) for table in outcome.tables)


def test_a_larger_table_is_one_against_the_rest_both_ways():
    matches = Ladder(TRAJAN, TrajanOptions(players=3), ("a", "b"), 6).matches()
    assert [match.lineup for match in matches] == [("a", "b", "b"), ("b", "a", "a")]


def test_the_matrix_is_the_share_of_games_won():
    outcome = climb(SMALL, Ledger(), jobs=1)
    assert outcome.against("random", FIRST).count == outcome.tables[0].wins("random").count
    assert outcome.against("random", FIRST).count + outcome.against(FIRST, "random").count == 12


def test_the_anchor_is_the_random_agent():
    outcome = climb(SMALL, Ledger(), jobs=1)
    assert outcome.ratings.elo[outcome.ratings.agents.index("random")] == 0


def test_a_new_agent_joins_without_replaying_the_others(tmp_path):
    path = tmp_path / "games.jsonl"
    before = climb(open_folder(tmp_path, SMALL), Ledger(path), jobs=1)
    grown = open_folder(tmp_path, Ladder(CAESAR, CaesarOptions(), (OTHER_RANDOM, FIRST), 12, chunk=4))
    assert grown.agents == ("random", FIRST, OTHER_RANDOM)
    played = len(Ledger(path))
    after = climb(grown, Ledger(path), jobs=1)
    assert len(Ledger(path)) == played + 2 * 3
    assert after.against("random", FIRST) == before.against("random", FIRST)


def test_a_folder_of_another_ladder_is_refused(tmp_path):
    open_folder(tmp_path, SMALL)
    with pytest.raises(ValueError, match="whose options is"):
        open_folder(tmp_path, Ladder(CAESAR, CaesarOptions(modules=("poison",)), ("random", FIRST), 12, chunk=4))
    with pytest.raises(ValueError, match="whose seed is 1, not 2"):
        open_folder(tmp_path, Ladder(CAESAR, CaesarOptions(), ("random", FIRST), 12, seed=2, chunk=4))


def test_early_stopping_is_stated_and_comes_before_the_last_game():
    many = Ladder(CAESAR, CaesarOptions(), ("random", FIRST), 400, chunk=8)
    outcome = climb(many, Ledger(), jobs=1, stop_when_separate=True)
    assert outcome.stopped_early and outcome.ladder.games < 400
    about = {"command": "", "machine": ladder.reports.machine.describe()}
    assert "Stopped early" in ladder.page(outcome, about)[0]
    full = climb(SMALL, Ledger(), jobs=1)
    assert "Stopped early" not in ladder.page(full, about)[0]


def test_equal_agents_are_played_to_the_end():
    equal = Ladder(CAESAR, CaesarOptions(), ("random", OTHER_RANDOM), 24, chunk=8)
    outcome = climb(equal, Ledger(), jobs=1, stop_when_separate=True)
    assert not outcome.stopped_early and outcome.ladder.games == 24


def arguments(folder, *agents: str) -> list[str]:
    return ["trajan", *agents, "--players", "3", "--games", "9", "--chunk", "4", "--jobs", "1", "--folder", str(folder)]


def test_a_ladder_that_was_stopped_goes_on_and_gives_the_same_folder(tmp_path, monkeypatch):
    stopping = benchmarks_players.Stopping
    monkeypatch.setattr(stopping, "resets", 0)
    ladder.main(arguments(tmp_path / "whole", "random", STOPPING), lambda text: None)
    monkeypatch.setattr(stopping, "stop_at", stopping.resets + 3)
    with pytest.raises(KeyboardInterrupt):
        ladder.main(arguments(tmp_path / "cut", "random", STOPPING), lambda text: None)
    assert 0 < len(Ledger(tmp_path / "cut" / "games.jsonl")) < 6
    ladder.main(arguments(tmp_path / "cut", "random", STOPPING), lambda text: None)
    for name in ("matrix.csv", "points.csv"):
        assert (tmp_path / "cut" / name).read_text() == (tmp_path / "whole" / name).read_text()


def test_the_folder_holds_data_plots_and_page(tmp_path):
    shown = []
    ladder.main(arguments(tmp_path, "random", FIRST), shown.append)
    names = {path.name for path in tmp_path.iterdir()}
    plots = {f"{name}.{kind}" for name in ("ratings", "matrix", "points") for kind in ("png", "svg")}
    assert names >= plots | {"ladder.json", "ladder.md", "ratings.csv", "matrix.csv", "points.csv", "games.jsonl"}
    kept = json.loads((tmp_path / "ladder.json").read_text())
    assert {"command", "seed", "options", "machine", "ratings", "matrix", "seats", "games_a_match"} <= set(kept)
    assert kept["seed"] == 1 and kept["games_a_match"] == 9
    assert "comparisons)" in shown[0] and "final_circle" in shown[0]


def test_an_unknown_agent_does_not_enter_the_folder(tmp_path, capsys):
    with pytest.raises(SystemExit):
        ladder.main(arguments(tmp_path, "random", "nobody"))
    assert "no agent is called 'nobody'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_solo_game_has_no_ladder():
    with pytest.raises(ValueError, match=r"benchmarks\.crassus"):
        Ladder(CAESAR, CaesarOptions(solo="low"), ("random", FIRST), 10)


def test_points_by_source_add_up_to_the_points():
    outcome: Outcome = climb(Ladder(TRAJAN, TrajanOptions(players=2), ("random", FIRST), 4), Ledger(), jobs=1)
    for _, mean, _, *gains in ladder.point_rows(outcome):
        assert sum(gains) == pytest.approx(mean)
