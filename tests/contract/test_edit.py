"""Explicit acts: add, correct, confirm, reject, restore, pin; what each leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clocks import StoppedClock
from tests.contract.conftest import OpenMemory
from tests.scripted import SECRET
from user_memory.graph.config import Config
from user_memory.graph.errors import (
    Conflict,
    ConsentRequired,
    InvalidInput,
    NotFound,
    SecretRefused,
)
from user_memory.graph.memory.user import User

FRIEND = {"subject": "user", "predicate": "friend", "object": "Sven"}
BACKWARD = {"valid_from": "2026-02-02T00:00:00Z", "valid_to": "2026-02-01T00:00:00Z"}
FAR = "9999-01-01T00:00:00Z"


def test_an_explicit_memory_is_certain_and_has_a_source_without_a_span(ana: User) -> None:
    memory = ana.add("semantic", fact=FRIEND, tags=["people", "people"], importance=9)
    assert (memory.confidence, memory.importance, memory.tags) == (1.0, 9.0, ("people",))
    (source,) = memory.sources
    assert (source.role, source.start, source.quote) == ("api", None, None)
    assert memory.fact is not None
    assert (memory.fact.subject.kind, memory.fact.object.kind) == ("self", "person")


def test_explicit_events_and_rules(ana: User) -> None:
    event = ana.add(
        "episodic",
        content="user moved house",
        event={"occurred_from": "2026-02-01T00:00:00Z", "precision": "day"},
    )
    rule = ana.add("procedural", rule={"instruction": "use metric units", "condition": "when cooking"})
    assert event.event is not None
    assert event.event.precision == "day"
    assert rule.content == "when cooking: use metric units"
    assert ana.timeline().items == (event,)


def test_an_explicit_memory_meets_what_was_said(ana: User) -> None:
    said = ana.remember("user lives_in Oslo").stored[0]
    ana.add("semantic", fact={"subject": "user", "predicate": "lives_in", "object": "Bergen"})
    assert ana.memory(said.id).status == "superseded"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"layer": "temporal"}, "layer"),
        ({"layer": "dreams"}, "layer"),
        ({"layer": "semantic"}, "fact"),
        ({"layer": "semantic", "fact": {**FRIEND, "predicate": "hates"}}, "fact.predicate"),
        ({"layer": "semantic", "fact": {**FRIEND, "extra": 1}}, "fact.extra"),
        ({"layer": "semantic", "fact": {**FRIEND, "object": " "}}, "fact.object"),
        ({"layer": "semantic", "fact": {**FRIEND, "polarity": "?"}}, "fact.polarity"),
        ({"layer": "semantic", "fact": {**FRIEND, "valid_from": "2026-01-01"}}, "fact.valid_from"),
        ({"layer": "semantic", "fact": FRIEND, "importance": 11}, "importance"),
        ({"layer": "semantic", "fact": FRIEND, "importance": True}, "importance"),
        ({"layer": "semantic", "fact": FRIEND, "pinned": "yes"}, "pinned"),
        ({"layer": "semantic", "fact": FRIEND, "tags": "x"}, "tags"),
        ({"layer": "semantic", "fact": FRIEND, "content": "x" * 201}, "content"),
        ({"layer": "semantic", "fact": FRIEND, "event": {}}, "event"),
        ({"layer": "semantic", "fact": FRIEND, "expires_at": "soon"}, "expires_at"),
        ({"layer": "semantic", "fact": FRIEND, "expires_at": "2026-03-01T11:59:59Z"}, "expires_at"),
        ({"layer": "semantic", "fact": FRIEND | BACKWARD}, "fact.valid_to"),
        ({"layer": "semantic", "fact": {**FRIEND, "valid_to": "9999-12-30T00:00:00Z"}}, "fact.valid_to"),
        ({"layer": "semantic", "fact": {**FRIEND, "valid_from": "2127-01-01T00:00:00Z"}}, "fact.valid_from"),
        ({"layer": "episodic", "content": "x", "event": {"occurred_from": FAR}}, "event.occurred_from"),
        ({"layer": "episodic", "content": "x", "event": {"occurred_to": FAR}}, "event.occurred_to"),
        ({"layer": "episodic", "event": {}}, "content"),
        ({"layer": "procedural"}, "rule"),
    ],
)
def test_bad_input_names_its_field_and_stores_nothing(ana: User, body: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ana.add(**body)
    assert caught.value.where == where
    assert ana.memories().items == ()


def test_law_2_secrets_and_unconsented_data_are_refused(ana: User) -> None:
    with pytest.raises(SecretRefused) as caught:
        ana.add("semantic", fact={**FRIEND, "object": SECRET})
    assert SECRET not in str(caught.value)
    with pytest.raises(ConsentRequired) as missing:
        ana.add("semantic", fact={"subject": "user", "predicate": "email", "object": "a@b.example"})
    assert missing.value.category == "contact"
    ana.grant("contact")
    ana.add("semantic", fact={"subject": "user", "predicate": "email", "object": "a@b.example"})


def test_law_2_tags_purposes_and_names_hold_no_secret(ana: User) -> None:
    memory = ana.add("semantic", fact=FRIEND)
    with pytest.raises(SecretRefused):
        ana.update(memory.id, tags=[SECRET])
    with pytest.raises(SecretRefused):
        ana.add("procedural", rule={"instruction": "be brief"}, tags=[SECRET])
    with pytest.raises(SecretRefused):
        ana.add("episodic", content="a party", event={"involves": [SECRET]})
    with pytest.raises(SecretRefused):
        ana.grant("name", SECRET)
    assert [m.id for m in ana.memories().items] == [memory.id]
    assert (ana.memory(memory.id).tags, ana.consents()) == ((), ())


def test_an_idempotency_key_adds_once(ana: User) -> None:
    first, replayed = ana.add_or_replay("semantic", fact=FRIEND, idempotency_key="k")
    again, replayed_again = ana.add_or_replay("semantic", fact=FRIEND, idempotency_key="k")
    assert (first.id, replayed, replayed_again) == (again.id, False, True)
    assert len(again.sources) == 1
    with pytest.raises(Conflict):
        ana.add("semantic", fact={**FRIEND, "object": "Ole"}, idempotency_key="k")


def test_an_idempotency_key_does_not_bring_back_what_was_deleted(ana: User) -> None:
    ana.delete(ana.add("semantic", fact=FRIEND, idempotency_key="k").id)
    with pytest.raises(Conflict, match="deleted since"):
        ana.add("semantic", fact=FRIEND, idempotency_key="k")
    assert ana.memories().items == ()


def test_handling_keeps_the_id(ana: User) -> None:
    memory = ana.remember("user likes tea").stored[0]
    changed = ana.update(
        memory.id, tags=["drinks"], importance=2, pinned=True, expires_at="2027-01-01T00:00:00Z"
    )
    assert changed.id == memory.id
    assert (changed.tags, changed.importance, changed.pinned) == (("drinks",), 2.0, True)
    ana.remember("user likes tea")
    assert ana.memory(memory.id).importance == 2.0
    assert ana.update(memory.id, expires_at=None).expires_at is None


def test_a_correction_is_a_new_memory_and_the_old_one_is_retired(ana: User) -> None:
    old = ana.add("semantic", fact=FRIEND, tags=["people"])
    new = ana.update(old.id, fact={"object": "Svenja"})
    assert (new.supersedes, new.status, new.tags) == (old.id, "current", ("people",))
    assert new.fact is not None
    assert new.fact.object.name == "Svenja"
    retired = ana.memory(old.id)
    assert (retired.status, retired.retired_at is not None) == ("retracted", True)
    why = ana.why(new.id)
    assert [(r.memory.id, r.reason) for r in why.supersedes] == [(old.id, "correction")]
    assert [(r.memory.id, r.reason) for r in ana.why(old.id).superseded_by] == [(new.id, "correction")]


def test_correcting_only_the_words(ana: User) -> None:
    old = ana.remember("user likes tea").stored[0]
    new = ana.update(old.id, content="user is fond of tea")
    assert (new.content, new.fact, ana.memory(old.id).status) == (
        "user is fond of tea",
        old.fact,
        "retracted",
    )


def test_correcting_what_has_ended_leaves_it_ended(ana: User, clock: StoppedClock) -> None:
    old = ana.remember("user lives_in Oslo").stored[0]
    clock.advance(days=1)
    moved = clock.now
    ana.remember("user lives_in Rome")
    clock.advance(days=1)
    new = ana.update(old.id, fact={"object": "Bergen"})
    assert new.fact is not None
    assert (new.status, new.fact.valid_to) == ("superseded", moved)
    assert {m.content: m.status for m in ana.memories().items} == {
        "user lives_in Oslo": "retracted",
        "user lives_in Rome": "current",
        "user lives in Bergen": "superseded",
    }


def test_a_retracted_memory_is_not_corrected(ana: User) -> None:
    old = ana.remember("user likes tea").stored[0]
    ana.reject(old.id)
    with pytest.raises(Conflict):
        ana.update(old.id, content="other")


def test_confirming_makes_a_guess_certain(ana: User) -> None:
    guess = ana.remember("maybe user lives_in Rome").stored[0]
    assert guess.status == "tentative"
    sure = ana.confirm(guess.id)
    assert (sure.status, sure.confidence) == ("current", 1.0)


def test_rejecting_retracts_and_restoring_brings_back(ana: User) -> None:
    memory = ana.remember("user likes tea").stored[0]
    assert ana.reject(memory.id).status == "retracted"
    with pytest.raises(Conflict):
        ana.confirm(memory.id)
    assert ana.restore(memory.id).status == "current"
    assert ana.why(memory.id).retired_by == ()


def test_restoring_meets_a_newer_value_with_a_conflict(ana: User) -> None:
    old = ana.remember("user lives_in Oslo").stored[0]
    ana.reject(old.id)
    ana.remember("user lives_in Bergen")
    with pytest.raises(Conflict, match="newer"):
        ana.restore(old.id)
    assert ana.memory(old.id).status == "retracted"


def test_restoring_from_the_archive(open_memory: OpenMemory) -> None:
    user = open_memory(Config(cap=1)).user("ana")
    first = user.remember("event 2026-01-01 Nina left").stored[0]
    user.remember("user likes milk")
    assert user.memory(first.id).status == "archived"
    user.update(user.memories(q="milk").items[0].id, importance=1)
    assert user.restore(first.id).status == "current"
    assert user.stats().active == 1


def test_rejecting_what_is_in_the_archive_retracts_it(open_memory: OpenMemory) -> None:
    user = open_memory(Config(cap=1)).user("ana")
    user.add("semantic", fact=FRIEND, importance=2)
    receipt = user.remember("user likes tea")
    (archived,) = receipt.archived
    assert user.memory(archived).status == "archived"
    user.delete(receipt.stored[0].id)
    assert user.reject(archived).status == "retracted"
    assert user.memory(archived).status == "retracted"
    assert user.restore(archived).status == "current"


def test_a_rule_that_is_corrected_keeps_its_condition(ana: User) -> None:
    rule = ana.remember("when coding: rule use tabs").stored[0]
    new = ana.update(rule.id, rule={"instruction": "use spaces"})
    assert new.rule is not None
    assert (new.rule.condition, new.rule.instruction) == ("coding", "use spaces")


def test_changing_a_part_that_the_layer_has_not(ana: User) -> None:
    rule = ana.remember("rule be brief").stored[0]
    with pytest.raises(InvalidInput, match="fact"):
        ana.update(rule.id, fact={"object": "x"})


def test_unknown_ids(ana: User) -> None:
    ana.remember("user likes tea")
    for call in (ana.memory, ana.confirm, ana.reject, ana.restore, ana.delete, ana.why, ana.pin):
        with pytest.raises(NotFound):
            call("nothing")


def test_expired_memories_are_not_recalled(ana: User, clock: StoppedClock) -> None:
    memory = ana.add("semantic", fact=FRIEND, expires_at="2026-03-02T00:00:00Z")
    assert [h.memory.id for h in ana.search("Sven").items] == [memory.id]
    clock.advance(days=2)
    assert ana.search("Sven").items == ()


def test_a_memory_is_not_told_to_expire_in_the_past(ana: User, clock: StoppedClock) -> None:
    memory = ana.add("semantic", fact=FRIEND, expires_at="2026-03-02T00:00:00Z")
    for when in ("2026-03-01T11:59:59Z", "2020-01-01T00:00:00Z"):
        with pytest.raises(InvalidInput, match="expires_at is past"):
            ana.update(memory.id, expires_at=when)
    clock.advance(days=2)
    with pytest.raises(InvalidInput, match="expires_at is past"):
        ana.add("semantic", fact=FRIEND, expires_at="2026-03-02T00:00:00Z")
    assert ana.update(memory.id, expires_at=None).expires_at is None


def test_plans_may_reach_a_hundred_years_ahead(ana: User) -> None:
    memory = ana.add("semantic", fact={**FRIEND, "valid_to": "2120-01-01T00:00:00Z"})
    with pytest.raises(InvalidInput, match="100 years"):
        ana.update(memory.id, fact={"valid_to": FAR})
