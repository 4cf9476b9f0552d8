"""User Memory: what users tell an agent, kept as a graph, and the right few memories back.

    from user_memory import UserMemory

    with UserMemory.open("./user-memory-data") as memory:
        ana = memory.user("ana")
        ana.remember("I live in Lisbon and I'm vegetarian.")
        print(ana.context("Where should we eat?").text)

Importing this package is light: models and engines load when a memory is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from user_memory.version import __version__

if TYPE_CHECKING:
    from user_memory.graph.memory.user import User
    from user_memory.opening import UserMemory

__all__ = ["User", "UserMemory", "__version__"]


def __getattr__(name: str) -> object:
    if name == "UserMemory":
        from user_memory.opening import UserMemory

        return UserMemory
    if name == "User":
        from user_memory.graph.memory.user import User

        return User
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
