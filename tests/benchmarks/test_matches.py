"""Matches: what is played, what is kept, and that neither jobs nor interruptions change it."""

import json

import numpy as np
import pytest
from kalah import GAME as KALAH
from kalah import KalahOptions

from benchmarks import matches
from benchmarks.matches import Match, Table, play_match
from benchmarks.runs import Ledger, run
from boardkit.batch import Batch
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

FIRST = "benchmarks_players:FirstLegal"
STOPPING = "benchmarks_players:Stopping"


def same(table: Table, other: Table) -> bool:
    return table.agents == other.agents and all(
        np.array_equal(table[name], other[name]) for name in {**table.columns, **other.columns}
    )


def test_every_agent_plays_every_seat_of_every_deal():
    table = play_match(TRAJAN, TrajanOptions(players=3), ("random", FIRST, FIRST), 9, chunk=4, jobs=1)
    assert table["deal"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert len(np.unique(table["seed"])) == 3
    for deal in range(3):
        rows = table["deal"] == deal
        assert len(np.unique(table["seed"][rows])) == 1
        assert sorted(map(tuple, table["seating"][rows].tolist())) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_an_agent_against_itself_is_seated_once():
    table = play_match(CAESAR, CaesarOptions(), ("random", "random"), 6, jobs=1)
    assert len(np.unique(table["seed"])) == 6


def test_a_match_of_deterministic_agents_is_the_game_they_play_alone():
    table = play_match(CAESAR, CaesarOptions(), (FIRST, FIRST), 3, seed=5, jobs=1)
    for game in range(3):
        alone = Batch(CAESAR, CaesarOptions(), 1, table["seed"][game : game + 1], auto_reset=False)
        decisions = 0
        while not alone.terminated[0]:
            alone.step(alone.masks.argmax(axis=1))
            decisions += 1
        assert table["returns"][game].tolist() == alone.rows.totals[0].tolist()
        assert table["length"][game] == decisions
        assert table["markers"][game].tolist() == alone.records["markers"][0].tolist()
        assert table["turn"][game] == alone.records["turn"][0]


def test_deals_do_not_depend_on_the_chunk_and_deterministic_play_neither():
    tables = [play_match(CAESAR, CaesarOptions(), (FIRST, FIRST), 7, chunk=chunk, jobs=1) for chunk in (2, 7)]
    assert same(*tables)


def test_another_seed_deals_other_games():
    one, other = (play_match(KALAH, KalahOptions(scatter=True), (FIRST, FIRST), 5, seed, jobs=1) for seed in (1, 2))
    assert not set(one["seed"].tolist()) & set(other["seed"].tolist())


def test_two_jobs_play_what_one_plays():
    one, two = (play_match(CAESAR, CaesarOptions(), ("random", FIRST), 12, chunk=5, jobs=jobs) for jobs in (1, 2))
    assert same(one, two)


def test_points_of_trajan_are_the_sum_of_their_sources_and_places_follow_the_ranking():
    table = play_match(TRAJAN, TrajanOptions(players=4), ("random", FIRST, FIRST, FIRST), 8, jobs=1)
    assert np.array_equal(table["gains"].sum(axis=2), table["vp"])
    first = table["place"].argmin(axis=1)
    assert (table["vp"][np.arange(8), first] == table["vp"].max(axis=1)).all()
    assert np.array_equal(table.credits().argmax(axis=1), first)


def test_steps_of_crassus_are_as_many_as_the_tokens_he_placed():
    options = CaesarOptions(solo="high", human="pompey", modules=("poison", "centurions"), skip_forced=False)
    match = Match(CAESAR, options, ("random",), 40)
    batches = []
    real = matches.Batch

    def remembered(*arguments, **settings):
        batches.append(real(*arguments, **settings))
        return batches[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches, "Batch", remembered)
        table = matches.play_chunk((match, 0, 40))
    placed = (batches[0].records["border_owner"] == 0).sum(axis=1)
    assert np.array_equal(table["steps"].sum(axis=1), placed)
    assert (table["steps"].sum(axis=0) > 0).sum() >= 4


def test_shares_of_a_win_add_up():
    table = play_match(TRAJAN, TrajanOptions(players=2), ("random", FIRST), 10, jobs=1)
    assert table.wins("random").count + table.wins(FIRST).count == 10
    assert sum(table.seat_wins(seat).count for seat in range(2)) == 10


def test_a_tied_game_is_shared_and_a_game_alone_is_won_above_zero():
    def table(returns):
        columns = {"seed": np.arange(len(returns)), "returns": np.array(returns, np.float32)}
        return Table(("a",), columns, {})

    assert table([[1, 1, 0], [0, 2, 0]]).credits().tolist() == [[0.5, 0.5, 0], [0, 1, 0]]
    assert table([[1], [0], [-1]]).credits().tolist() == [[1], [0], [0]]


def test_a_match_that_was_stopped_goes_on_and_gives_the_same_table(tmp_path, monkeypatch):
    import benchmarks_players

    stopping = benchmarks_players.Stopping
    monkeypatch.setattr(stopping, "resets", 0)
    lineup = ("random", STOPPING)
    whole = play_match(CAESAR, CaesarOptions(), lineup, 20, chunk=4, jobs=1)
    path = tmp_path / "ledger.jsonl"
    monkeypatch.setattr(stopping, "stop_at", stopping.resets + 4)
    with pytest.raises(KeyboardInterrupt):
        play_match(CAESAR, CaesarOptions(), lineup, 20, chunk=4, jobs=1, ledger=Ledger(path))
    assert len(Ledger(path)) == 3
    path.write_bytes(path.read_bytes() + b'{"key":{"game":"cae')  # the line that was being written
    before = stopping.resets
    resumed = play_match(CAESAR, CaesarOptions(), lineup, 20, chunk=4, jobs=1, ledger=Ledger(path))
    assert stopping.resets == before + 2, "only the missing chunks are played"
    assert same(whole, resumed)
    assert len(Ledger(path)) == 5


def test_more_games_of_the_same_match_keep_the_chunks_played(tmp_path):
    path = tmp_path / "ledger.jsonl"
    few = play_match(CAESAR, CaesarOptions(), ("random", FIRST), 8, chunk=4, jobs=1, ledger=Ledger(path))
    more = play_match(CAESAR, CaesarOptions(), ("random", FIRST), 16, chunk=4, jobs=1, ledger=Ledger(path))
    assert np.array_equal(more["returns"][:8], few["returns"])
    assert len(Ledger(path)) == 4


def test_a_ledger_that_was_changed_is_refused_with_its_line(tmp_path):
    path = tmp_path / "ledger.jsonl"
    Ledger(path).add("a", 1)
    path.write_text(path.read_text() + "nonsense\n")
    with pytest.raises(ValueError, match="line 2"):
        Ledger(path)


def test_a_run_reports_every_piece_once(tmp_path):
    told = []
    ledger = Ledger(tmp_path / "ledger.jsonl")
    assert run([(k, k) for k in range(3)], str, ledger, 1, told.append) == ["0", "1", "2"]
    assert run([(k, k) for k in range(4)], str, ledger, 1, told.append) == ["0", "1", "2", "3"]
    assert sum(told) == 7


def test_a_network_is_known_by_its_content_not_by_its_path(tmp_path):
    digest = matches._with_digest.__wrapped__
    path = tmp_path / "network.pt"
    path.write_bytes(b"one")
    one = digest(f"ppo:{path}")
    path.write_bytes(b"two")
    assert one != digest(f"ppo:{path}")


def test_a_lineup_must_fill_the_seats():
    with pytest.raises(ValueError, match="names 1 agents; seats are caesar, pompey"):
        Match(CAESAR, CaesarOptions(), ("random",), 10)


def test_the_command_plays_one_against_the_rest_both_ways():
    lines = []
    matches.main(["trajan", "random", FIRST, "--players", "3", "--games", "6", "--jobs", "1"], lines.append)
    assert f"random against {FIRST} against {FIRST}" in "\n".join(lines)
    assert f"{FIRST} against random against random" in "\n".join(lines)
    assert json.dumps(TrajanOptions(players=3).to_json()) in lines[0]


def test_the_command_says_that_the_tiles_are_inferred():
    lines = []
    matches.main(["caesar", "random", "--solo", "low", "--games", "4", "--jobs", "1"], lines.append)
    assert any("inferred" in line for line in lines)


def test_the_command_refuses_options_that_do_not_go_together(capsys):
    with pytest.raises(SystemExit):
        matches.main(["caesar", "random", "random", "--modules", "border_control"])
    assert "needs 'poison'" in capsys.readouterr().err
