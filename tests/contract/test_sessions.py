"""The temporal layer, and law 9: a session's instructions outrank stored rules."""

from __future__ import annotations

import pytest

from tests.clocks import StoppedClock
from tests.scripted import ADDRESS, SECRET
from user_memory.graph.errors import ConsentRequired, InvalidInput, NotFound, SecretRefused, TooLarge
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User


def test_a_session_is_opened_changed_and_deleted(ana: User) -> None:
    session, opened = ana.put_session("s", state={"step": 1}, instructions=["no emojis"], ttl_seconds=60)
    assert (opened, session.state) == (True, {"step": 1})
    changed, opened = ana.put_session("s", state={"step": 2})
    assert (opened, changed.state, [i.id for i in changed.instructions]) == (
        False,
        {"step": 2},
        [i.id for i in session.instructions],
    )
    assert ana.delete_session("s").sessions == 1
    with pytest.raises(NotFound):
        ana.session("s")


def test_a_session_slides_and_expires_from_every_read(
    memory: MemoryService, ana: User, clock: StoppedClock
) -> None:
    ana.put_session("s", instructions=["no emojis"], ttl_seconds=100)
    clock.advance(seconds=90)
    ana.remember("user likes tea", session_id="s")
    clock.advance(seconds=90)
    assert [i.instruction for i in ana.context("tea", session_id="s").session] == ["no emojis"]
    clock.advance(seconds=11)
    assert ana.context("tea", session_id="s").session == ()
    assert ana.stats().sessions == 0
    with pytest.raises(NotFound):
        ana.session("s")
    assert memory.decay(dry_run=True).sessions_removed >= 1
    assert memory.decay().sessions_removed >= 1
    assert memory.decay(dry_run=True).sessions_removed == 0


def test_law_9_a_sessions_instruction_comes_first_and_overrides(ana: User) -> None:
    ana.remember("rule use emojis\nsession do not use emojis", session_id="s")
    context = ana.context("how to answer", session_id="s")
    assert [i.instruction for i in context.session] == ["do not use emojis"]
    (rule,) = context.rules
    assert rule.overridden_by == context.session[0].id
    assert context.text.index("do not use emojis") < context.text.rindex("use emojis")
    assert ana.context("how to answer", session_id="other").rules[0].overridden_by is None


def test_an_instruction_is_kept_once(ana: User) -> None:
    ana.remember("session be brief", session_id="s")
    assert ana.remember("session Be brief", session_id="s").session == ()
    assert len(ana.session("s").instructions) == 1


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"state": {"x": float("nan")}}, InvalidInput),
        ({"state": {"x": object()}}, InvalidInput),
        ({"state": {"x": "y" * 70_000}}, TooLarge),
        ({"state": {"x": SECRET}}, SecretRefused),
        ({"instructions": [SECRET]}, SecretRefused),
        ({"state": {"x": [{"y": ADDRESS}]}}, ConsentRequired),
        ({"state": {ADDRESS: {}}}, ConsentRequired),
        ({"instructions": ["be brief", f"write to {ADDRESS}"]}, ConsentRequired),
        ({"instructions": [" "]}, InvalidInput),
        ({"instructions": ["x"] * 51}, InvalidInput),
        ({"ttl_seconds": 0}, InvalidInput),
        ({"ttl_seconds": 10**9}, InvalidInput),
    ],
)
def test_bad_input_changes_nothing(ana: User, fields: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        ana.put_session("s", **fields)  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        ana.session("s")


def test_law_2_a_session_holds_personal_data_only_with_consent(ana: User) -> None:
    ana.grant("contact")
    ana.put_session("s", state={"to": ADDRESS}, instructions=[f"write to {ADDRESS}"])
    ana.withdraw("contact")
    with pytest.raises(ConsentRequired) as refused:
        ana.put_session("s", instructions=["be brief", f"copy to {ADDRESS}"])
    assert (refused.value.category, refused.value.where) == ("contact", "instructions[1]")
    assert ADDRESS not in refused.value.detail
    with pytest.raises(ConsentRequired) as refused:
        ana.put_session("s", state={"to": ADDRESS})
    assert refused.value.where == "state"
    ana.put_session("s", state={"step": 2})
    assert [i.instruction for i in ana.session("s").instructions] == [f"write to {ADDRESS}"]
