"""Remembering: what is stored, what the receipt says, and that nothing is stored twice or by halves."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.clocks import StoppedClock
from tests.contract.conftest import OpenMemory
from tests.scripted import ScriptedExtractor
from user_memory.bench.stored import stored_strings
from user_memory.graph.candidates import Background, Extraction
from user_memory.graph.config import Config
from user_memory.graph.errors import Conflict, InvalidInput, NotFound, TooLarge
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.graph.model import Interaction, Memory, Receipt


def statuses(user: User) -> dict[str, str]:
    return {m.content: m.status for m in user.memories(limit=500).items}


def only(user: User, content: str) -> Memory:
    return next(m for m in user.memories(limit=500).items if m.content == content)


def test_law_1_every_memory_has_a_source_with_the_span_that_supports_it(ana: User) -> None:
    message = {"id": "m1", "role": "user", "content": "user lives_in Oslo\nuser likes tea"}
    receipt = ana.remember([message], session_id="s1")
    assert [m.content for m in receipt.stored] == ["user lives_in Oslo", "user likes tea"]
    for memory in receipt.stored:
        (source,) = memory.sources
        assert (source.message_id, source.session_id, source.role) == ("m1", "s1", "user")
        assert source.start is not None
        assert message["content"][source.start : source.end] == memory.content == source.quote


def test_law_5_the_receipt_accounts_for_every_candidate(ana: User) -> None:
    ana.remember("user lives_in Oslo\nuser pet cat")
    script = (
        "user lives_in Bergen\nuser pet cat\nretract user pet cat\nretract user pet dog\n"
        "user email a@b.example\nuser likes tea\nuser likes tea\nsecret"
    )
    receipt = ana.remember(script)
    accounted = len(receipt.stored) + len(receipt.reinforced) + len(receipt.retracted) + len(receipt.refused)
    assert accounted == len(script.split("\n"))
    assert [r.reason for r in receipt.refused] == ["secret", "consent", "unresolved"]
    assert receipt.refused[1].category == "contact"
    assert len(receipt.superseded) == 1


def test_all_layers(ana: User) -> None:
    receipt = ana.remember(
        "user likes tea\nevent 2026-02-01 Anna married\nrule be brief\nsession no emojis", session_id="s"
    )
    assert [m.layer for m in receipt.stored] == ["semantic", "episodic", "procedural"]
    assert [m.importance for m in receipt.stored] == [7.0, 6.0, 8.0]
    assert [i.instruction for i in receipt.session] == ["no emojis"]
    assert [i.instruction for i in ana.session("s").instructions] == ["no emojis"]


def test_repetition_reinforces_one_memory(ana: User) -> None:
    first = ana.remember("user likes tea").stored[0]
    second = ana.remember("user likes tea")
    assert second.reinforced == (first.id,)
    held = ana.memory(first.id)
    assert len(held.sources) == 2
    assert held.confidence > first.confidence


@pytest.mark.parametrize(
    "said", ["rule be brief", "when coding: rule use tabs", "event 2026-02-01 Nina married"]
)
def test_repetition_reinforces_rules_and_events_too(ana: User, said: str) -> None:
    first = ana.remember(said).stored[0]
    assert ana.remember(said).reinforced == (first.id,)
    assert len(ana.memories().items) == 1


def test_a_newer_value_supersedes(ana: User) -> None:
    old = ana.remember("user lives_in Oslo").stored[0]
    receipt = ana.remember("user lives_in Bergen")
    assert [(r.id, r.by) for r in receipt.superseded] == [(old.id, receipt.stored[0].id)]
    assert receipt.stored[0].supersedes == old.id
    assert ana.memory(old.id).status == "superseded"


def test_switching_ends_the_old_value_of_many(ana: User) -> None:
    ana.remember("user uses emacs\nuser uses git")
    ana.remember("user uses vim instead emacs")
    assert statuses(ana) == {
        "user uses emacs": "superseded",
        "user uses git": "current",
        "user uses vim instead emacs": "current",
    }


def test_an_ending_keeps_what_it_ended(ana: User) -> None:
    old = ana.remember("user likes tea").stored[0]
    receipt = ana.remember("end user likes tea")
    assert [(r.id, r.by) for r in receipt.superseded] == [(old.id, None)]
    assert [(r.reason, r.source.role) for r in ana.why(old.id).retired_by] == [("ended", "user")]


def test_dislikes_meets_likes(ana: User) -> None:
    ana.remember("user likes tea")
    ana.remember("user dislikes tea")
    assert statuses(ana) == {"user likes tea": "superseded", "user dislikes tea": "current"}


def test_a_rule_can_be_ended(ana: User) -> None:
    ana.remember("rule be brief")
    ana.remember("end rule be brief")
    assert statuses(ana) == {"be brief": "superseded"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_the_end_state_is_the_same_for_any_order_of_arrival(ana: User, order: tuple[int, ...]) -> None:
    said = [
        {"role": "user", "content": "user lives_in Oslo\nuser likes tea", "at": "2026-01-01T00:00:00Z"},
        {"role": "user", "content": "user lives_in Bergen", "at": "2026-01-02T00:00:00Z"},
        {"role": "user", "content": "user lives_in Oslo\nend user likes tea", "at": "2026-01-03T00:00:00Z"},
    ]
    for number in order:
        ana.remember([said[number]])
    held = sorted(
        (m.fact.object.name, m.fact.polarity, m.status, str(m.fact.valid_from), str(m.fact.valid_to))
        for m in ana.memories().items
        if m.fact is not None
    )
    assert held == [
        ("Bergen", "+", "superseded", "2026-01-02 00:00:00+00:00", "2026-01-03 00:00:00+00:00"),
        ("Oslo", "+", "current", "2026-01-03 00:00:00+00:00", "None"),
        ("Oslo", "+", "superseded", "None", "2026-01-02 00:00:00+00:00"),
        ("tea", "+", "superseded", "None", "2026-01-03 00:00:00+00:00"),
    ]


def test_law_6_the_same_message_ids_store_nothing_twice(ana: User) -> None:
    message = {"id": "m1", "role": "user", "content": "user likes tea"}
    assert not ana.remember([message]).replayed
    again = ana.remember([message])
    assert (again.replayed, again.stored, again.reinforced) == (True, (), ())
    assert len(only(ana, "user likes tea").sources) == 1


def test_law_6_the_same_message_id_with_another_text_is_a_conflict(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "user likes tea"}])
    with pytest.raises(Conflict, match="m1"):
        ana.remember([{"id": "m1", "role": "user", "content": "user likes coffee"}])
    assert statuses(ana) == {"user likes tea": "current"}


@pytest.mark.parametrize("left", ["session be brief", "secret", "end rule be brief"])
def test_law_6_an_id_keeps_to_its_text_also_where_the_message_left_no_memory(ana: User, left: str) -> None:
    message = {"id": "m1", "role": "user", "content": left}
    ana.remember([message], session_id="s")
    for session_id in ("s", "another"):
        with pytest.raises(Conflict, match="m1"):
            ana.remember([{**message, "content": "user likes coffee"}], session_id=session_id)
    assert ana.memories().items == ()
    ana.remember([message], session_id="s")


def test_law_6_an_instruction_is_not_given_again_by_the_same_message(ana: User) -> None:
    message = {"id": "m1", "role": "user", "content": "session be brief"}
    ana.remember([message], session_id="s")
    ana.put_session("s", instructions=[])
    assert ana.remember([message], session_id="s").replayed
    assert ana.session("s").instructions == ()


def test_a_message_that_left_nothing_is_read_again_once_it_may_leave_something(ana: User) -> None:
    message = {"id": "m1", "role": "user", "content": "user allergic_to nuts"}
    assert ana.remember([message]).refused[0].category == "health"
    ana.grant("health")
    assert len(ana.remember([message]).stored) == 1
    assert ana.remember([message]).replayed
    assert ana.delete_source("m1").requests == 0


@pytest.mark.parametrize("left", ["session be brief", "secret"])
def test_a_message_that_left_no_memory_can_be_forgotten(ana: User, left: str) -> None:
    message = {"id": "m1", "role": "user", "content": left}
    acts = (
        lambda: ana.delete_source("m1"),
        lambda: ana.delete_sources(session_id="s"),
        lambda: ana.delete_session("s"),
    )
    for number, act in enumerate(acts):
        ana.remember([{**message, "content": f"{left}\n{'session x' * number}"}], session_id="s")
        assert act().requests == 1
    with pytest.raises(NotFound):
        ana.delete_source("m1")


def test_an_id_is_free_again_after_a_day_and_once_no_instruction_of_it_stands(
    memory: MemoryService, ana: User, clock: StoppedClock
) -> None:
    said = [
        {"id": "m1", "role": "user", "content": "secret"},
        {"id": "m2", "role": "user", "content": "session be brief"},
    ]
    ana.put_session("s", ttl_seconds=3 * 86_400)
    ana.remember(said, session_id="s")
    clock.advance(days=1, minutes=1)
    assert memory.decay(tenant=memory.tenant).requests_removed == 1
    ana.remember([{**said[0], "content": "user likes tea"}])
    with pytest.raises(Conflict, match="m2"):
        ana.remember([{**said[1], "content": "user likes tea"}])
    clock.advance(days=3)
    memory.decay(tenant=memory.tenant)
    ana.remember([{**said[1], "content": "user likes tea"}])


def test_of_a_message_that_left_nothing_no_word_is_kept(memory: MemoryService, ana: User) -> None:
    ana.remember(
        [{"id": "zebra-1", "role": "user", "content": "retract user likes zebra"}], session_id="zebra-2"
    )
    held = stored_strings(memory, "ana")
    assert not any("zebra" in text for text in held)


def test_law_6_an_idempotency_key_is_answered_again(ana: User) -> None:
    first = ana.remember("user likes tea\nsecret", session_id="s", idempotency_key="k")
    again = ana.remember("user likes tea\nsecret", session_id="s", idempotency_key="k")
    assert again.replayed
    assert [m.id for m in again.stored] == [m.id for m in first.stored]
    assert (again.interaction_id, again.refused) == (first.interaction_id, first.refused)
    with pytest.raises(Conflict):
        ana.remember("user likes coffee", session_id="s", idempotency_key="k")


@pytest.mark.parametrize(
    "other",
    [
        {"session_id": "t"},
        {"session_id": None},
        {"timezone": "Europe/Oslo"},
        {"id": "m1"},
        {"at": "2026-01-01T00:00:00Z"},
        {"speaker": "Anna"},
    ],
)
def test_law_6_an_idempotency_key_is_for_one_request_in_every_field(ana: User, other: dict[str, Any]) -> None:
    def send(**fields: Any) -> Receipt:
        request = {"session_id": "s"} | fields
        around = {k: request.pop(k) for k in ("session_id", "timezone") if k in request}
        message = {"role": "user", "content": "user likes tea"} | request
        return ana.remember([message], idempotency_key="k", **around)

    send()
    assert send().replayed
    with pytest.raises(Conflict, match="Idempotency-Key"):
        send(**other)


def test_law_6_what_fails_leaves_no_trace(ana: User) -> None:
    ana.remember([{"id": "m1", "role": "user", "content": "user likes tea"}])
    before = (ana.stats(), statuses(ana))
    with pytest.raises(Conflict):
        ana.remember(
            [
                {"id": "m0", "role": "user", "content": "user pet cat"},
                {"id": "m1", "role": "user", "content": "user likes coffee"},
            ]
        )
    assert (ana.stats(), statuses(ana)) == before


def test_law_2_no_personal_data_without_consent_for_its_category(ana: User) -> None:
    receipt = ana.remember("user allergic_to nuts\nuser religion none")
    assert [(r.reason, r.category) for r in receipt.refused] == [
        ("consent", "health"),
        ("consent", "beliefs"),
    ]
    ana.grant("health", "safe recipes")
    assert [m.content for m in ana.remember("user allergic_to nuts").stored] == ["user allergic_to nuts"]
    ana.withdraw("health")
    assert ana.remember("user allergic_to fish").stored == ()


def test_consent_that_changes_meanwhile_is_read_again(memory: MemoryService, open_memory: OpenMemory) -> None:
    class Meddling(ScriptedExtractor):
        """Consent is withdrawn while the words are being read."""

        calls = 0

        def extract(self, interaction: Interaction, background: Background) -> Extraction:
            self.calls += 1
            if self.calls == 1:
                service.user("ana").withdraw("health")
            return super().extract(interaction, background)

    extractor = Meddling()
    service = open_memory(extractor=extractor)
    user = service.user("ana")
    user.grant("health")
    assert user.remember("user allergic_to nuts").stored == ()
    assert extractor.calls == 2


def test_law_5_the_cap_archives_the_least_important_and_says_so(open_memory: OpenMemory) -> None:
    user = open_memory(Config(cap=3)).user("ana")
    user.remember("event 2026-01-01 first\nuser likes tea\nrule be brief")
    receipt = user.remember("user likes coffee")
    assert user.stats().active == 3
    assert [user.memory(i).content for i in receipt.archived] == ["first"]
    assert statuses(user)["first"] == "archived"


def test_law_5_pinned_memories_never_give_way(open_memory: OpenMemory) -> None:
    user = open_memory(Config(cap=2)).user("ana")
    first = user.remember("event 2026-01-01 first").stored[0]
    user.pin(first.id)
    user.remember("user likes tea\nuser likes coffee\nuser likes milk")
    assert user.stats().active == 2
    assert user.memory(first.id).status == "current"


def test_recorded_at_strictly_increases(ana: User, clock: StoppedClock) -> None:
    ana.remember("user likes tea\nuser likes milk")
    clock.advance(seconds=-60)
    ana.remember("user likes coffee")
    times = [m.recorded_at for m in ana.memories().items]
    assert times == sorted(set(times))
    assert len(times) == 3


def test_participants_are_other_people(ana: User) -> None:
    said = [
        {"role": "participant", "speaker": "Mel", "content": "user likes tea"},
        {"role": "user", "speaker": "Anna", "content": "user likes milk"},
    ]
    receipt = ana.remember(said)
    assert receipt.stored[0].sources[0].speaker is not None
    assert receipt.stored[0].sources[0].speaker.name == "participant 1"
    ana.grant("name")
    receipt = ana.remember([{**m, "content": m["content"].replace("tea", "beer")} for m in said])
    assert receipt.stored[0].sources[0].speaker.name == "Mel"
    (self_entity,) = ana.entities(kind="self").items
    assert self_entity.aliases == ("Anna",)


@pytest.mark.parametrize(
    ("messages", "where"),
    [
        ([], "messages"),
        ([{"role": "user", "content": "  "}], "messages[0].content"),
        ([{"role": "user", "content": 7}], "messages[0].content"),
        ([{"role": "king", "content": "x"}], "messages[0].role"),
        ([{"role": "user", "content": "x", "extra": 1}], "messages[0].extra"),
        ([{"role": "user", "content": "x", "at": "2026-01-01T00:00:00"}], "messages[0].at"),
        ([{"role": "user", "content": "x", "at": "2026-02-30T00:00:00Z"}], "messages[0].at"),
        ([{"role": "user", "content": "x", "at": "yesterday"}], "messages[0].at"),
        ([{"role": "user", "content": "x", "at": "9999-01-01T00:00:00Z"}], "messages[0].at"),
        ([{"role": "user", "content": "x", "id": "no spaces"}], "messages[0].id"),
        ([{"role": "user", "content": "x", "speaker": "\n"}], "messages[0].speaker"),
        ([{"role": "user", "content": "bad \ud800"}], "messages[0].content"),
        (["x"], "messages[0]"),
    ],
)
def test_bad_input_names_its_field_and_stores_nothing(ana: User, messages: list[object], where: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        ana.remember(messages)  # type: ignore[arg-type]
    assert caught.value.where == where
    assert ana.memories().items == ()


def test_two_messages_of_one_id_are_refused(ana: User) -> None:
    with pytest.raises(InvalidInput, match="twice"):
        ana.remember([{"id": "m", "role": "user", "content": "user likes tea"}] * 2)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (datetime(2026, 2, 2, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)),
        (datetime(1, 1, 1, tzinfo=UTC), None),
        (None, datetime(9999, 12, 31, tzinfo=UTC)),
    ],
)
def test_an_interval_that_cannot_be_is_refused(
    open_memory: OpenMemory, start: datetime | None, end: datetime | None
) -> None:
    class Confused(ScriptedExtractor):
        """Reads the times of everything wrongly."""

        def extract(self, interaction: Interaction, background: Background) -> Extraction:
            found = super().extract(interaction, background)
            fact, event = found.candidates
            fact = replace(fact, valid_from=start, valid_to=end)  # type: ignore[call-arg]
            event = replace(event, occurred_from=start, occurred_to=end)  # type: ignore[call-arg]
            return replace(found, candidates=(fact, event))

    user = open_memory(extractor=Confused()).user("ana")
    receipt = user.remember("user lives_in Oslo\nevent 2026-02-01 Nina left")
    assert [r.reason for r in receipt.refused] == ["unresolved", "unresolved"]
    assert user.memories().items == ()


def test_too_long_a_message_is_too_large(ana: User) -> None:
    with pytest.raises(TooLarge):
        ana.remember("x" * 1_000_000)


@pytest.mark.parametrize("timezone", ["Mars/Olympus", "../etc", ""])
def test_an_unknown_time_zone_is_refused(ana: User, timezone: str) -> None:
    with pytest.raises(InvalidInput):
        ana.remember("user likes tea", timezone=timezone)


@pytest.mark.parametrize("user_id", ["", " ", "a\nb", "e\u0301", "x" * 257, "\ud800"])
def test_a_user_id_is_visible_and_in_nfc(memory: MemoryService, user_id: str) -> None:
    with pytest.raises(InvalidInput):
        memory.user(user_id)


def test_text_of_any_script_comes_back_as_it_was(ana: User) -> None:
    receipt = ana.remember("user likes 茶\nuser likes чай\nuser likes شاي\nuser likes 🍵")
    assert [m.fact.object.name for m in receipt.stored if m.fact] == ["茶", "чай", "شاي", "🍵"]
    assert [ana.memory(m.id).content for m in receipt.stored] == [m.content for m in receipt.stored]


def test_the_end_of_a_rule_that_was_rejected_ends_nothing(ana: User, clock: StoppedClock) -> None:
    rule = ana.remember("rule mention tea").stored[0]
    ana.reject(rule.id)
    for _ in range(2):
        receipt = ana.remember("end rule mention tea")
        assert (receipt.stored, [r.reason for r in receipt.refused]) == ((), ["unresolved"])
        assert ana.memory(rule.id).status == "retracted"
        clock.advance(days=1)
    again = ana.remember("rule mention tea").stored[0]
    clock.advance(days=1)
    assert ana.remember("end rule mention tea").refused == ()
    assert ana.memory(again.id).status == "superseded"
