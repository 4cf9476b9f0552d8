"""The pure parts under the facts: word lists, inflection, short verbs and wording."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from user_memory.extraction.contractions import expand
from user_memory.extraction.facts.idioms import idioms, tidy
from user_memory.extraction.facts.phrases import gerund_of
from user_memory.extraction.facts.sentences import sentence
from user_memory.extraction.facts.verbs import verb_rules
from user_memory.extraction.lexicon import is_job, role_of, singular
from user_memory.graph.candidates import USER, FactCandidate, Mention, Span
from user_memory.graph.model import CONTENT_LIMIT
from user_memory.graph.vocabulary import vocabulary


def test_every_rule_writes_a_predicate_of_the_vocabulary() -> None:
    written = {rule.predicate for rules in verb_rules().values() for rule in rules} | {
        i.predicate for i in idioms()
    }
    assert {p for p in written if not p.startswith("@")} <= set(vocabulary())


@pytest.mark.parametrize("predicate", sorted(vocabulary()))
@pytest.mark.parametrize("polarity", ["+", "-"])
def test_every_predicate_reads_as_a_sentence(predicate: str, polarity: str) -> None:
    fact = FactCandidate(USER, predicate, Mention("thing", "topic"), Span("m", 0, 1, "x"), "", polarity)  # type: ignore[arg-type]
    text = sentence(fact)
    kin = {"spouse", "partner", "child", "parent", "sibling", "relative", "friend", "colleague", "manager"}
    if predicate in kin and polarity == "+":
        assert text == f"thing is user's {predicate}"
        return
    assert text.startswith("user ")
    assert "thing" in text
    assert (" not " in text or " never " in text) == (polarity == "-")


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (Mention("sister", "person", "sister"), "user has a sister"),
        (Mention("kids", "person", "kids"), "user has kids"),
        (Mention("Nina", "person", "sister"), "Nina is user's sister"),
        (Mention("Nina", "person"), "Nina is user's sibling"),
        (Mention("sibling", "person"), "user has a sibling"),
    ],
)
def test_kin_are_told_as_people_tell_them(other: Mention, told: str) -> None:
    assert sentence(FactCandidate(USER, "sibling", other, Span("m", 0, 1, "x"), "")) == told


@given(st.text(min_size=1, max_size=400))
def test_a_sentence_is_never_too_long(name: str) -> None:
    fact = FactCandidate(USER, "likes", Mention(name, "topic"), Span("m", 0, 1, "x"), "")
    assert len(sentence(fact)) <= CONTENT_LIMIT


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("olives", "olive"),
        ("anchovies", "anchovy"),
        ("children", "child"),
        ("bus", "bus"),
        ("classes", "class"),
    ],
)
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("lemma", "gerund"), [("run", "running"), ("bake", "baking"), ("lie", "lying"), ("cook", "cooking")]
)
def test_gerund(lemma: str, gerund: str) -> None:
    assert gerund_of(lemma) == gerund


@pytest.mark.parametrize(
    "title", ["glaciologist", "head of procurement", "software engineer", "nurse", "beekeeper"]
)
def test_jobs_by_list_and_by_ending(title: str) -> None:
    assert is_job(title)


@pytest.mark.parametrize("noun", ["water", "member", "brother", "vegetarian", "summer"])
def test_no_jobs(noun: str) -> None:
    assert not is_job(noun)


@pytest.mark.parametrize(
    ("noun", "predicate"),
    [("mother-in-law", "relative"), ("kids", "child"), ("labrador", "pet"), ("table", None)],
)
def test_roles(noun: str, predicate: str | None) -> None:
    assert role_of(noun) == predicate


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Denver's home for me", "Denver is home for me"),
        ("Chicago's been my base", "Chicago has been my base"),
        ("my sister's dog barks", "my sister's dog barks"),
        ("it's at home", "it's at home"),
    ],
)
def test_short_verbs_after_nouns(short: str, full: str) -> None:
    assert expand(short) == full


@given(st.text(max_size=80))
def test_tidying_twice_changes_nothing_more(text: str) -> None:
    assert tidy(tidy(tidy(text))) == tidy(tidy(text))
