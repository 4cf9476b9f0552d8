"""Lists that come in pages, whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from user_memory.graph.model import Page

T = TypeVar("T")


def every(page: Callable[[str | None], Page[T]]) -> Iterator[T]:
    """Each item of a list; ``page`` answers the page that begins at a cursor."""
    cursor: str | None = None
    while True:
        found = page(cursor)
        yield from found.items
        cursor = found.next_cursor
        if cursor is None:
            return
