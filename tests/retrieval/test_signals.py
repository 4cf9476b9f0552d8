"""Each signal by itself: its range, and what it is to tell."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.family import (
    ACME,
    ANNA,
    BEN,
    ENTITIES,
    LEEDS,
    NOW,
    USER,
    fact,
    family,
    memory,
    rows,
    snapshot,
)
from user_memory.graph.model import EntityRef, Event, Source
from user_memory.graph.retrieval import Row
from user_memory.graph.retrieval.activation import about, activation
from user_memory.graph.retrieval.bm25 import K1, PRIOR, B, build_index, read_documents
from user_memory.graph.retrieval.conversation import Conversation, build_conversation
from user_memory.graph.retrieval.entities import EntityIndex
from user_memory.graph.retrieval.fields import relation_words
from user_memory.graph.retrieval.questions import KINDS, read, understand
from user_memory.graph.retrieval.speech import first_person, named, query_speech
from user_memory.graph.retrieval.when import asked_time, nearness
from user_memory.graph.retrieval.words import IRREGULAR, stems, tokens
from user_memory.graph.vocabulary import vocabulary

TERMS = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(st.lists(TERMS, max_size=6), TERMS)
def test_words_are_bm25_as_a_share_of_the_possible(documents: list[list[str]], query: list[str]) -> None:
    index = build_index(read_documents([((terms, 1.0),) for terms in documents]))
    mean = sum(map(len, documents)) / len(documents) if any(documents) else 1.0
    for document, value in enumerate(index.score(query)):
        total = possible = 0.0
        for term in set(query):
            held = sum(term in other for other in documents)
            idf = math.log(1 + (len(documents) + PRIOR - held + 0.5) / (held + 0.5))
            tf = documents[document].count(term)
            possible += idf
            total += idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * len(documents[document]) / mean))
        assert value == pytest.approx(min(1.0, total / possible) if possible else 0.0)


def test_a_lesser_field_counts_less() -> None:
    index = build_index(read_documents([((["tea"], 1.0),), ((["tea"], 0.5),)]))
    first, second = index.score(["tea"])
    assert first > second > 0


def test_every_predicate_can_be_asked_for_in_other_words() -> None:
    assert relation_words().keys() <= vocabulary().keys()
    assert relation_words()["works_for"]


def test_words_of_every_script() -> None:
    assert tokens("Zoë’s café, Москва") == ["zoë's", "café", "москва"]
    assert tokens("東京都") == ["東京", "京都"]
    assert stems("the walking dogs") == ["walk", "dog"]


@pytest.mark.parametrize(("form", "word"), sorted(IRREGULAR.items()))
def test_an_irregular_form_is_the_word_it_comes_from(form: str, word: str) -> None:
    assert stems(form) == stems(word)
    assert word not in IRREGULAR, "read once, it is read"


def _conversation(held: list[Row]) -> Conversation:
    words = read_documents([((stems(row.memory.content), 1.0),) for row in held])
    return build_conversation(held, words, np.zeros((len(held), 0)))


def _talk(*texts: str, session: str = "s1") -> list[Row]:
    return [Row(memory(f"m{i}", text), occasions=((session, i),)) for i, text in enumerate(texts)]


def test_a_hit_lifts_what_was_said_around_it() -> None:
    conversation = _conversation(_talk("before", "the hit", "after", "far", "farther", "farthest"))
    before, own, after, later, far, _ = conversation.around_messages(np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]))
    assert min(before, after, later) > 0.0
    assert own == far == 0.0


def test_a_lift_does_not_cross_sessions() -> None:
    held = [*_talk("one"), Row(memory("m9", "two"), occasions=(("s2", 1),))]
    conversation = _conversation(held)
    assert conversation.around_messages(np.array([1.0, 1.0])).tolist() == [0.0, 0.0]


@given(rows(), st.data())
def test_conversation_signals_stay_in_range(held: list[Row], data: st.DataObject) -> None:
    conversation = _conversation(held)
    relevance = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(held), max_size=len(held))))
    messages = conversation.strongest(relevance) if held else np.zeros(0)
    for values in (messages, conversation.around_messages(messages), conversation.sessions(messages)):
        told = conversation.to_memories(values)
        assert told.shape == (len(held),)
        assert ((told >= 0.0) & (told <= 1.0 + 1e-9)).all()


def test_a_session_is_as_relevant_as_its_strongest_messages() -> None:
    held = [*_talk("one", "two", "three", "four"), Row(memory("m9", "five"), occasions=(("s2", 1),))]
    values = _conversation(held).sessions(np.array([0.9, 0.0, 0.6, 0.3, 0.4]))
    assert values.tolist() == pytest.approx([0.6, 0.6, 0.6, 0.6, 0.4])


def test_activation_reaches_named_entities_then_those_they_share() -> None:
    index = snapshot(family()).entities
    at = {e.id: i for i, e in enumerate(index.entities)}
    values = activation(index, [at[BEN.id]], len(family()))
    by_id = dict(zip((row.memory.id for row in family()), values, strict=True))
    assert by_id["m5"] == 1.0
    assert 0.0 < by_id["m4"] < 1.0
    assert by_id["m3"] == 0.0


def test_the_user_activates_nothing_as_everything_hangs_on_them() -> None:
    index = snapshot(family()).entities
    at = {e.id: i for i, e in enumerate(index.entities)}
    assert not activation(index, [at[USER.id]], len(family())).any()


def test_about_tells_whom_a_memory_is_about() -> None:
    index = snapshot(family()).entities
    at = {e.id: i for i, e in enumerate(index.entities)}
    values = about(index, [at[ANNA.id]], len(family()))
    assert [row.memory.id for row, v in zip(family(), values, strict=True) if v == 1.0] == ["m2", "m4"]
    assert about(index, [], len(family())).all()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What did Caroline's sister say?", {"user"}),
        ("where do I live", {"user"}),
        ("what does the user like", {"user"}),
        ("ANNA or anna's job at acme", {"Anna", "Acme"}),
        ("Has An an Ann?", {"Anna"}),
        ("Did Carol call?", {"user"}),
        ("sing a carol", set()),
    ],
)
def test_names_are_found_in_a_query(text: str, names: set[str]) -> None:
    index = snapshot(family()).entities
    assert {index.entities[i].name for i in read(text, index).named} == names


def test_whose_somebody_is_is_asked_about_too() -> None:
    mother = EntityRef("e-mother", "Anna's mother", "person")
    cat = EntityRef("e-cat", "Anna's mother's cat", "animal")
    spoken = Source("x", "s1", "participant", ANNA, NOW)
    held = snapshot(
        [
            Row(memory("m1", "Anna paints", event=Event(involves=(ANNA,)), sources=(spoken,))),
            fact("m2", mother, "pet", cat, "Anna's mother has a cat"),
        ]
    )

    def names(positions: tuple[int, ...]) -> list[str]:
        return [held.entities.entities[i].name for i in positions]

    found = read("What did Anna's mother's cat eat?", held.entities)
    assert names(found.named) == ["Anna's mother's cat"]
    assert names(found.owners) == ["Anna", "Anna's mother"]
    asked = understand("What did Anna's mother eat?", held.entities, NOW)
    assert names(asked.named) == ["Anna's mother", "Anna"]
    assert asked.terms == ("mother", "eat"), "the speaker's name is no word to look for"


def test_a_short_name_means_the_speaker_too_and_no_one_where_two_would_answer() -> None:
    def index(*speakers: str) -> EntityIndex:
        said = [EntityRef(f"e-{n}", n, "person") for n in speakers]
        mel = EntityRef("e-mel", "Mel", "person")
        spoken = tuple(Source(r.id, "s1", "participant", r, NOW) for r in said)
        return snapshot(
            [
                Row(memory("m1", "they paint", event=Event(involves=tuple(said)), sources=spoken)),
                Row(memory("m2", "thanks, Mel", event=Event(involves=(mel,)))),
            ]
        ).entities

    def meant(held: EntityIndex) -> set[str]:
        return {held.entities[i].name for i in read("Has Mel a dog?", held).named}

    assert meant(index("Melanie")) == {"Mel", "Melanie"}
    assert meant(index("Melanie", "Melissa")) == {"Mel"}
    assert meant(index("Pamela")) == {"Mel"}


@pytest.mark.parametrize(
    ("question", "content", "answers"),
    [
        ("How many dogs does Anna have?", "Anna has four dogs", True),
        ("How long has Anna had them?", "Anna has had them for 3 years", True),
        ("How old is Anna?", "Anna has a dog", False),
        ("What dogs does Anna have?", "Anna has four dogs", False),
    ],
)
def test_an_amount_is_asked_for_and_told(question: str, content: str, answers: bool) -> None:
    held = snapshot([Row(memory("m1", content, event=Event(involves=(ANNA,))))])
    asked = understand(question, held.entities, NOW)
    assert ("amount" in asked.kinds and bool(held.kinds[0, KINDS.index("amount")])) is answers


def test_speakers_are_taken_out_of_words_and_meaning() -> None:
    spoken = Source("x", "s1", "participant", ANNA, NOW)
    held = snapshot([Row(memory("m1", "Anna paints", event=Event(involves=(ANNA,)), sources=(spoken,)))])
    assert understand("What does Anna paint?", held.entities, NOW).terms == ("paint",)
    assert (
        query_speech(held, "What is Anna's style, and does Anna paint?")
        == "What is my style, and does I paint?"
    )
    assert first_person("Anna paints", ["Anna"]) == "I paints"
    assert (
        first_person("The user's sister met participant 1 and Annabel", ["Anna"])
        == "my sister met I and Annabel"
    )


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what happened on 13 October 2023?", (2023, 10, 13), (2023, 10, 14)),
        ("on October 13th, 2023", (2023, 10, 13), (2023, 10, 14)),
        ("in May 2023", (2023, 5, 1), (2023, 6, 1)),
        ("31 June 2023", (2023, 6, 1), (2023, 7, 1)),
        ("in May", (2025, 5, 1), (2025, 6, 1)),
        ("during February", (2026, 2, 1), (2026, 3, 1)),
        ("2024-02-29", (2024, 2, 29), (2024, 3, 1)),
        ("in 2022", (2022, 1, 1), (2023, 1, 1)),
        ("what did I do yesterday", (2026, 3, 5), (2026, 3, 6)),
    ],
)
def test_times_in_a_query(text: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    asked = asked_time(text, NOW)
    assert asked is not None
    assert asked.start == datetime(*start, tzinfo=UTC).timestamp()
    assert asked.end == datetime(*end, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    "text", ["may I ask", "the march of time", "in 0000-00", "room 2023", "it sat in the sun"]
)
def test_what_is_no_time(text: str) -> None:
    assert asked_time(text, NOW) is None


def test_happening_then_beats_being_said_then_beats_being_told_later() -> None:
    asked = asked_time("on 10 February 2026", NOW)
    assert asked is not None
    day = datetime(2026, 2, 10, tzinfo=UTC)

    def said(id: str, at: datetime, event: Event) -> Row:
        return Row(memory(id, "x", event=event, sources=(Source(id, "s", "user", USER, at),)))

    held = snapshot(
        [
            said("m1", day + timedelta(days=90), Event(day, day + timedelta(days=1), "day")),
            said("m2", day, Event()),
            said("m3", day + timedelta(days=4), Event()),
            said("m4", day - timedelta(days=4), Event()),
        ]
    )
    happened, same_day, later, earlier = nearness(held.columns, asked)
    assert happened == 1.0 > same_day > later > earlier == 0.0


def test_entities_that_no_row_stands_on_are_kept() -> None:
    held = snapshot([fact("m1", ANNA, "lives_in", LEEDS, "Anna lives in Leeds")])
    assert {e.id for e in ENTITIES} <= set(held.graph.nodes)
    assert held.graph.number_of_edges() == 1
    assert held.graph.edges[ANNA.id, LEEDS.id, "m1"]["memory"].content == "Anna lives in Leeds"
    assert ACME.id in held.graph


def test_the_user_goes_by_name_where_there_is_one() -> None:
    assert named("user's sister met the user", "Caroline") == "Caroline's sister met Caroline"
    assert named("user paints", None) == "user paints"
    assert snapshot(family()).entities.self_name == "Caroline"


@pytest.mark.parametrize(
    ("question", "supposes"),
    [
        ("Would Anna likely enjoy a museum?", True),
        ("What might Anna's degree be?", True),
        ("Would you tell me where Anna lives?", False),
        ("Where does Anna live?", False),
    ],
)
def test_what_would_be_is_told_from_what_was_said(question: str, supposes: bool) -> None:
    assert understand(question, snapshot(family()).entities, NOW).supposes is supposes
