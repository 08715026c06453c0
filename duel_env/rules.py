"""The rules of Caesar! on the state record, in the order of the rulebook. Their numbers are those of docs/caesar.md."""

from boardkit.chance import below, draw
from boardkit.jit import rule
from duel_env.actions import (
    DECLINE,
    FIRST_PLACEMENT_OF,
    MIGHT_MARKER,
    MIGHT_TOKEN,
    NUM_ACTIONS,
    NUM_FLIPS,
    PLACE_DOWN,
    PLACEMENT_BORDER,
    PLACEMENT_FLIP,
    PLACEMENT_KIND,
    RESOLVE_FIRST,
    TAKE_CENTURION,
    USE,
)
from duel_env.crassus import choose_placement
from duel_env.data import (
    BASE_BONUSES,
    BORDER_PROVINCES,
    CAESAR,
    CENTURION,
    CENTURION_SYMBOL,
    COMMAND_DECK,
    CONTROL_SPACES,
    DISCARD,
    DRAW,
    FIRST_CENTURION,
    FITS,
    ITALIA,
    KIND_COUNT,
    KIND_VALUES,
    MARKERS,
    MAX_ROW,
    MIGHT,
    MODULE_BONUSES,
    NOBODY,
    NUM_BONUSES,
    NUM_BORDERS,
    NUM_BORDERS_OF,
    NUM_CENTURIONS,
    NUM_KINDS,
    NUM_PROVINCES,
    NUM_TILES,
    PLACE,
    POISON,
    ROW_AT_START,
    SENATE,
    TACTICS,
    TOKENS_AT_START,
    TOKENS_AT_START_POISON,
    WEALTH,
)
from duel_env.state import (
    AT_EFFECT,
    AT_END,
    AT_ORDER,
    AT_PLACE,
    BY_MARKERS,
    BY_NO_PLACEMENT,
    FACE_DOWN,
    FACE_TURNED,
    FACE_UP,
    LOG_FIELDS,
    MAX_EFFECTS,
    MAX_LOG,
    NOT_ENDED,
)

NUM_PLACEMENTS = RESOLVE_FIRST


# -- set-up (C1, C8 to C12) --------------------------------------------------------------------------------------------
@rule
def new_game(s, seed):
    """C1: lay out the bonus tokens, fill the bags, draw the first tokens; Caesar (solo: Crassus) begins."""
    s.seed = seed
    s.rng = seed
    clear_board(s)
    clear_turn(s)
    clear_effects(s)
    clear_crassus(s)
    lay_out_bonus_tokens(s)
    for side in range(2):
        set_up_side(s, side)
    s.turn = 0
    s.winner = NOBODY
    s.end = NOT_ENDED
    s.decision = AT_PLACE
    s.active = CAESAR
    if s.solo:
        play_crassus_turn(s)
    else:
        begin_turn(s)


@rule
def clear_board(s):
    for border in range(NUM_BORDERS):
        s.border_owner[border] = NOBODY
        s.border_kind[border] = -1
        s.border_flip[border] = 0
        s.border_face[border] = FACE_UP
        s.border_marker[border] = NOBODY
    for province in range(NUM_PROVINCES):
        s.influence[0, province] = 0
        s.influence[1, province] = 0
        s.free_borders[province] = NUM_BORDERS_OF[province]
        s.control[province] = NOBODY
        s.marker_down[province] = 0


@rule
def clear_effects(s):
    s.num_effects = 0
    for place in range(MAX_EFFECTS):
        s.effect[place] = -1
        s.effect_controlled[place] = False


@rule
def clear_crassus(s):
    s.row_length = 0
    for place in range(MAX_ROW):
        s.row[place] = -1
    s.tile = -1
    clear_log(s)
    for tile in range(NUM_TILES):
        s.deck[tile] = 0


@rule
def lay_out_bonus_tokens(s):
    """C1, C8, C9, C10: module tokens displace random base tokens; one token in every province, a Senate on Italia."""
    for bonus in range(NUM_BONUSES):
        s.spent[bonus] = BASE_BONUSES[bonus]  # for the time being: the heap that is dealt from
        s.bank[bonus] = 0
    displaced = MODULE_BONUSES * (s.poison + s.centurions)
    for _ in range(displaced):
        s.bank[draw(s, s.spent)] += 1
    s.spent[POISON] = MODULE_BONUSES * s.poison
    s.spent[CENTURION] = MODULE_BONUSES * s.centurions
    for province in range(NUM_PROVINCES):
        s.bonus[province] = SENATE if province == ITALIA else draw(s, s.spent)
    if not s.border_control:
        for bonus in range(NUM_BONUSES):
            s.spent[bonus] = s.bank[bonus]
            s.bank[bonus] = 0


@rule
def set_up_side(s, side):
    """C1, C8, C11: markers, a full bag, the first tokens."""
    s.markers[side] = MARKERS
    s.senates[side] = 0
    s.senate_markers[side] = 0
    s.markers_discarded[side] = 0
    s.fresh[side] = 0
    for kind in range(NUM_KINDS):
        s.bag[side, kind] = KIND_COUNT[kind]
        s.hand[side, kind] = 0
        s.hand_known[side, kind] = 0
        s.returned[side, kind] = 0
    for centurion in range(NUM_CENTURIONS):
        s.centurion_tokens[side, centurion] = s.centurions
        s.loose[side, centurion] = 0
    if is_crassus(s, side):
        draw_to_row(s, ROW_AT_START)
    else:
        for _ in range(TOKENS_AT_START_POISON if s.poison else TOKENS_AT_START):
            draw_token(s, side)


@rule
def is_crassus(s, side):
    """C11: whether the automa plays this side."""
    return s.solo == 1 and side != s.human


# -- a turn (C2) -------------------------------------------------------------------------------------------------------
@rule
def begin_turn(s):
    """C2, C7: the active human is to place a token; who cannot loses."""
    s.turn += 1
    s.decision = AT_PLACE
    if not can_place_any(s):
        end_game(s, 1 - s.active, BY_NO_PLACEMENT)


@rule
def can_place_any(s):
    """C7: whether a token of the active player's hand fits a free border."""
    for kind in range(NUM_KINDS):
        if s.hand[s.active, kind]:
            for border in range(NUM_BORDERS):
                if FITS[kind, border] and s.border_owner[border] < 0:
                    return True
    return False


@rule
def list_placements(s, actions):
    """C2, C10: every token kind in hand, on every free border it fits, either way round; face down where allowed."""
    count = 0
    for kind in range(NUM_KINDS):
        if s.hand[s.active, kind]:
            action = FIRST_PLACEMENT_OF[kind]
            flips = NUM_FLIPS[kind]
            for border in range(NUM_BORDERS):
                if FITS[kind, border]:
                    if s.border_owner[border] < 0:
                        for flip in range(flips):
                            actions[count] = action + flip
                            count += 1
                    action += flips
    if s.border_control:
        for action in range(PLACE_DOWN, NUM_PLACEMENTS):
            if s.hand[s.active, PLACEMENT_KIND[action]] and s.border_owner[PLACEMENT_BORDER[action]] < 0:
                actions[count] = action
                count += 1
    return count


@rule
def do_place(s, action):
    """C2, C10: the active human's placement, up to the order decision (D1) or through the rest of the turn."""
    side = s.active
    kind = PLACEMENT_KIND[action]
    border = PLACEMENT_BORDER[action]
    s.hand[side, kind] -= 1
    if action >= PLACE_DOWN:
        put_token(s, side, kind, border, 0, FACE_DOWN)
        know_less_of_hand(s, side, border)
    else:
        put_token(s, side, kind, border, PLACEMENT_FLIP[action], FACE_UP)
        know_token_left_hand(s, side, kind)
    first, second = closed_by(s, border)
    if first >= 0 and second >= 0:
        s.decision = AT_ORDER
    else:
        resolve_closed(s, max(first, second), -1)
        finish_turn(s)


@rule
def put_token(s, side, kind, border, flip, face):
    """Lay a token on a border: its values count in both provinces unless it lies face down."""
    s.last_border = border
    s.border_owner[border] = side
    s.border_kind[border] = kind
    s.border_flip[border] = flip
    s.border_face[border] = face
    for end in range(2):
        province = BORDER_PROVINCES[border, end]
        s.free_borders[province] -= 1
        if face == FACE_UP:
            s.influence[side, province] += value_facing(kind, flip, end)


@rule
def value_facing(kind, flip, end):
    """The value of a token that faces the first (end 0) or second (end 1) province of its border."""
    return KIND_VALUES[kind, end ^ flip]


@rule
def closed_by(s, border):
    """C3: the provinces of a border that are closed now, or -1."""
    first, second = BORDER_PROVINCES[border, 0], BORDER_PROVINCES[border, 1]
    return (
        first if s.free_borders[first] == 0 else -1,
        second if s.free_borders[second] == 0 else -1,
    )


@rule
def do_order(s, province):
    """D1: the active player resolves this one of two closed provinces first."""
    first, second = BORDER_PROVINCES[s.last_border, 0], BORDER_PROVINCES[s.last_border, 1]
    resolve_closed(s, province, second if province == first else first)
    finish_turn(s)


# -- closed provinces (C3 to C5, D1) -----------------------------------------------------------------------------------
@rule
def resolve_closed(s, first, second):
    """D1: bonus tokens and control markers in order, then all border markers; then the bank token goes to the front."""
    if first >= 0:
        resolve_province(s, first)
        if second >= 0 and not is_over(s):
            resolve_province(s, second)
        place_border_markers(s, s.active)
        place_border_markers(s, 1 - s.active)
    if not is_over(s) and s.border_face[s.last_border] == FACE_DOWN:
        draw_from_bank(s)


@rule
def resolve_province(s, province):
    """C3, C4: the active player takes the bonus token; the higher influence puts its control markers there."""
    winner = controller(s, province)
    add_effect(s, s.bonus[province], winner == s.active)
    s.bonus[province] = -1
    s.control[province] = winner
    if winner != NOBODY:
        for _ in range(CONTROL_SPACES[province]):
            place_marker(s, winner)


@rule
def controller(s, province):
    """C4, C14: who wins a province that closes now; a tie is nobody's, but Crassus's in his own turn."""
    if s.influence[0, province] > s.influence[1, province]:
        return 0
    if s.influence[1, province] > s.influence[0, province]:
        return 1
    return s.active if is_crassus(s, s.active) else NOBODY


@rule
def place_marker(s, side):
    """C7: a control marker leaves the stock; the last one wins at once (a game that is over places no more)."""
    if is_over(s):
        return False
    s.markers[side] -= 1
    if s.markers[side] == 0:
        end_game(s, side, BY_MARKERS)
    return True


@rule
def place_border_markers(s, side):
    """C5, C6: a marker on every border between two provinces of one side, unless Might forbids it."""
    for border in range(NUM_BORDERS):
        first, second = BORDER_PROVINCES[border, 0], BORDER_PROVINCES[border, 1]
        if (
            s.control[first] == side
            and s.control[second] == side
            and s.border_marker[border] == NOBODY
            and not s.marker_down[first]
            and not s.marker_down[second]
            and place_marker(s, side)
        ):
            s.border_marker[border] = side


@rule
def draw_from_bank(s):
    """C10, D1, D6: a random bonus token of the bank is resolved before the others."""
    bonus = draw(s, s.bank)
    if bonus >= 0:
        add_effect(s, bonus, False)
        for place in range(s.num_effects - 1, 0, -1):
            s.effect[place] = s.effect[place - 1]
            s.effect_controlled[place] = s.effect_controlled[place - 1]
        s.effect[0] = bonus
        s.effect_controlled[0] = False


# -- bonus effects (C6, C8, C9, D3 to D5) ------------------------------------------------------------------------------
@rule
def add_effect(s, bonus, controlled):
    s.effect[s.num_effects] = bonus
    s.effect_controlled[s.num_effects] = controlled
    s.num_effects += 1


@rule
def drop_effect(s):
    """The first effect is dealt with."""
    s.num_effects -= 1
    for place in range(s.num_effects):
        s.effect[place] = s.effect[place + 1]
        s.effect_controlled[place] = s.effect_controlled[place + 1]
    s.effect[s.num_effects] = -1
    s.effect_controlled[s.num_effects] = False


@rule
def resolve_effects(s):
    """C6: resolve bonus tokens in order; False when the active player has to decide on one, or the game ended."""
    while s.num_effects > 0 and not is_over(s):
        bonus = s.effect[0]
        if bonus == SENATE:
            do_senate(s)
        elif is_crassus(s, s.active):
            do_bonus_of_crassus(s, bonus)
        elif can_use(s, bonus):
            s.decision = AT_EFFECT
            return False
        else:
            spend_effect(s)
    return not is_over(s)


@rule
def spend_effect(s):
    s.spent[s.effect[0]] += 1
    drop_effect(s)


@rule
def do_senate(s):
    """C6: kept for good; with control of its province it takes as many markers as its owner has Senates."""
    controlled = s.effect_controlled[0]
    drop_effect(s)
    s.senates[s.active] += 1
    if controlled:
        for _ in range(s.senates[s.active]):
            if place_marker(s, s.active):
                s.senate_markers[s.active] += 1


@rule
def can_use(s, bonus):
    """D4: whether an effect can change anything; else it lapses."""
    if bonus == TACTICS:
        return s.extra_turn == 0
    if bonus == WEALTH:
        return count_tokens(s.bag[s.active]) > 0
    if bonus == POISON:
        return can_poison(s, 1 - s.active)
    if bonus == MIGHT:
        return can_might_any(s)
    return s.centurion_chosen < 0 and count_tokens(s.centurion_tokens[s.active]) > 0


@rule
def count_tokens(counts):
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    return total


@rule
def do_use(s):
    """C6, C8: use Tactics, Wealth or Poison."""
    bonus = s.effect[0]
    spend_effect(s)
    if bonus == TACTICS:
        s.extra_turn = 1
    elif bonus == WEALTH:
        draw_token(s, s.active)
    else:
        do_poison(s, 1 - s.active)
    finish_turn(s)


@rule
def do_decline(s):
    """C6: every effect but the Senate's may be declined."""
    spend_effect(s)
    finish_turn(s)


@rule
def can_poison(s, victim):
    """C8, D4: whether there is a token to give back."""
    if is_crassus(s, victim):
        return s.row_length > 0
    return count_tokens(s.hand[victim]) > 0


@rule
def do_poison(s, victim):
    """C8, C17: a random token of the victim's hand (Crassus: row) goes back to the bag, seen by both."""
    if is_crassus(s, victim):
        kind = take_from_row(s, below(s, s.row_length))
    else:
        kind = draw(s, s.hand[victim])
        know_token_returned(s, victim, kind)
    s.bag[victim, kind] += 1


@rule
def can_might_token(s, border):
    """C6, D4: an opposing token, face up, that still counts in an open province."""
    return (
        s.border_owner[border] == 1 - s.active
        and s.border_face[border] == FACE_UP
        and (s.free_borders[BORDER_PROVINCES[border, 0]] > 0 or s.free_borders[BORDER_PROVINCES[border, 1]] > 0)
    )


@rule
def can_might_marker(s, province):
    """C6, D4: an opposing control marker, face up, in a province."""
    return s.control[province] == 1 - s.active and s.marker_down[province] == 0


@rule
def can_might_any(s):
    for border in range(NUM_BORDERS):
        if can_might_token(s, border):
            return True
    for province in range(NUM_PROVINCES):
        if can_might_marker(s, province):
            return True
    return False


@rule
def do_might_token(s, border):
    """C6: the token counts 0/0 from now on."""
    owner = s.border_owner[border]
    for end in range(2):
        value = value_facing(s.border_kind[border], s.border_flip[border], end)
        s.influence[owner, BORDER_PROVINCES[border, end]] -= value
    s.border_face[border] = FACE_TURNED
    spend_effect(s)
    finish_turn(s)


@rule
def do_might_marker(s, province):
    """C6: no more border markers on the borders of this province."""
    s.marker_down[province] = 1
    spend_effect(s)
    finish_turn(s)


@rule
def do_take_centurion(s, centurion):
    """C9, D5: chosen now, it enters the hand at the end of the turn instead of the draw."""
    s.centurion_chosen = FIRST_CENTURION + centurion
    spend_effect(s)
    finish_turn(s)


@rule
def list_effect_choices(s, actions):
    """C6, C8, C9: what can be done with the bonus token being resolved."""
    bonus = s.effect[0]
    count = 0
    if bonus == TACTICS or bonus == WEALTH or bonus == POISON:
        actions[count] = USE
        count += 1
    actions[count] = DECLINE
    count += 1
    if bonus == MIGHT:
        for border in range(NUM_BORDERS):
            if can_might_token(s, border):
                actions[count] = MIGHT_TOKEN + border
                count += 1
        for province in range(NUM_PROVINCES):
            if can_might_marker(s, province):
                actions[count] = MIGHT_MARKER + province
                count += 1
    elif bonus == CENTURION:
        for centurion in range(NUM_CENTURIONS):
            if s.centurion_tokens[s.active, centurion]:
                actions[count] = TAKE_CENTURION + centurion
                count += 1
    return count


# -- the end of a turn (C2, C6, D5, D7) and of the game (C7) -----------------------------------------------------------
@rule
def finish_turn(s):
    """Resolve what effects are left; if no decision is due, draw and let the next turn begin."""
    if is_over(s) or not resolve_effects(s):
        return
    draw_at_end(s)
    if not s.extra_turn:
        s.active = 1 - s.active
    clear_turn(s)
    if is_crassus(s, s.active):
        play_crassus_turn(s)
    else:
        begin_turn(s)


@rule
def draw_at_end(s):
    """C2, C9, D5: the chosen Centurion enters the hand, otherwise one token is drawn."""
    if s.centurion_chosen >= 0:
        s.centurion_tokens[s.active, s.centurion_chosen - FIRST_CENTURION] = 0
        s.hand[s.active, s.centurion_chosen] += 1
        s.hand_known[s.active, s.centurion_chosen] += 1
    else:
        draw_token(s, s.active)


@rule
def draw_token(s, side):
    """Draw one token from the bag into the hand; an empty bag gives nothing (D5)."""
    kind = draw(s, s.bag[side])
    if kind >= 0:
        s.hand[side, kind] += 1
        if count_tokens(s.returned[side]):
            s.fresh[side] += 1


@rule
def clear_turn(s):
    """Nothing is pending when a turn begins."""
    s.last_border = -1
    s.extra_turn = 0
    s.centurion_chosen = -1


@rule
def end_game(s, winner, how):
    """C7, D1: what is left unresolved at that instant is dropped."""
    while s.num_effects > 0:
        spend_effect(s)
    clear_turn(s)
    s.winner = winner
    s.end = how
    s.decision = AT_END


# -- Crassus's turn (C11, C12, C14, C17, D8) ---------------------------------------------------------------------------
@rule
def play_crassus_turn(s):
    """C12: turn up a command tile and do what it shows; then the human's turn begins."""
    s.active = 1 - s.human
    s.turn += 1
    clear_log(s)
    s.tile = turn_up_tile(s)
    wanted = s.tiles[s.tile, DRAW]
    drawn = draw_to_row(s, wanted)
    for _ in range(s.tiles[s.tile, CENTURION_SYMBOL]):
        draw_centurion_to_row(s)
    for placement in range(s.tiles[s.tile, PLACE]):
        place_for_crassus(s, placement == 0)
        if is_over(s):
            return
    if drawn == wanted:
        for _ in range(s.tiles[s.tile, DISCARD]):
            discard_leftmost(s)
    s.active = s.human
    clear_turn(s)
    begin_turn(s)


@rule
def clear_log(s):
    s.log_length = 0
    for entry in range(MAX_LOG):
        for field in range(len(LOG_FIELDS)):
            s.log[entry, field] = 0


@rule
def turn_up_tile(s):
    """C12, D9: the next command tile; an empty deck is reshuffled first."""
    if count_tokens(s.deck) == 0:
        for tile in range(NUM_TILES):
            s.deck[tile] = COMMAND_DECK[s.centurions, s.difficulty, tile]
    return draw(s, s.deck)


@rule
def draw_to_row(s, wanted):
    """C12: tokens from the bag to the right end of the row; how many there were."""
    for drawn in range(wanted):
        kind = draw(s, s.bag[1 - s.human])
        if kind < 0:
            return drawn
        add_to_row(s, kind)
    return wanted


@rule
def draw_centurion_to_row(s):
    """C12, D10: the top of Crassus's Centurion stack to the right end of the row, if there is one."""
    centurion = draw(s, s.centurion_tokens[1 - s.human])
    if centurion >= 0:
        add_to_row(s, FIRST_CENTURION + centurion)


@rule
def add_to_row(s, kind):
    s.row[s.row_length] = kind
    s.row_length += 1


@rule
def take_from_row(s, place):
    """Take a token out of the row; those to its right close up."""
    kind = s.row[place]
    s.row_length -= 1
    for right in range(place, s.row_length):
        s.row[right] = s.row[right + 1]
    s.row[s.row_length] = -1
    return kind


@rule
def discard_leftmost(s):
    """C12, D10: the leftmost token of the row goes back to the bag."""
    if s.row_length > 0:
        s.bag[1 - s.human, take_from_row(s, 0)] += 1


@rule
def place_for_crassus(s, is_first):
    """C12, C15, D8: one placement of Crassus; if nothing fits he loses by his first, and skips a later one."""
    place = choose_placement(s)
    if place < 0:
        if is_first:
            end_game(s, s.human, BY_NO_PLACEMENT)
        return
    entry = s.log[s.log_length - 1]
    aimed_at, border, kind, flip = entry[1], entry[2], entry[3], entry[4]
    take_from_row(s, place)
    put_token(s, s.active, kind, border, flip, FACE_UP)
    first, second = closed_by(s, border)
    if second == aimed_at:
        first, second = second, first
    if first < 0:
        first, second = second, first
    resolve_closed(s, first, second)
    resolve_effects(s)


@rule
def do_bonus_of_crassus(s, bonus):
    """C14: he uses Poison; any other is discarded, with one of his markers under option "harder"."""
    spend_effect(s)
    if bonus == POISON:
        if can_poison(s, s.human):
            do_poison(s, s.human)
    elif s.harder:
        s.markers_discarded[s.active] += 1
        place_marker(s, s.active)


# -- what everybody can deduce of a hand -------------------------------------------------------------------------------
@rule
def know_token_left_hand(s, side, kind):
    """A token was placed face up: it is no longer among those known or supposed to be hidden."""
    if s.hand_known[side, kind] > 0:
        s.hand_known[side, kind] -= 1
    if kind >= FIRST_CENTURION:
        s.loose[side, kind - FIRST_CENTURION] = 0
    if s.returned[side, kind] > 0:
        s.returned[side, kind] -= 1
        if count_tokens(s.returned[side]) == 0:
            s.fresh[side] = 0


@rule
def know_less_of_hand(s, side, border):
    """A token was placed face down: known Centurions that fit there may be the one."""
    for centurion in range(NUM_CENTURIONS):
        kind = FIRST_CENTURION + centurion
        if s.hand_known[side, kind] > 0 and FITS[kind, border]:
            s.hand_known[side, kind] = 0
            s.loose[side, centurion] = 1


@rule
def know_token_returned(s, side, kind):
    """Poison: everybody saw which token went back to the bag."""
    if s.hand_known[side, kind] > 0:
        s.hand_known[side, kind] -= 1
    if kind >= FIRST_CENTURION:
        s.loose[side, kind - FIRST_CENTURION] = 0
    if s.fresh[side] > 0:
        for other in range(NUM_KINDS):
            s.returned[side, other] = 0
        s.fresh[side] = 0
    s.returned[side, kind] += 1


# -- the protocol ------------------------------------------------------------------------------------------------------
@rule
def legal_actions(s, actions):
    """The legal actions of the pending decision, ascending."""
    if s.decision == AT_PLACE:
        return list_placements(s, actions)
    if s.decision == AT_EFFECT:
        return list_effect_choices(s, actions)
    if s.decision == AT_ORDER:
        first, second = BORDER_PROVINCES[s.last_border, 0], BORDER_PROVINCES[s.last_border, 1]
        actions[0] = RESOLVE_FIRST + min(first, second)
        actions[1] = RESOLVE_FIRST + max(first, second)
        return 2
    return 0


@rule
def step(s, action):
    """Play a legal action."""
    if action < NUM_PLACEMENTS:
        do_place(s, action)
    elif action < USE:
        do_order(s, action - RESOLVE_FIRST)
    elif action == USE:
        do_use(s)
    elif action == DECLINE:
        do_decline(s)
    elif action < MIGHT_MARKER:
        do_might_token(s, action - MIGHT_TOKEN)
    elif action < TAKE_CENTURION:
        do_might_marker(s, action - MIGHT_MARKER)
    elif action < NUM_ACTIONS:
        do_take_centurion(s, action - TAKE_CENTURION)


@rule
def to_move(s):
    """The seat to decide: the active side; solo has one seat, the human's."""
    return 0 if s.solo else s.active


@rule
def is_over(s):
    return s.decision == AT_END


@rule
def returns(s, values):
    """+1 for the winner, -1 for the loser."""
    for seat in range(len(values)):
        side = s.human if s.solo else seat
        values[seat] = 0.0 if s.winner == NOBODY else 1.0 if s.winner == side else -1.0
