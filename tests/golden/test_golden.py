"""Nothing about any variant changes unnoticed: games are played again and compared with what is written."""

import pytest

from golden.playthrough import FOLDER, playthrough, variants

VARIANTS = list(variants())


@pytest.mark.parametrize(("name", "game", "options"), VARIANTS, ids=[name for name, _, _ in VARIANTS])
def test_the_game_is_played_as_it_is_written(name, game, options):
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(game, options) == written, "if that is meant: make golden"


def test_there_is_no_file_of_another_variant():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {name for name, _, _ in VARIANTS}
