"""Who may call: the holder of an API key; while there is no key, this machine's programs and no web page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import SplitResult, unquote_to_bytes, urlsplit

from fastapi import Depends, Request

from user_memory.api.problems import RequestProblem
from user_memory.graph.errors import InvalidInput
from user_memory.graph.memory.service import MemoryService
from user_memory.graph.memory.user import User
from user_memory.settings import is_loopback

_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="user-memory"'}
_SAME_SITE = frozenset({"same-origin", "none"})


@dataclass(frozen=True, slots=True)
class Caller:
    """The tenant that a request acts for."""

    tenant: str


def memory_of(request: Request) -> MemoryService:
    """The memory that the application serves."""
    memory: MemoryService = request.app.state.memory
    return memory


Memory = Annotated[MemoryService, Depends(memory_of)]


def caller_of(request: Request, memory: Memory) -> Caller:
    """The caller, told by the key; without any key made, a caller on this machine is the tenant ``default``.

    Raises:
        RequestProblem: 401 without a valid key; 403 for a web page of another origin, or a host name
            that is not this machine's.
    """
    _refuse_other_origins(request)
    secret = _secret(request)
    if secret is not None:
        tenant = memory.keys.resolve(secret)
        if tenant is None:
            raise _unauthorised("This API key is not known, or it was revoked.")
        return Caller(tenant)
    if memory.keys.any():
        raise _unauthorised("Send an API key: 'Authorization: Bearer KEY' or 'X-API-Key: KEY'.")
    _require_this_machine(request)
    return Caller("default")


def _unauthorised(detail: str) -> RequestProblem:
    return RequestProblem(401, detail, headers=_CHALLENGE)


def _secret(request: Request) -> str | None:
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return credentials.strip()
    if scheme:
        raise _unauthorised("Authorization must be 'Bearer KEY'.")
    return request.headers.get("x-api-key")


def _refuse_other_origins(request: Request) -> None:
    """No page of another origin may act through its visitor's browser."""
    site = request.headers.get("sec-fetch-site")
    origin = request.headers.get("origin")
    foreign = origin is not None and _parts(origin).netloc.lower() != request.headers.get("host", "").lower()
    if foreign or (site is not None and site not in _SAME_SITE):
        raise RequestProblem(403, "Web pages of another origin may not call this service.", where="Origin")


def _require_this_machine(request: Request) -> None:
    """Without keys only this machine is served, under its own names: another Host means DNS rebinding."""
    if request.client is None or not is_loopback(request.client.host):
        raise _unauthorised(
            "No API key has been made, so only this machine is served. Run 'user-memory keys create'."
        )
    name = _parts("//" + request.headers.get("host", "")).hostname or ""
    if not is_loopback(name):
        raise RequestProblem(
            403,
            "Without API keys the service answers only to 127.0.0.1, ::1 and localhost. "
            "Use one of these names, or run 'user-memory keys create'.",
            where="Host",
        )


def _parts(address: str) -> SplitResult:
    """The parts of an address; what is none has no host, so it is nobody's."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


Admitted = Annotated[Caller, Depends(caller_of)]


def user_of(user_id: str, request: Request, caller: Admitted, memory: Memory) -> User:
    """The user of the path, within the caller's tenant."""
    try:
        name = unquote_to_bytes(user_id).decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidInput("The user id in the path is not percent-encoded UTF-8.", where="user_id") from None
    return memory.user(name, tenant=caller.tenant)


TheUser = Annotated[User, Depends(user_of)]
