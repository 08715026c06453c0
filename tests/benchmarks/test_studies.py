"""The balance studies on a few games."""

import pytest

from benchmarks import studies
from benchmarks.runs import Ledger


def test_seats_share_the_wins_and_sources_add_up_to_the_points(tmp_path):
    shown = []
    arguments = ["--games", "6", "--jobs", "1", "--folder", str(tmp_path)]
    studies.main(arguments, shown.append)
    studied = studies.study(["random"], 6, 1, Ledger(tmp_path / "games.jsonl"), 1, studies.CHUNK)
    for variant in studies.VARIANTS:
        rows = [row for row in studies.seat_rows(studied) if row[0] == variant]
        assert sum(row[3] for row in rows) == pytest.approx(1)
    for _, _, points, *gains in studies.point_rows(studied):
        assert sum(gains) == pytest.approx(points.mean())
    assert "Trajan, 2 players, time track 12" in shown[0]
    assert {path.name for path in tmp_path.iterdir()} == {
        "games.jsonl", "points.csv", "seats.csv", "studies.json", "studies.md",
    }  # fmt: skip


def test_both_readings_of_the_time_track_are_studied_for_every_number_of_players():
    tracks = {options.time_track for _, options in studies.VARIANTS.values() if hasattr(options, "time_track")}
    assert tracks == {11, 12, 16, 17, 21, 22}
