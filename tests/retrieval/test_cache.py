"""The cache: right revision or nothing, and never more bytes than it may have."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.family import NOW, family, snapshot
from user_memory.graph.retrieval import Query, SnapshotCache, rank
from user_memory.graph.retrieval.snapshot import Snapshot


def held(owner: str, revision: int, bytes: int) -> Snapshot:
    return replace(snapshot([]), owner=owner, revision=revision, bytes=bytes)


def test_no_older_revision_than_the_asked_one_is_answered() -> None:
    cache = SnapshotCache(1_000)
    cache.put(held("ana", 3, 10))
    assert cache.get("ana", 2) is not None
    assert cache.get("ana", 3) is not None
    assert cache.get("ana", 4) is None
    assert cache.get("ben", 3) is None


def test_an_older_revision_does_not_take_the_place_of_a_newer() -> None:
    cache = SnapshotCache(1_000)
    cache.put(held("ana", 3, 10))
    cache.put(held("ana", 2, 10))
    assert cache.get("ana", 3) is not None


def test_the_least_recently_used_gives_way() -> None:
    cache = SnapshotCache(25)
    cache.put(held("ana", 1, 10))
    cache.put(held("ben", 1, 10))
    cache.get("ana", 1)
    cache.put(held("cleo", 1, 10))
    assert cache.get("ben", 1) is None
    assert cache.get("ana", 1) is not None


def test_what_was_touched_since_is_known_without_gaps_or_not_at_all() -> None:
    cache = SnapshotCache(1_000)
    cache.note("ana", 3, ["lost"])
    cache.put(held("ana", 3, 10))
    cache.note("ana", 5, ["b"])
    assert cache.since("ana", 5) is None
    cache.note("ana", 4, ["a"])
    found = cache.since("ana", 5)
    assert found is not None
    assert (found[0].revision, found[1]) == (3, {"a", "b"})
    assert cache.since("ana", 6) is None
    cache.put(held("ana", 4, 10))
    assert cache.since("ana", 5) is not None
    assert cache.since("ana", 5)[1] == {"b"}  # type: ignore[index]
    cache.drop("ana")
    assert cache.since("ana", 5) is None


def test_dropping_forgets() -> None:
    cache = SnapshotCache(100)
    cache.put(held("ana", 1, 10))
    cache.drop("ana")
    assert cache.get("ana", 1) is None
    assert (cache.bytes, len(cache)) == (0, 0)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 5), st.integers(0, 60)), max_size=20))
def test_bytes_never_pass_the_bound(puts: list[tuple[str, int, int]]) -> None:
    cache = SnapshotCache(100)
    for owner, revision, bytes in puts:
        cache.put(held(owner, revision, bytes))
        kept = [s for o in "abc" if (s := cache.get(o, 1)) is not None]
        assert cache.bytes == sum(s.bytes for s in kept) <= 100


def test_a_touch_shows_in_the_next_answer_and_keeps_the_revision() -> None:
    cache = SnapshotCache(10**9)
    cache.put(snapshot(family()))
    cache.touch("owner", ["m2", "m2", "nothing"], NOW)
    cache.touch("nobody", ["m2"], NOW)
    built = cache.get("owner", 1)
    assert built is not None
    hit = next(h for h in rank(built, Query(max_memories=20), NOW) if h.memory.id == "m2")
    assert hit.memory.access_count == 1
    assert hit.memory.last_accessed_at == NOW


def test_rows_are_found_by_id() -> None:
    built = snapshot(family())
    row = built.row("m3")
    assert row is not None
    assert row.memory.content == "user does pottery"
    assert built.row("m999") is None
