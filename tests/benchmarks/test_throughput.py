"""The regression gate of the throughput, on made-up figures."""

from dataclasses import replace

import pytest

from benchmarks.throughput import YARDSTICK, Figure, fallen

RECORDED = [replace(YARDSTICK, rate=100.0), Figure("game", "kernel", 1000.0), Figure("game", "batch", 500.0)]


def measured(yardstick: float, kernel: float, batch: float) -> list[Figure]:
    return [replace(f, rate=rate) for f, rate in zip(RECORDED, (yardstick, kernel, batch), strict=True)]


def test_what_fell_by_more_than_30_percent_is_named():
    assert fallen(measured(100, 1000, 340), RECORDED) == ["game, batch: 68% of the recorded ratio"]


def test_a_smaller_fall_is_no_regression():
    assert fallen(measured(100, 720, 360), RECORDED) == []


def test_a_slower_machine_is_no_regression_but_a_fall_on_a_faster_one_is():
    assert fallen(measured(50, 500, 250), RECORDED) == []
    assert len(fallen(measured(200, 1000, 500), RECORDED)) == 2


def test_a_record_without_yardstick_is_refused():
    with pytest.raises(ValueError, match="record them anew"):
        fallen(RECORDED, RECORDED[1:])
