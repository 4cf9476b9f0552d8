"""The optional language model, against a small server that speaks the protocol and misbehaves."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.extraction.reading import rules, told
from user_memory.extraction import open_extractor
from user_memory.extraction.llm.client import ModelClient
from user_memory.extraction.llm.extractor import ModelExtractor
from user_memory.graph.candidates import Background, Extraction, FactCandidate
from user_memory.graph.errors import ConfigurationError

Reply = Callable[[int], tuple[int, bytes]]
"""From the number of the try to a status and a body."""


class Service:
    """A scripted service; ``asked`` holds the bodies it was sent."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.reply: Reply = lambda _: (500, b"")
        self.release = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                status, body = service.reply(len(service.asked))
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def close(self) -> None:
        self.release.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.close()


def item(**changes: object) -> dict[str, object]:
    plain: dict[str, object] = {
        "type": "fact", "message": 0, "quote": "I live in Ghent", "content": "user lives in Ghent", "subject": "user", "predicate": "lives_in",
        "object": "Ghent", "object_kind": "place", "polarity": "+", "qualifier": None, "operation": "assert", "condition": None, "instruction": None,
        "occurred_from": None, "occurred_to": None, "precision": None,
    }  # fmt: skip
    return {**plain, **changes}


def answered(*items: dict[str, object], finish: str = "stop") -> bytes:
    content = json.dumps({"items": items})
    return json.dumps({"choices": [{"message": {"content": content}, "finish_reason": finish}]}).encode()


def ask(
    service: Service, *texts: str, consents: frozenset[str] = frozenset(), timeout: float = 5.0
) -> Extraction:
    client = ModelClient(service.url, "small", "key", timeout=timeout, sleep=lambda _: None)
    return ModelExtractor(rules(), client).extract(told(*texts), Background(consents))


def codes(extraction: Extraction) -> list[str]:
    return [w.code for w in extraction.warnings]


def test_a_supported_candidate_is_kept_with_its_span(service: Service) -> None:
    service.reply = lambda _: (200, answered(item()))
    extraction = ask(service, "Well, im glad: I  live in Ghent now")
    (fact,) = extraction.candidates
    assert isinstance(fact, FactCandidate)
    assert (fact.predicate, fact.object.name, fact.span.quote) == ("lives_in", "Ghent", "I live in Ghent")
    assert "Well, im glad: I  live in Ghent now"[fact.span.start : fact.span.end] == "I  live in Ghent"
    assert codes(extraction) == []
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"quote": "I live in Paris"},
        {"quote": ""},
        {"message": 7},
        {"message": 1},
        {"predicate": "owns_soul_of"},
        {"content": "x" * 201},
    ],
    ids=["invented", "none", "no such message", "another's words", "no such predicate", "too long"],
)
def test_what_no_words_of_the_speaker_support_is_discarded_and_counted(
    service: Service, changes: dict[str, object]
) -> None:
    service.reply = lambda _: (200, answered(item(**changes), item()))
    extraction = ask(service, "I live in Ghent", "I like tea")
    assert [c.content for c in extraction.candidates] == ["user lives in Ghent"]
    assert codes(extraction) == ["model_discarded"]
    assert "1 of" in extraction.warnings[0].detail


def test_the_model_is_under_the_same_gates(service: Service) -> None:
    service.reply = lambda _: (
        200,
        answered(
            item(quote="My PIN is", content="user's PIN is 4821", predicate="attribute", object="4821"),
            item(
                quote="I have asthma", content="user has asthma", predicate="has_condition", object="asthma"
            ),
            item(quote="Would I live in Ghent?", content="user lives in Ghent"),
        ),
    )
    extraction = ask(service, "My PIN is 4821. I have asthma. Would I live in Ghent?")
    assert "asthma" not in repr(extraction.candidates)
    assert {r.reason for r in extraction.refused} >= {"secret", "consent", "not_asserted"}
    assert "4821" not in json.dumps(service.asked)
    assert "asthma" not in json.dumps(service.asked)


@pytest.mark.parametrize(
    ("reply", "tries"),
    [
        (lambda _: (200, b"no json"), 1),
        (
            lambda _: (
                200,
                json.dumps({"choices": [{"message": {"content": '{"items": [{"type"'}}]}).encode(),
            ),
            1,
        ),
        (lambda _: (200, answered(item(), finish="length")), 1),
        (lambda _: (200, json.dumps({"choices": []}).encode()), 1),
        (lambda _: (429, b"{}"), 3),
        (lambda _: (503, b"{}"), 3),
        (lambda _: (401, b"{}"), 1),
    ],
    ids=["no json", "broken json", "half an answer", "no choice", "too many requests", "down", "wrong key"],
)
def test_without_a_usable_answer_the_rules_read_and_the_receipt_says_so(
    service: Service, reply: Reply, tries: int
) -> None:
    service.reply = reply
    extraction = ask(service, "I live in Ghent")
    assert [c.content for c in extraction.candidates] == ["user lives in Ghent"]
    assert codes(extraction) == ["model_unavailable"]
    assert len(service.asked) == tries


def test_a_passing_failure_is_tried_again(service: Service) -> None:
    service.reply = lambda count: (429, b"{}") if count == 1 else (200, answered(item()))
    assert codes(ask(service, "I live in Ghent")) == []


def test_a_slow_service_is_not_waited_for(service: Service) -> None:
    def slow(_: int) -> tuple[int, bytes]:
        service.release.wait(10)
        return 200, answered(item())

    service.reply = slow
    extraction = ask(service, "I live in Ghent", timeout=0.2)
    assert codes(extraction) == ["model_unavailable"]
    assert "0.2 s" in extraction.warnings[0].detail


def test_nobody_listens() -> None:
    client = ModelClient("http://127.0.0.1:9/v1", "small", sleep=lambda _: None)
    extraction = ModelExtractor(rules(), client).extract(told("I live in Ghent"), Background())
    assert codes(extraction) == ["model_unavailable"]


def test_an_address_without_a_model_is_refused() -> None:
    class Half:
        spacy_model = None
        llm_url = "http://127.0.0.1:9/v1"
        llm_model = None
        llm_key = None

    with pytest.raises(ConfigurationError, match="USER_MEMORY_LLM_MODEL"):
        open_extractor(Half())
