"""Extraction by a language model, with the rules as the net below it."""

from __future__ import annotations

from collections.abc import Sequence

from user_memory.extraction.llm.answer import candidates, read_answer, schema
from user_memory.extraction.llm.client import ModelClient, ModelUnavailable
from user_memory.extraction.llm.prompt import conversation, system
from user_memory.extraction.modality import NOT_STATED
from user_memory.extraction.pipeline import Pipeline
from user_memory.extraction.policy import Policy
from user_memory.extraction.stages import Reading
from user_memory.graph.candidates import Background, Candidate, Extraction, Screening, SessionCandidate
from user_memory.graph.model import Interaction, Notice, Refusal

_UNASSERTED = NOT_STATED - {"wish"}


class ModelExtractor:
    """Asks the model once for each interaction; without a usable answer the rules read it, and the receipt says so."""

    def __init__(self, rules: Pipeline, client: ModelClient) -> None:
        self._rules, self._client = rules, client

    def extract(self, interaction: Interaction, background: Background) -> Extraction:
        """The model's candidates after the same gates and policy as those of the rules."""
        read = self._rules.reader.read(interaction, background)
        try:
            answer = read_answer(self._client.ask(system(), conversation(read.readings), schema()))
        except ModelUnavailable as failure:
            notice = Notice(
                "model_unavailable", f"The language model gave {failure}; the rules read this interaction."
            )
            return self._rules.judged(read, background, (notice,))
        policy = Policy(background.consents)
        found = list(candidates(answer, read.readings))
        supported = [f for f in found if f is not None]
        for reading in read.readings:
            policy.judge(reading, [_asserted(r, c) for r, c in supported if r is reading])
        return policy.extraction(read.refused, _discarded(found))

    def screen(self, text: str, consents: frozenset[str]) -> Screening:
        """As the rules do: the gates need no model."""
        return self._rules.screen(text, consents)


def _asserted(
    reading: Reading, candidate: Candidate | SessionCandidate
) -> Candidate | SessionCandidate | Refusal:
    """The candidate, or its refusal where all the clauses it quotes are asked, supposed or somebody else's."""
    span = candidate.span
    around = [c for c in reading.clauses if _meets(reading.text.to_raw(c.start, c.end), span.start, span.end)]
    if around and all(c.modality & _UNASSERTED for c in around):
        return Refusal("not_asserted", span.message_id, span.start, span.end)
    return candidate


def _meets(place: tuple[int, int], start: int, end: int) -> bool:
    return place[0] < end and start < place[1]


def _discarded(found: Sequence[object | None]) -> tuple[Notice, ...]:
    count = sum(f is None for f in found)
    if not count:
        return ()
    return (
        Notice(
            "model_discarded",
            f"{count} of the model's {len(found)} candidates were discarded: no user's words support them.",
        ),
    )
