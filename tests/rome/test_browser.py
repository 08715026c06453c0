"""The table in a real browser: whole games by clicking, hint, undo, replay, reload, a killed server, hidden hands."""

import os
import re
from pathlib import Path

import pytest
from visiting import CHROMIUM, HOW_TO_INSTALL, Server, Visitor

from boardkit.records import read
from duel_env.data import KIND_NAMES, SIDES
from rome.folder import record_path
from rome.tables import Table
from trajan_env.data import COMMODITIES

sync_api = pytest.importorskip("playwright.sync_api", reason=HOW_TO_INSTALL)
pytestmark = pytest.mark.xdist_group("browser")  # one server and one browser for all


@pytest.fixture(scope="module")
def browser():
    named = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else CHROMIUM
    found = next((path for path in named if Path(path).exists()), None)
    if found is None:
        pytest.skip(HOW_TO_INSTALL)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("games"))
    yield server
    server.kill()


@pytest.fixture
def visitor(browser, server):
    visitor = Visitor(browser, server.address)
    yield visitor
    visitor.context.close()
    assert visitor.troubles == []


def play_out(visitor):
    """Click until the game is over; returns how often the board itself was clicked."""
    on_the_board = 0
    while visitor.wait_for_turn():
        before = visitor.count()
        on_the_board += visitor.click_something() == "board"
        visitor.wait_beyond(before)
    return on_the_board


def test_a_whole_duel_is_played_by_clicking(visitor, server):
    visitor.begin("caesar", ["human", "random"], modules=["border_control"])
    assert play_out(visitor) > 8
    assert "winner" in visitor.page.locator(".account").inner_text()
    record = read(record_path(server.folder, visitor.identifier))
    assert len(record.moves) == visitor.count() == visitor.page.locator(".log li").count()


def test_a_whole_trajan_for_two_is_played_by_clicking(visitor, server):
    visitor.begin("trajan", ["human", "random"], players="2", time_track="3", setup='"random"')
    assert play_out(visitor) > 20
    record = read(record_path(server.folder, visitor.identifier))
    rows = visitor.page.locator(".account tr").all_inner_texts()
    ranked = [record.result["vp"][seat] for seat in record.result["ranking"]]
    assert rows[-1].split() == ["points", *map(str, ranked)]


def test_a_hint_is_shown_and_a_decision_taken_back_by_keys(visitor):
    page = visitor.page
    visitor.begin("trajan", ["human", "random"], players="2")
    page.locator(".adviser").select_option("random")
    page.keyboard.press("h")
    page.locator(".choice.advised").wait_for()
    assert page.locator(".advice").inner_text().startswith("random would place a ")
    assert page.locator(".badge").count() == 1
    page.locator(".adviser").select_option("ismcts")
    page.locator(".hint").click()
    page.locator(".choice.advised small").wait_for()
    assert re.search(r"visits, \d+ %, value -?\d\.\d\d", page.locator(".advice").inner_text())
    assert "%" in page.locator(".badge").first.inner_text()
    page.locator(".board").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    visitor.wait_until_at("1 / 1")
    page.keyboard.press("u")
    visitor.wait_until_at("0 / 0")
    assert page.locator(".undo").is_disabled()


def test_a_reload_in_mid_game_shows_the_same_board(visitor):
    page = visitor.page
    visitor.begin("caesar", ["human", "random"])
    for _ in range(3):
        visitor.wait_for_turn()
        count = visitor.count()
        page.locator(".choices button").first.click()
        visitor.wait_beyond(count)
    visitor.wait_for_turn()
    before = [page.locator(part).text_content() for part in (".board", ".log", ".choices", ".where")]
    page.reload()
    page.locator(".choices button").first.wait_for()
    assert [page.locator(part).text_content() for part in (".board", ".log", ".choices", ".where")] == before


def test_a_killed_server_comes_back_with_the_game_where_it_was(visitor, server):
    page = visitor.page
    visitor.begin("caesar", ["human", "random"])
    page.locator(".choices button").first.click()
    page.locator(".log li").nth(1).wait_for()
    page.locator(".choices button").first.wait_for()
    before = page.locator(".log").inner_text()
    server.kill()
    page.locator(".choices button").first.click()
    page.locator(".problem", has_text="does not answer").wait_for()
    server.start()
    page.reload()
    page.locator(".choices button").first.wait_for()
    assert page.locator(".log").inner_text() == before
    page.locator(".choices button").first.click()
    page.locator(".log li").nth(2).wait_for()


def test_a_replay_is_scrubbed_and_branched_off(visitor):
    page = visitor.page
    visitor.begin("caesar", ["random", "random"])
    page.locator(".account:not([hidden])").wait_for()
    identifier, last = visitor.identifier, visitor.count()
    page.locator(".first").click()
    visitor.wait_until_at(f"0 / {last}")
    page.locator(".scrub").fill("5")
    visitor.wait_until_at(f"5 / {last}")
    page.keyboard.press(".")
    visitor.wait_until_at(f"6 / {last}")
    page.locator(".branch").click()
    for place in (0, 1):
        page.locator(".branching select").nth(place).select_option(["human", "random"][place])
    page.locator(".branching .go").click()
    page.wait_for_function("old => location.hash.slice(1) !== old", arg=identifier)
    page.locator(".choices button").first.wait_for()
    assert 6 <= visitor.count() < last


def test_two_people_at_one_screen_do_not_see_each_others_hand(visitor, server):
    page = visitor.page
    page.locator("select[name=player]").nth(1).select_option("human")
    page.locator(".new-game button[type=submit]").click()
    for turn in range(2):
        page.locator(".cover[open]").wait_for()
        assert page.locator(".board svg").count() == 0
        assert page.locator(".cover h2").inner_text() == ["Caesar", "Pompey"][turn]
        page.locator(".ready").click()
        page.locator(".choices button").first.wait_for()
        shown = page.locator(".board").inner_html()
        assert f'id="hand-{SIDES[turn]}-hidden-0"' not in shown
        assert f'id="hand-{SIDES[1 - turn]}-hidden-0"' in shown
        page.locator(".choices button").first.click()


# -- hidden hands ------------------------------------------------------------------------------------------------------


def secrets_of(table):
    """What the person's browser must never have received in a game that goes on: generators, and the tokens or cards
    of the opponent that were never known, as the drawing would name them."""
    words = {str(table.seed)}
    for number in range(table.count + 1):
        s = table.state(number)
        words.add(str(s.rng))
        if table.game.name == "caesar":
            kinds = [kind for kind in range(len(KIND_NAMES)) if s.hand[1, kind] and not s.hand_known[1, kind]]
            words |= {f"hand-pompey-{KIND_NAMES[kind].replace(' ', '-').replace('/', '-')}" for kind in kinds}
        else:
            known = set(COMMODITIES[kind] for kind in s.hand_known[1].nonzero()[0])
            words |= {f"hand-1-{COMMODITIES[kind]}" for kind in s.hand[1].nonzero()[0]} - {f"hand-1-{k}" for k in known}
    return words


@pytest.mark.parametrize(
    "game, choices",
    [("caesar", {"modules": ["border_control"]}), ("trajan", {"players": "2", "setup": '"random"'})],
    ids=["caesar", "trajan"],
)
def test_hidden_hands_are_absent_from_everything_received(visitor, server, game, choices):
    visitor.begin(game, ["human", "random"], **choices)
    for _ in range(10):
        if visitor.wait_for_turn():
            before = visitor.count()
            visitor.click_something()
            visitor.wait_beyond(before)
    visitor.wait_for_turn()
    visitor.page.keyboard.press("h")
    visitor.page.locator(".choice.advised").wait_for()
    everything = visitor.everything()
    table = Table.resume(record_path(server.folder, visitor.identifier))
    secrets = secrets_of(table)
    assert len(secrets) > 3 and not table.over
    assert [secret for secret in secrets if secret in everything] == []
    assert visitor.identifier in everything  # the same search finds what is public
