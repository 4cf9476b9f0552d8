"""The tagger: its parts by laws, and what it adds to the rules by sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from user_memory.extraction.nlp import pipeline
from user_memory.extraction.tagging.features import SIZES, Features, Floats, pooled
from user_memory.extraction.tagging.network import Network, Scores
from user_memory.extraction.tagging.tagger import (
    NETWORK,
    chunk_places,
    chunks_at,
    kinds_of,
    open_tagger,
    tags_of,
)
from user_memory.extraction.tagging.tags import PRIVATE, SENSES, kinds, private_words, tags
from user_memory.graph.vocabulary import vocabulary

PIPELINE = pipeline()
TRAINED = Network.load(NETWORK)
PIECES = 3
PREDICATES = ("likes", "owns")


def scores(rows: list[int], sense: int = 0, other: float = 0.0, named: list[float] | None = None) -> Scores:
    """Scores of which each word's best tag is the one given."""
    size = len(rows)
    told = np.full((size, 1 + 2 * len(PREDICATES)), 0.02, dtype=np.float32)
    told[range(size), rows] = 0.9
    return Scores(
        told,
        np.eye(len(SENSES), dtype=np.float32)[[sense] * size],
        np.full(size, other, dtype=np.float32),
        np.array(named or [0.0] * size, dtype=np.float32),
        np.eye(len(PRIVATE), dtype=np.float32)[[0] * size],
        np.zeros((size, 4), dtype=np.float32),
    )


def features(size: int, seed: int) -> tuple[Features, Floats]:
    """Features of random words, and random vectors of three pieces each."""
    chance = np.random.default_rng(seed)
    static = chance.normal(size=(size, 300)).astype(np.float32)
    classes = np.stack([chance.integers(0, n, size) for n in SIZES], axis=1)
    owners = np.repeat(np.arange(size), PIECES)
    vectors = chance.normal(size=(len(owners), 384)).astype(np.float32)
    return Features(static, classes, chance.integers(0, size, size), owners), vectors


def scored(read: Sequence[tuple[Features, Floats]]) -> list[Scores]:
    return TRAINED([f for f, _ in read], [v for _, v in read])


def test_the_network_knows_the_predicates_of_the_vocabulary() -> None:
    assert set(TRAINED.predicates) <= set(vocabulary())


@settings(deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5))
def test_what_a_sentence_scores_does_not_depend_on_what_is_scored_with_it(sizes: list[int]) -> None:
    batch = [features(size, seed) for seed, size in enumerate(sizes)]
    for alone, together in zip([scored([f])[0] for f in batch], scored(batch), strict=True):
        assert np.allclose(alone.tags, together.tags, atol=1e-4)
        assert np.allclose(alone.private, together.private, atol=1e-4)


@settings(deadline=None)
@given(st.integers(1, 12))
def test_scores_are_probabilities(size: int) -> None:
    (found,) = scored([features(size, size)])
    for told in (found.tags, found.sense, found.private):
        assert np.allclose(told.sum(axis=1), 1.0, atol=1e-4)


def test_a_tag_runs_from_its_beginning_as_long_as_its_predicate_goes_on() -> None:
    found = list(tags(scores([0, 1, 2, 0, 3, 4, 4]), PREDICATES, start=10))
    assert [(t.start, t.end, t.predicate) for t in found] == [(11, 13, "likes"), (14, 17, "owns")]


@pytest.mark.parametrize(("sense", "sign"), list(enumerate(SENSES)))
def test_a_tag_says_whether_it_is_so(sense: int, sign: str) -> None:
    assert [t.sense for t in tags(scores([1], sense), PREDICATES)] == [sign]


def test_whose_it_is_stands_nearest() -> None:
    (found,) = tags(scores([0, 0, 0, 1], other=0.9, named=[0.9, 0.0, 0.8, 0.0]), PREDICATES, start=5)
    assert found.subject == 7


def test_the_speakers_own_has_no_other_subject() -> None:
    (found,) = tags(scores([0, 1], other=0.1, named=[0.9, 0.0]), PREDICATES)
    assert found.subject is None


def test_private_words_run_together() -> None:
    told = scores([0, 0, 0, 0])
    private = np.eye(len(PRIVATE), dtype=np.float32)[[0, 2, 2, 1]]
    found = private_words(replace(told, private=private), start=3)
    assert [(w.start, w.end, w.kind) for w in found] == [(4, 6, "person"), (6, 7, "secret")]


def test_a_word_has_the_mean_of_its_pieces_and_none_where_it_was_cut_off() -> None:
    read, _ = features(3, 0)
    owners = np.array([3, 0, 0, 1, 3])
    vectors = np.array([[9.0], [1.0], [3.0], [5.0], [9.0]], dtype=np.float32)
    assert pooled(vectors, replace(read, owners=owners)).tolist() == [[2.0], [5.0], [0.0]]


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "I live here.",
                "  And so it goes on and on.\n",
                "Yes!",
                "one two three",
                "\n",
                " ",
                "word " * 70,
            ]
        ),
        max_size=40,
    )
)
def test_chunks_hold_every_word_once(sentences: list[str]) -> None:
    doc = PIPELINE(" ".join(sentences))
    assert [t.i for chunk in chunks_at(doc, chunk_places(doc.text)) for t in chunk] == list(range(len(doc)))
    assert all(len(doc.text[a:b].split()) <= 64 for a, b in chunk_places(doc.text))


def test_a_text_is_tagged_as_by_itself() -> None:
    texts = [
        "my sister keeps bees",
        "",
        "On Monday we fly to Rome, and I can't wait",
        "no dairy for me, ever",
    ]
    tagger = open_tagger(300)
    assert tagger is not None
    together = tagger.parse(texts, lambda given: list(PIPELINE.pipe(given)))
    alone = [tagger.parse([text], lambda given: list(PIPELINE.pipe(given)))[0] for text in texts]
    for one, other in zip(together, alone, strict=True):
        assert [(t.start, t.end, t.predicate) for t in tags_of(one)] == [
            (t.start, t.end, t.predicate) for t in tags_of(other)
        ]


def test_what_a_sentence_tells_is_the_mean_of_its_words() -> None:
    told = kinds(np.array([[0.0, 4.0, -4.0, 0.0], [0.0, 0.0, -4.0, 0.0]], dtype=np.float32))
    assert (told.fact, told.session) == (0.5, 0.5)
    assert told.happening > 0.8 > 0.1 > told.rule


def test_words_that_no_tagger_has_read_tell_nothing_either_way() -> None:
    assert kinds_of(PIPELINE("I live here.")[:]) is None


def test_a_pipeline_with_other_word_vectors_has_no_tagger() -> None:
    assert open_tagger(0) is None
