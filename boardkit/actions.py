"""The action table of a game: one flat list of numbered actions, in named groups, each action with its words.

A game lists its groups once; ranges, masks, names and documentation all follow from that list.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Group:
    """A run of actions of one kind, e.g. "place" or "sow"."""

    name: str
    decision: str  # the decision these actions answer
    words: tuple[str, ...]  # one phrase an action; must be unique in the whole table
    first: int = 0  # number of the first action, filled in by the table

    def __len__(self) -> int:
        return len(self.words)


class ActionTable:
    """All actions of a game: number <-> words, and where each group begins."""

    def __init__(self, groups: Iterable[tuple[str, str, Sequence[str]]]) -> None:
        placed: list[Group] = []
        first = 0
        for name, decision, words in groups:
            placed.append(Group(name, decision, tuple(words), first))
            first += len(words)
        self.groups: dict[str, Group] = {group.name: group for group in placed}
        self.words: tuple[str, ...] = tuple(word for group in placed for word in group.words)
        if len(self.groups) != len(placed):
            raise ValueError("two groups of actions have the same name")
        if len(self._numbers) != len(self.words):
            raise ValueError("two actions have the same words")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {words: number for number, words in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Group]:
        return iter(self.groups.values())

    def first(self, group: str) -> int:
        """The number of a group's first action."""
        return self.groups[group].first

    def group_of(self, action: int) -> Group:
        """The group an action belongs to."""
        return next(group for group in self if group.first <= action < group.first + len(group))

    def number(self, words: str) -> int:
        """The action that these words name."""
        if words not in self._numbers:
            raise ValueError(f"no action is called {words!r}")
        return self._numbers[words]

    def table(self) -> str:
        """The documentation of the actions, as a Markdown table."""
        rows = ["| actions | decision | group | words |", "|---|---|---|---|"]
        for group in self:
            last = group.first + len(group) - 1
            numbers = f"{group.first}" if len(group) == 1 else f"{group.first}–{last}"
            words = group.words[0] if len(group) == 1 else f"{group.words[0]} … {group.words[-1]}"
            rows.append(f"| {numbers} | {group.decision} | {group.name} | {words} |")
        return "\n".join(rows)
