"""A client of the HTTP service, synchronous and asynchronous, with the verbs of the in-process memory.

    from user_memory.client import Client

    with Client("http://127.0.0.1:8000") as memory:
        ana = memory.user("ana")
        ana.remember("I live in Lisbon.")
        print(ana.context("Where should we eat?")["text"])

Answers are the JSON of the API; failures are the errors of the memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import httpx2

from user_memory import calls
from user_memory.api.answers import DecayAnswer, UserPage, VersionAnswer
from user_memory.calls import Call, UserCalls
from user_memory.graph.errors import (
    Conflict,
    ConsentRequired,
    EngineUnavailable,
    InvalidInput,
    NotFound,
    NotImplementedYet,
    TooLarge,
    UserMemoryError,
)

P = ParamSpec("P")
T = TypeVar("T")
DEFAULT_URL = "http://127.0.0.1:8000"
TIMEOUT_SECONDS = 60.0
_ERRORS: dict[int, type[UserMemoryError]] = {
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    422: InvalidInput,
    501: NotImplementedYet,
}


class AccessRefused(UserMemoryError):
    """The service does not take this caller: the API key is missing or not valid, or the host name is not served."""

    status = 401
    title = "Access refused"


def _request(client: httpx2.Client | httpx2.AsyncClient, call: Call[Any]) -> httpx2.Request:
    return client.build_request(
        call.method, call.path, params=dict(call.query), json=call.body, headers=dict(call.headers)
    )


def _options(url: str, key: str | None, timeout: float) -> dict[str, Any]:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return {"base_url": url, "headers": headers, "timeout": timeout}


def _answer(response: httpx2.Response) -> Any:
    """The JSON of a good answer, or its text where it is none.

    Raises:
        UserMemoryError: of the class that fits the problem.
    """
    if response.is_success:
        media_type = response.headers.get("content-type", "").split(";")[0]
        return response.json() if media_type.endswith("json") else response.text
    try:
        problem = response.json()
        detail, where = str(problem["detail"]), problem.get("where")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserMemoryError(
            f"The service answered {response.status_code} without saying why; is this the address of user-memory?"
        ) from None
    raise _error(response, detail, where, problem.get("category"))


def _error(
    response: httpx2.Response, detail: str, where: str | None, category: str | None
) -> UserMemoryError:
    status = response.status_code
    if status in (401, 403):
        return AccessRefused(detail, where=where)
    if status == 503:
        wait = response.headers.get("Retry-After", "")
        return EngineUnavailable(detail, retry_after=int(wait) if wait.isdigit() else 5, where=where)
    if category is not None:
        return ConsentRequired(category, where=where)
    return _ERRORS.get(status, UserMemoryError)(detail, where=where)


def _unreachable(url: httpx2.URL, error: httpx2.TransportError) -> EngineUnavailable:
    return EngineUnavailable(
        f"The service at {url} does not answer ({type(error).__name__}). Start it with 'user-memory serve'."
    )


class Client:
    """A connection to a service; close it, or use it in a ``with`` block. Thread-safe.

    Args:
        url: base address of the service.
        key: API key, where the service has any.
        timeout: seconds until a request is given up.
        transport: how requests travel, for tests and proxies.
    """

    def __init__(
        self,
        url: str = DEFAULT_URL,
        key: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self._http = httpx2.Client(transport=transport, **_options(url, key, timeout))

    def send(self, call: Call[T]) -> T:
        """Send one call and wait for its answer.

        Raises:
            EngineUnavailable: the service or its database does not answer.
            UserMemoryError: the service refused.
        """
        try:
            response = self._http.send(_request(self._http, call))
        except httpx2.TransportError as error:
            raise _unreachable(self._http.base_url, error) from error
        answer: T = _answer(response)
        return answer

    def user(self, user_id: str) -> HttpUser:
        """The memory of one user; nothing is sent by asking."""
        return HttpUser(self, UserCalls(user_id))

    def users(self, *, limit: int = 50, cursor: str | None = None) -> UserPage:
        """Ids of the tenant's users."""
        return self.send(calls.users(limit=limit, cursor=cursor))

    def decay(self, *, dry_run: bool = False) -> DecayAnswer:
        """Run maintenance now."""
        return self.send(calls.decay(dry_run=dry_run))

    def version(self) -> VersionAnswer:
        """Which version answers."""
        return self.send(calls.version())

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient:
    """Like :class:`Client`, with every verb awaited."""

    def __init__(
        self,
        url: str = DEFAULT_URL,
        key: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._http = httpx2.AsyncClient(transport=transport, **_options(url, key, timeout))

    async def send(self, call: Call[T]) -> T:
        """Send one call and await its answer; raises as :meth:`Client.send` does."""
        try:
            response = await self._http.send(_request(self._http, call))
        except httpx2.TransportError as error:
            raise _unreachable(self._http.base_url, error) from error
        answer: T = _answer(response)
        return answer

    def user(self, user_id: str) -> AsyncHttpUser:
        """The memory of one user; nothing is sent by asking."""
        return AsyncHttpUser(self, UserCalls(user_id))

    async def users(self, *, limit: int = 50, cursor: str | None = None) -> UserPage:
        """Ids of the tenant's users."""
        return await self.send(calls.users(limit=limit, cursor=cursor))

    async def decay(self, *, dry_run: bool = False) -> DecayAnswer:
        """Run maintenance now."""
        return await self.send(calls.decay(dry_run=dry_run))

    async def version(self) -> VersionAnswer:
        """Which version answers."""
        return await self.send(calls.version())

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _now(build: Callable[Concatenate[UserCalls, P], Call[T]]) -> Callable[Concatenate[HttpUser, P], T]:
    def verb(user: HttpUser, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return user.client.send(build(user.calls, *args, **kwargs))

    verb.__name__, verb.__doc__ = build.__name__, build.__doc__
    return verb


def _later(
    build: Callable[Concatenate[UserCalls, P], Call[T]],
) -> Callable[Concatenate[AsyncHttpUser, P], Awaitable[T]]:
    async def verb(user: AsyncHttpUser, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await user.client.send(build(user.calls, *args, **kwargs))

    verb.__name__, verb.__doc__ = build.__name__, build.__doc__
    return verb


class HttpUser:
    """One user's memory behind a service: the verbs of the in-process ``User``."""

    def __init__(self, client: Client, calls: UserCalls) -> None:
        self.client, self.calls = client, calls

    remember = _now(UserCalls.remember)
    context = _now(UserCalls.context)
    search = _now(UserCalls.search)
    add = _now(UserCalls.add)
    memories = _now(UserCalls.memories)
    memory = _now(UserCalls.memory)
    update = _now(UserCalls.update)
    delete = _now(UserCalls.delete)
    confirm = _now(UserCalls.confirm)
    reject = _now(UserCalls.reject)
    pin = _now(UserCalls.pin)
    restore = _now(UserCalls.restore)
    why = _now(UserCalls.why)
    delete_source = _now(UserCalls.delete_source)
    delete_sources = _now(UserCalls.delete_sources)
    entities = _now(UserCalls.entities)
    entity = _now(UserCalls.entity)
    delete_entity = _now(UserCalls.delete_entity)
    relations = _now(UserCalls.relations)
    paths = _now(UserCalls.paths)
    timeline = _now(UserCalls.timeline)
    graph = _now(UserCalls.graph)
    merges = _now(UserCalls.merges)
    merge = _now(UserCalls.merge)
    split = _now(UserCalls.split)
    session = _now(UserCalls.session)
    put_session = _now(UserCalls.put_session)
    delete_session = _now(UserCalls.delete_session)
    consents = _now(UserCalls.consents)
    grant = _now(UserCalls.grant)
    withdraw = _now(UserCalls.withdraw)
    stats = _now(UserCalls.stats)
    audit = _now(UserCalls.audit)
    export = _now(UserCalls.export)
    erase = _now(UserCalls.erase)


class AsyncHttpUser:
    """One user's memory behind a service, every verb awaited."""

    def __init__(self, client: AsyncClient, calls: UserCalls) -> None:
        self.client, self.calls = client, calls

    remember = _later(UserCalls.remember)
    context = _later(UserCalls.context)
    search = _later(UserCalls.search)
    add = _later(UserCalls.add)
    memories = _later(UserCalls.memories)
    memory = _later(UserCalls.memory)
    update = _later(UserCalls.update)
    delete = _later(UserCalls.delete)
    confirm = _later(UserCalls.confirm)
    reject = _later(UserCalls.reject)
    pin = _later(UserCalls.pin)
    restore = _later(UserCalls.restore)
    why = _later(UserCalls.why)
    delete_source = _later(UserCalls.delete_source)
    delete_sources = _later(UserCalls.delete_sources)
    entities = _later(UserCalls.entities)
    entity = _later(UserCalls.entity)
    delete_entity = _later(UserCalls.delete_entity)
    relations = _later(UserCalls.relations)
    paths = _later(UserCalls.paths)
    timeline = _later(UserCalls.timeline)
    graph = _later(UserCalls.graph)
    merges = _later(UserCalls.merges)
    merge = _later(UserCalls.merge)
    split = _later(UserCalls.split)
    session = _later(UserCalls.session)
    put_session = _later(UserCalls.put_session)
    delete_session = _later(UserCalls.delete_session)
    consents = _later(UserCalls.consents)
    grant = _later(UserCalls.grant)
    withdraw = _later(UserCalls.withdraw)
    stats = _later(UserCalls.stats)
    audit = _later(UserCalls.audit)
    export = _later(UserCalls.export)
    erase = _later(UserCalls.erase)
