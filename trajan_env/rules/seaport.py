"""The seaport action (T12), shipping with wild tiles (T19), and the commodity deck (R2)."""

from boardkit.chance import draw
from boardkit.jit import rule
from trajan_env.actions import (
    DISCARD_CARD,
    DRAW_TWO,
    LOAD_CARD,
    LOAD_WILD,
    PLAY_CARD,
    PLAY_SECOND_CARD,
    SHIP,
    STOP_LOADING,
    STOP_PLAYING,
    TAKE_CARD,
)
from trajan_env.data import (
    GAIN_SHIPS,
    MAX_LOAD,
    MAX_PAIRS,
    NUM_COMMODITIES,
    NUM_PILES,
    NUM_SHIPS,
    SHIP_IDENTICAL,
    SHIP_PAIRS,
    SHIP_VP,
    WILD_COMMODITY,
)
from trajan_env.rules.common import gain, is_empty
from trajan_env.state import DISCARD, LOAD, NONE, SECOND_CARD

# The deck and the discard piles


@rule
def can_draw_card(s):
    """R2: there is a card in the deck, or one to shuffle into it."""
    return s.pile_size[0] > 1 or s.pile_size[1] > 1 or not is_empty(s.deck)


@rule
def reshuffle(s):
    """R2: all discards but the top card of each pile make a new deck. Two players then know each other's hand."""
    for pile in range(NUM_PILES):
        top = s.pile_size[pile] - 1
        if top < 1:
            continue
        for place in range(top):
            s.deck[s.pile[pile, place]] += 1
        s.pile[pile, 0] = s.pile[pile, top]
        for place in range(1, top + 1):
            s.pile[pile, place] = 0
        s.pile_size[pile] = 1
    if s.players == 2:
        for seat in range(2):
            for kind in range(NUM_COMMODITIES):
                s.hand_known[seat, kind] = s.hand[seat, kind]


@rule
def draw_card(s):
    """A card from the deck, reshuffled when it is empty (R2); NONE when there is nothing to draw."""
    if is_empty(s.deck):
        reshuffle(s)
    return draw(s, s.deck)


@rule
def draw_to_hand(s, player, number):
    """Draw cards one by one, as many as there are (R2)."""
    for _ in range(number):
        kind = draw_card(s)
        if kind != NONE:
            s.hand[player, kind] += 1


@rule
def lay_on_pile(s, pile, kind):
    """Put a card on top of a discard pile."""
    s.pile[pile, s.pile_size[pile]] = kind
    s.pile_size[pile] += 1


@rule
def refill_pile(s, pile):
    """T6, T12b: an empty discard pile gets a card from the deck, if there is one."""
    if s.pile_size[pile] == 0:
        kind = draw_card(s)
        if kind != NONE:
            lay_on_pile(s, pile, kind)


@rule
def leave_hand(s, player, kind):
    """A card leaves the hand in sight of all."""
    s.hand[player, kind] -= 1
    if s.hand_known[player, kind] > 0:
        s.hand_known[player, kind] -= 1


# (a) Draw two, discard one


@rule
def draw_two(s, player):
    """T12a: draw 2 cards; one card is then discarded."""
    draw_to_hand(s, player, 2)
    s.decision = DISCARD


@rule
def list_discards(s, player, actions):
    """T12a: any card of the hand, onto either pile."""
    count = 0
    for kind in range(NUM_COMMODITIES):
        if s.hand[player, kind] > 0:
            for pile in range(NUM_PILES):
                actions[count] = DISCARD_CARD + NUM_PILES * kind + pile
                count += 1
    return count


@rule
def discard(s, player, kind, pile):
    """T12a: put a card from the hand on top of a discard pile."""
    leave_hand(s, player, kind)
    lay_on_pile(s, pile, kind)


# (b) Draw one from discard


@rule
def can_take_card(s, pile):
    """T12b: there is a card on the pile."""
    return s.pile_size[pile] > 0


@rule
def take_card(s, player, pile):
    """T12b: take the top card of a discard pile, for all to see; refill the pile if that empties it."""
    s.pile_size[pile] -= 1
    top = s.pile_size[pile]
    kind = s.pile[pile, top]
    s.pile[pile, top] = 0
    s.hand[player, kind] += 1
    s.hand_known[player, kind] += 1
    refill_pile(s, pile)


# (c) Play commodities and refill hand


@rule
def play_card(s, player, kind):
    """T12c: a card from the hand to the tableau."""
    leave_hand(s, player, kind)
    s.tableau[player, kind] += 1


@rule
def play_first_card(s, player, kind):
    """T12c: the first card; a second may follow."""
    play_card(s, player, kind)
    s.first_card = kind
    s.decision = SECOND_CARD


@rule
def list_second_cards(s, player, actions):
    """T12c: a card not before the first in the list of kinds, or none."""
    count = 0
    for kind in range(s.first_card, NUM_COMMODITIES):
        if s.hand[player, kind] > 0:
            actions[count] = PLAY_SECOND_CARD + kind
            count += 1
    actions[count] = STOP_PLAYING
    return count + 1


@rule
def play_second_card(s, player, action):
    """T12c: play a second card or stop, then draw as many as were played."""
    played = 1
    if action != STOP_PLAYING:
        play_card(s, player, action - PLAY_SECOND_CARD)
        played = 2
    s.first_card = NONE
    draw_to_hand(s, player, played)


# (d) Ship commodities


@rule
def can_ship(s, player, ship):
    """T12d, R11: a load can be begun that fits the ship: a card or a wild tile, for pairs two that go together."""
    most = 0
    for kind in range(NUM_COMMODITIES):
        most = max(most, s.hand[player, kind])
    return most + s.tiles[player, WILD_COMMODITY] >= (2 if ship == SHIP_PAIRS else 1)


@rule
def begin_load(s, ship):
    """T12d: choose a ship; the load follows card by card."""
    s.ship = ship
    s.decision = LOAD


@rule
def measure_load(s):
    """The cards on the ship, their kinds, the kinds with a single card, and the last kind loaded."""
    cards, kinds, singles, last = 0, 0, 0, NONE
    for kind in range(NUM_COMMODITIES):
        loaded = s.load[kind]
        if loaded > 0:
            cards += loaded
            kinds += 1
            last = kind
            if loaded == 1:
                singles += 1
    return cards, kinds, singles, last


@rule
def list_cards_to_load(s, player, actions):
    """T12d, R11: kinds in ascending order, before the wild tiles, and only if the load can still be completed."""
    cards, kinds, singles, last = measure_load(s)
    if s.load_wilds > 0:
        return 0
    count = 0
    for kind in range(max(last, 0), NUM_COMMODITIES):
        held = s.hand[player, kind]
        if held == 0:
            continue
        if s.ship == SHIP_PAIRS:
            single = 1 if held == 1 else 0  # it needs a wild tile, as every kind does that was left single
            fits = kinds < MAX_PAIRS and singles + single <= s.tiles[player, WILD_COMMODITY]
            if kind == last:
                fits = s.load[kind] == 1
        elif s.ship == SHIP_IDENTICAL:
            fits = cards < MAX_LOAD and (cards == 0 or kind == last)
        else:
            fits = cards < MAX_LOAD and kind != last
        if fits:
            actions[count] = LOAD_CARD + kind
            count += 1
    return count


@rule
def can_load_wild(s, player):
    """T19, R11: a wild tile fits, and with it the load can still be completed."""
    wilds = s.tiles[player, WILD_COMMODITY]
    if wilds == 0:
        return False
    cards, kinds, singles, _ = measure_load(s)
    if s.ship != SHIP_PAIRS:
        return cards + s.load_wilds < MAX_LOAD
    spare = s.load_wilds + 1 - singles  # wild tiles beyond those that complete single cards
    if spare <= 0:
        return wilds - 1 >= -spare
    return kinds + (spare + 1) // 2 <= MAX_PAIRS and (spare % 2 == 0 or wilds > 1)


@rule
def can_set_sail(s):
    """T12d, R11: the load is a legal combination."""
    cards, kinds, singles, _ = measure_load(s)
    if s.ship != SHIP_PAIRS:
        return cards + s.load_wilds > 0
    spare = s.load_wilds - singles
    return spare >= 0 and spare % 2 == 0 and kinds + spare > 0


@rule
def list_load(s, player, actions):
    """T12d: the next card, a wild tile (T19), or the end of the load."""
    count = list_cards_to_load(s, player, actions)
    if can_load_wild(s, player):
        actions[count] = LOAD_WILD
        count += 1
    if can_set_sail(s):
        actions[count] = STOP_LOADING
        count += 1
    return count


@rule
def load_card(s, player, kind):
    """T12d: a card from the hand onto the ship."""
    leave_hand(s, player, kind)
    s.load[kind] += 1


@rule
def load_wild(s, player):
    """T19: a wild tile stands for a card and leaves the game."""
    s.tiles[player, WILD_COMMODITY] -= 1
    s.gone[WILD_COMMODITY] += 1
    s.load_wilds += 1


@rule
def set_sail(s, player):
    """T12d: the cards go to the tableau, the load is scored, a coloured ship turns gray."""
    cards, kinds, singles, _ = measure_load(s)
    size = kinds + (s.load_wilds - singles) // 2 if s.ship == SHIP_PAIRS else cards + s.load_wilds
    gain(s, player, GAIN_SHIPS, SHIP_VP[s.ship, s.ship_side[s.ship], size])
    s.ship_side[s.ship] = 1
    for kind in range(NUM_COMMODITIES):
        s.tableau[player, kind] += s.load[kind]
        s.load[kind] = 0
    s.load_wilds = 0
    s.ship = NONE


# The four options together


@rule
def can_use_seaport(s, player):
    """T12: at least one of the four options is open."""
    return can_draw_card(s) or can_take_card(s, 0) or can_take_card(s, 1) or can_ship(s, player, SHIP_IDENTICAL)


@rule
def list_seaport(s, player, actions, count):
    """T12: draw two, take a discard, play a card, or ship."""
    if can_draw_card(s):
        actions[count] = DRAW_TWO
        count += 1
    for pile in range(NUM_PILES):
        if can_take_card(s, pile):
            actions[count] = TAKE_CARD + pile
            count += 1
    for kind in range(NUM_COMMODITIES):
        if s.hand[player, kind] > 0:
            actions[count] = PLAY_CARD + kind
            count += 1
    for ship in range(NUM_SHIPS):
        if can_ship(s, player, ship):
            actions[count] = SHIP + ship
            count += 1
    return count


@rule
def use_seaport(s, player, action):
    """T12: take an option; True when that finishes the action."""
    if action == DRAW_TWO:
        draw_two(s, player)
        return False
    if action < PLAY_CARD:
        take_card(s, player, action - TAKE_CARD)
        return True
    if action < SHIP:
        play_first_card(s, player, action - PLAY_CARD)
        return False
    begin_load(s, action - SHIP)
    return False
