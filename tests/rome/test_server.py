"""The table over the network: what it answers, what it refuses, and what it never tells."""

import json
import time

import numpy as np
import pytest
from fastapi.testclient import TestClient

from boardkit import play
from boardkit.agent import Agent, register_agent
from boardkit.records import read
from duel_env.data import KIND_NAMES
from duel_env.game import GAME as CAESAR
from duel_env.options import CaesarOptions
from rome.folder import record_path
from rome.guard import LARGEST_BODY
from rome.server import make_app, view
from rome.tables import Table
from trajan_env.game import GAME as TRAJAN
from trajan_env.options import TrajanOptions

MODULES = ["poison", "centurions", "border_control"]
DUEL = {"game": "caesar", "options": {"modules": MODULES}, "players": ["human", "random"], "seed": "11"}
TWO = {"game": "caesar", "options": {}, "players": ["human", "human"]}
SHORT_TRAJAN = {"game": "trajan", "options": {"players": 2, "time_track": 1}, "players": ["human", "random"]}


class Stubborn(Agent):
    """Fails whenever it is asked."""

    name = "stubborn"

    def reset(self, seed):
        pass

    def act(self, view):
        raise RuntimeError("I would rather not")


class Thought:
    """What an agent that searches reports of an action."""

    def __init__(self, action, share, value):
        self.action, self.share, self.value = action, share, value


class Sage(Agent):
    """Takes the last legal action and says why."""

    name = "sage"

    def reset(self, seed):
        self.report = None

    def act(self, view):
        legal = np.flatnonzero(view.masks[0])
        self.report = [[Thought(legal[0], 0.25, -0.5), Thought(legal[-1], 0.75, 0.5)]]
        return legal[-1:]


register_agent("stubborn", Stubborn)
register_agent("sage", Sage)


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(tmp_path), base_url="http://127.0.0.1:8000") as client:
        client.folder = tmp_path
        yield client


def begin(client, ask):
    answer = client.post("/api/tables", json=ask)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def look(client, identifier, **query):
    """The table when no agent is thinking any more."""
    for _ in range(2000):
        answer = client.get(f"/api/tables/{identifier}", params=query)
        assert answer.status_code == 200, answer.text
        if not answer.json()["thinking"] or answer.json()["failure"]:
            return answer.json()
        time.sleep(0.005)
    raise AssertionError("the agents do not come to an end")


def play_first(client, identifier, seen):
    ask = {"action": seen["choices"][0]["action"], "number": seen["count"]}
    answer = client.post(f"/api/tables/{identifier}/play", json=ask)
    assert answer.status_code == 200, answer.text


def play_out(client, identifier):
    seen = look(client, identifier)
    while not seen["over"]:
        play_first(client, identifier, seen)
        seen = look(client, identifier)
    return seen


# -- playing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [DUEL, SHORT_TRAJAN], ids=["duel", "trajan"])
def test_a_whole_game_leaves_a_record_that_reads(client, ask):
    identifier = begin(client, ask)
    seen = play_out(client, identifier)
    record = read(record_path(client.folder, identifier))
    assert len(record.moves) == seen["count"] == len(seen["log"])
    assert record.result == seen["result"]
    assert record.players == tuple(ask["players"])


def test_crassus_explains_himself(client):
    identifier = begin(client, {"game": "caesar", "options": {"solo": "middle"}, "players": ["human"]})
    play_first(client, identifier, look(client, identifier))
    notes = look(client, identifier)["log"][0]["notes"]
    assert notes and all(note.startswith("Crassus places") and "step" in note for note in notes)


def test_agents_alone_play_to_the_end(client):
    identifier = begin(client, {**DUEL, "players": ["random", "random"]})
    seen = look(client, identifier)
    assert seen["over"] and seen["viewer"] is None


def test_a_decision_can_be_taken_back_until_somebody_else_acts(client):
    identifier = begin(client, SHORT_TRAJAN)
    start = look(client, identifier)
    assert not start["can_undo"]
    play_first(client, identifier, start)
    placed = look(client, identifier)
    assert placed["can_undo"]
    assert client.post(f"/api/tables/{identifier}/undo", json={"number": placed["count"]}).json() == {"count": 0}
    again = look(client, identifier)
    assert (again["svg"], again["choices"]) == (start["svg"], start["choices"])
    path = record_path(client.folder, identifier)
    assert len(path.read_text().splitlines()) == 1


def test_what_an_opponent_answered_cannot_be_taken_back(client):
    identifier = begin(client, {**DUEL, "options": {}})
    play_first(client, identifier, look(client, identifier))
    seen = look(client, identifier)
    assert seen["count"] == 2 and not seen["can_undo"]
    answer = client.post(f"/api/tables/{identifier}/undo", json={"number": 2})
    assert answer.status_code == 409
    assert look(client, identifier)["count"] == 2


def test_what_chance_has_shown_cannot_be_taken_back(tmp_path):
    table = Table.begin(tmp_path / "game.jsonl", TRAJAN, TrajanOptions(players=2), 1, ["human", "human"])
    deck = TRAJAN.actions.number("start with a card from the deck")
    while deck not in table.legal():
        table.play(table.legal()[0])
    seat = table.to_move
    table.play(deck)
    assert table.to_move == seat and not table.can_undo()


def test_a_hint_carries_what_the_agent_thinks_of_the_actions(client):
    identifier = begin(client, DUEL)
    legal = [choice["action"] for choice in look(client, identifier)["choices"]]
    hint = client.post(f"/api/tables/{identifier}/hint", json={"agent": "sage"}).json()
    assert hint["action"] == legal[-1]
    assert hint["opinions"][0] == {"action": legal[-1], "share": 0.75, "value": 0.5, "visits": None}
    plain = client.post(f"/api/tables/{identifier}/hint", json={"agent": "random"}).json()
    assert plain["action"] in legal and plain["opinions"] == []


def test_a_failing_agent_stops_its_table_only(client):
    stopped = begin(client, {**DUEL, "players": ["stubborn", "human"]})
    assert "I would rather not" in look(client, stopped)["failure"]
    assert look(client, begin(client, DUEL))["failure"] is None


def test_fifty_games_at_once_all_go_on(client):
    games = [begin(client, {**DUEL, "seed": str(seed)}) for seed in range(50)]
    for identifier in games:
        play_first(client, identifier, look(client, identifier))
    assert min(look(client, identifier)["count"] for identifier in games) >= 2


# -- keeping -----------------------------------------------------------------------------------------------------------


def test_a_new_server_finds_every_game_where_it_was(client):
    games = [begin(client, DUEL), begin(client, SHORT_TRAJAN)]
    for identifier in games:
        play_first(client, identifier, look(client, identifier))
    before = [look(client, identifier) for identifier in games]
    with TestClient(make_app(client.folder), base_url="http://127.0.0.1") as other:
        assert [look(other, identifier) for identifier in games] == before
        play_out(other, games[0])


def test_a_line_cut_off_by_a_crash_is_dropped(client):
    identifier = begin(client, TWO)
    for seat in (0, 1):
        play_first(client, identifier, look(client, identifier, seat=seat))
    path = record_path(client.folder, identifier)
    path.write_bytes(path.read_bytes()[:-20])
    assert Table.resume(path).count == 1


def test_a_changed_record_is_refused(client):
    identifier = begin(client, TWO)
    play_first(client, identifier, look(client, identifier, seat=0))
    path = record_path(client.folder, identifier)
    path.write_text(path.read_text().replace('["human"', '["hubert"'))
    with TestClient(make_app(client.folder), base_url="http://127.0.0.1") as other:
        answer = other.get(f"/api/tables/{identifier}")
        assert answer.status_code == 400 and "was changed" in answer.json()["detail"]


def test_a_finished_game_can_be_replayed_and_branched_off(client):
    identifier = begin(client, DUEL)
    end = play_out(client, identifier)
    middle = look(client, identifier, number=3)
    assert middle["number"] == 3 and middle["svg"] != end["svg"] and middle["choices"] == []
    branch = client.post(f"/api/tables/{identifier}/branch", json={"number": 3, "players": ["human", "human"]})
    branched = look(client, branch.json()["id"], seat=1)
    assert branched["count"] == 3 and not branched["over"]
    assert [entry["seat"] for entry in branched["log"]] == [entry["seat"] for entry in end["log"][:3]]


def test_a_record_can_be_carried_to_another_table(client, tmp_path_factory):
    identifier = begin(client, DUEL)
    end = play_out(client, identifier)
    record = client.get(f"/api/tables/{identifier}/record").text
    with TestClient(make_app(tmp_path_factory.mktemp("other")), base_url="http://127.0.0.1") as other:
        copy = other.post("/api/records", json={"record": record}).json()["id"]
        assert look(other, copy)["svg"] == end["svg"]
        assert [game["id"] for game in other.get("/api/menu").json()["finished"]] == [copy]


@pytest.mark.parametrize(
    "text", ["", "{}", "nonsense", '{"format": "boardkit-record"}\n', '["a"]\n', "\x00\n"], ids=repr
)
def test_a_foreign_file_is_refused_and_not_kept(client, text):
    answer = client.post("/api/records", json={"record": text})
    assert answer.status_code == 400 and "record" in answer.json()["detail"]
    assert list(client.folder.iterdir()) == []


def test_a_tampered_record_is_refused(client):
    identifier = begin(client, DUEL)
    play_out(client, identifier)
    record = client.get(f"/api/tables/{identifier}/record").text
    answer = client.post("/api/records", json={"record": record.replace('"seed": 11', '"seed": 12')})
    assert answer.status_code == 400


# -- what is hidden ----------------------------------------------------------------------------------------------------


def positions(tmp_path):
    """Tables in the middle of games, with all that can be hidden."""
    for game, options in (
        (CAESAR, CaesarOptions(modules=MODULES)),
        (TRAJAN, TrajanOptions(players=3)),
    ):
        table = Table.begin(tmp_path / "game.jsonl", game, options, 5, ["human"] * len(options.seats))
        rng = np.random.default_rng(1)
        while not table.over:
            if table.count % 9 == 0:
                yield table
            table.play(int(rng.choice(table.legal())))


def test_a_seat_is_told_the_same_whatever_it_cannot_know(tmp_path):
    """Redraw all that a seat cannot know: everything that its browser gets stays the same, byte for byte."""
    differed = 0
    for table in positions(tmp_path):
        for seat in table.humans:
            before = json.dumps({**view(table, seat, None, 0), "log": []})
            true = table._states[-1]
            other = true.copy()
            play.redraw(other, np.array([seat]), np.array([table.count], np.uint64))
            other["rng"] = true["rng"]  # whether it has moved since the last decision is public: it forbids the undo
            table._states[-1] = other
            assert json.dumps({**view(table, seat, None, 0), "log": []}) == before
            table._states[-1] = true
            differed += other.tobytes() != true.tobytes()
    assert differed > 20


def test_a_token_placed_face_down_is_named_to_its_owner_only(tmp_path):
    table = Table.begin(tmp_path / "game.jsonl", CAESAR, CaesarOptions(modules=MODULES), 3, ["human", "human"])
    down = range(CAESAR.actions.first("place_down"), CAESAR.actions.first("resolve_first"))
    action = next(action for action in table.legal() if action in down)
    owner = table.to_move
    table.play(action)
    own, others = table.log(owner)[0]["words"], table.log(1 - owner)[0]["words"]
    assert any(name in own for name in KIND_NAMES)
    assert "face down" in others and not any(name in others for name in KIND_NAMES)


def test_two_people_at_one_screen_get_nothing_before_they_say_whose_eyes_are_meant(client):
    seen = look(client, begin(client, TWO))
    assert seen["covered"] and not {"svg", "log", "choices"} & set(seen)


def test_choices_are_sent_to_the_seat_to_move_only(client):
    identifier = begin(client, TWO)
    assert look(client, identifier, seat=0)["choices"] and not look(client, identifier, seat=1)["choices"]


def test_the_seat_of_an_agent_cannot_be_looked_at(client):
    identifier = begin(client, DUEL)
    assert client.get(f"/api/tables/{identifier}", params={"seat": 1}).status_code == 409


@pytest.mark.parametrize("request_", ["record", "branch"])
def test_the_record_of_a_game_in_progress_is_not_given_away(client, request_):
    identifier = begin(client, DUEL)
    address = f"/api/tables/{identifier}/{request_}"
    ask = {"number": 0, "players": ["human", "human"]}
    answer = client.get(address) if request_ == "record" else client.post(address, json=ask)
    assert answer.status_code == 409
    assert client.get("/api/menu").json()["finished"] == []


# -- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_requests_under_another_name_are_refused(client, host):
    assert client.get("/", headers={"host": host}).status_code == 421


def test_requests_of_other_pages_are_refused(client):
    headers = {"origin": "https://evil.example"}
    assert client.post("/api/tables", json=DUEL, headers=headers).status_code == 403
    assert client.post("/api/tables", json=DUEL, headers={"origin": "null"}).status_code == 403
    assert client.post("/api/tables", json=DUEL, headers={"origin": "http://127.0.0.1:8000"}).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_bodies_that_a_form_could_send_are_refused(client, kind):
    answer = client.post("/api/tables", content=json.dumps(DUEL), headers={"content-type": kind})
    assert answer.status_code == 415


def test_huge_bodies_are_refused_whatever_they_say_of_their_length(client):
    huge = b'"' + b"x" * LARGEST_BODY + b'"'
    headers = {"content-type": "application/json"}
    assert client.post("/api/records", content=huge, headers=headers).status_code == 413
    assert client.post("/api/records", content=iter([huge]), headers=headers).status_code == 413


@pytest.mark.parametrize(
    "name",
    ["x", "..%2F..%2Fetc%2Fpasswd", "../secret", "%2e%2e%2fsecret", "A" * 22, "secret", "A" * 5000, "%00", "con"],
)
def test_no_name_leads_out_of_the_folder(client, name):
    (client.folder.parent / "secret.jsonl").write_text("{}")
    for path in (f"/api/tables/{name}", f"/api/tables/{name}/record"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/static/server.py", "/../server.py", "/%2e%2e/server.py", "/server.py", "/docs"])
def test_only_the_files_of_the_page_are_served(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": {"modules": ["border_control"]}},
        {"options": {"colour": "red"}},
        {"options": {"modules": 7}},
        {"options": {"tiles": {"A": 5}}},
        {"players": ["human"]},
        {"players": ["human", "nobody"]},
        {"players": ["human", "os:system"]},
        {"players": ["human", "random:seed=__import__('os')"]},
        {"players": ["human", "random:depth=3"]},
        {"seed": "-1"},
        {"seed": "1e9"},
        {"seed": "9" * 40},
    ],
    ids=str,
)
def test_games_that_cannot_be_are_refused_with_a_reason(client, change):
    answer = client.post("/api/tables", json={**DUEL, **change})
    assert answer.status_code in (400, 409) and answer.json()["detail"]
    assert list(client.folder.iterdir()) == []


@pytest.mark.parametrize("ask", [{}, [], {"action": "0", "number": 0}, {"action": -1, "number": 0}, {"action": True}])
def test_requests_of_another_shape_are_refused(client, ask):
    identifier = begin(client, DUEL)
    assert client.post(f"/api/tables/{identifier}/play", json=ask).status_code == 422


def test_illegal_and_late_actions_harm_nothing(client):
    identifier = begin(client, DUEL)
    before = look(client, identifier)
    illegal = {"action": 527, "number": 0}
    late = {"action": before["choices"][0]["action"], "number": 7}
    for ask in (illegal, late, {"action": 99_999, "number": 0}):
        answer = client.post(f"/api/tables/{identifier}/play", json=ask)
        assert answer.status_code == 409 and answer.json()["detail"]
    assert look(client, identifier) == before


def test_answers_forbid_the_browser_what_the_page_does_not_need(client):
    headers = client.get("/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"


def test_identifiers_cannot_be_guessed(client):
    names = {begin(client, TWO) for _ in range(20)}
    assert len(names) == 20 and all(len(name) == 22 for name in names)
