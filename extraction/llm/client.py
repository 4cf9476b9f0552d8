"""One question to an OpenAI-compatible service: structured output, a time limit, few retries."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

_RETRIED = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_LONGEST_WAIT = 5.0
"""Seconds; a service that asks for more is given up on: somebody waits for the answer."""


class ModelUnavailable(Exception):
    """The service gave no usable answer; the text says why, without anything that was said to it."""


@dataclass(frozen=True, slots=True)
class ModelClient:
    """Asks ``model`` at ``url`` (the base that ends in ``/v1``). ``timeout`` counts seconds of one try."""

    url: str
    model: str
    key: str | None = None
    timeout: float = 20.0
    tries: int = 3
    sleep: Callable[[float], None] = time.sleep

    def ask(self, system: str, user: str, schema: Mapping[str, Any]) -> str:
        """The text of the answer, which should be JSON of ``schema``.

        Raises:
            ModelUnavailable: no answer after all tries, or one of another form.
        """
        body = {
            "model": self.model,
            "temperature": 0,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "memories", "strict": True, "schema": schema},
            },
        }
        with httpx2.Client(timeout=self.timeout) as http:
            return _text(self._post(http, body))

    def _post(self, http: httpx2.Client, body: Mapping[str, Any]) -> httpx2.Response:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        failure = "no try was made"
        for attempt in range(self.tries):
            if attempt:
                self.sleep(min(_LONGEST_WAIT, 0.5 * 2 ** (attempt - 1)))
            try:
                response = http.post(f"{self.url.rstrip('/')}/chat/completions", json=body, headers=headers)
            except httpx2.TimeoutException:
                failure = f"no answer within {self.timeout:g} s"
                continue
            except httpx2.HTTPError as error:
                failure = type(error).__name__
                continue
            if response.status_code == 200:
                return response
            failure = f"status {response.status_code}"
            if response.status_code not in _RETRIED:
                break
        raise ModelUnavailable(failure)


def _text(response: httpx2.Response) -> str:
    try:
        choice = response.json()["choices"][0]
        content = choice["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise ModelUnavailable("an answer of another form") from error
    if choice.get("finish_reason") == "length" or not isinstance(content, str):
        raise ModelUnavailable("half an answer")
    return content
