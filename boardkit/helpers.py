"""Threads that share the work of a call with the thread that makes it."""

import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeAlias

Work: TypeAlias = Callable[[], None]
Outcomes: TypeAlias = "SimpleQueue[BaseException | None]"
Calls: TypeAlias = "SimpleQueue[tuple[Work, Outcomes] | None]"


class Helpers:
    """So many threads that wait for work. They end when this object is collected, and never keep a process alive.

    They take their work from a bare queue: calls here last less than a millisecond, and an executor's futures show.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._calls: Calls = SimpleQueue()
        for _ in range(number):
            threading.Thread(target=_help, args=(self._calls,), daemon=True).start()
        weakref.finalize(self, _dismiss, self._calls, number)

    def join_in(self, work: Work) -> None:
        """Do the same work in every thread and in this one; return when all are done, or raise what one of them raised.

        Work is called several times at once: it has to share itself out.
        """
        outcomes: Outcomes = SimpleQueue()
        for _ in range(self.number):
            self._calls.put((work, outcomes))
        try:
            work()
        finally:
            errors = [outcomes.get() for _ in range(self.number)]
        for error in filter(None, errors):
            raise error


def _help(calls: Calls) -> None:
    while call := calls.get():
        work, outcomes = call
        try:
            work()
        except BaseException as error:  # whatever it is, the thread that asked for the work is to have it
            outcomes.put(error)
        else:
            outcomes.put(None)
        del call, work, outcomes  # a thread that waits must not keep alive what it worked on


def _dismiss(calls: Calls, number: int) -> None:
    for _ in range(number):
        calls.put(None)
