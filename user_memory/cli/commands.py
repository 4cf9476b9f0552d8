"""The commands. Each one loads what it needs when it runs, so that asking for help stays quick."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Exit, Option

from user_memory.cli.groups import bench, consent, keys
from user_memory.cli.options import AsJson, AsOf, Data, Engine, InputFile, KnownAt, Tenant, UserId

app = typer.Typer(
    name="user-memory",
    help="Remembers what users tell an AI agent, as a graph, and gives the right few memories back.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    add_completion=False,
)
app.add_typer(consent, name="consent")
app.add_typer(keys, name="keys")
app.add_typer(bench, name="bench")


@app.command()
def serve(
    host: Annotated[str | None, Option(help="Address to listen on.", show_default=False)] = None,
    port: Annotated[
        int | None, Option(help="Port to listen on; 0 picks a free one.", show_default=False)
    ] = None,
    workers: Annotated[int | None, Option(help="Processes that answer requests.", show_default=False)] = None,
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Run the HTTP service. Settings come from USER_MEMORY_* and NEO4J_* variables; options go before them."""
    from user_memory.api.server import serve as run
    from user_memory.cli.show import print_now
    from user_memory.settings import load_settings

    run(load_settings(host=host, port=port, workers=workers, data=data, engine=engine), print_now)


@app.command()
def ingest(
    file: InputFile,
    user: UserId,
    session: Annotated[
        str | None, Option(help="Session of lines without session_id.", show_default=False)
    ] = None,
    timezone: Annotated[str | None, Option(help="IANA time zone of the user.", show_default=False)] = None,
    batch: Annotated[int, Option(min=1, max=500, help="Messages of one transaction.")] = 50,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Learn from JSONL messages: {id?, role, speaker?, content, at?, session_id?} per line.

    A broken line is named by its number and left out; the others are stored, once, also when the command runs again.
    """
    from user_memory.cli.ingest import ingest_file
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        if ingest_file(memory.user(user), file, session=session, timezone=timezone, batch=batch):
            raise Exit(2)


@app.command()
def context(
    user: UserId,
    query: Annotated[str | None, Argument(help="What the agent is about to do.", show_default=False)] = None,
    session: Annotated[
        str | None, Option(help="Session whose instructions apply.", show_default=False)
    ] = None,
    limit: Annotated[int, Option(min=0, max=100, help="Most memories.")] = 5,
    min_importance: Annotated[float, Option(min=0.0, max=10.0, help="Least importance now.")] = 2.0,
    budget: Annotated[int | None, Option(min=0, help="Most tokens of the text.", show_default=False)] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    touch: Annotated[bool, Option(help="Record the access.")] = False,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """What an agent should know now, ready for a prompt."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        found = memory.user(user).context(
            query,
            session_id=session,
            max_memories=limit,
            min_importance=min_importance,
            token_budget=budget,
            as_of=as_of,
            known_at=known_at,
            touch=touch,
        )
    show.print_json(found) if json else show.print_lines(show.context_lines(found))


@app.command()
def search(
    user: UserId,
    query: Annotated[str | None, Argument(help="Words or a question.", show_default=False)] = None,
    layer: Annotated[str | None, Option(help="semantic, episodic or procedural.", show_default=False)] = None,
    status: Annotated[str | None, Option(help="Status of the memories.", show_default=False)] = None,
    limit: Annotated[int, Option(min=1, max=100, help="Most hits.")] = 10,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    explain: Annotated[bool, Option("--explain", help="Draw the parts of each score as a table.")] = False,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Memories that match, best first, with the parts of their scores."""
    from user_memory.cli import show
    from user_memory.cli.checks import layer_of, status_of
    from user_memory.cli.opening import open_memory, settings_of

    wanted, state = layer_of(layer), status_of(status)
    with open_memory(settings_of(data, engine, tenant)) as memory:
        page = memory.user(user).search(
            query, layer=wanted, status=state, limit=limit, as_of=as_of, known_at=known_at
        )
    if json:
        show.print_json(page)
        return
    show.print_lines(show.explained_lines(page.items) if explain else show.hit_lines(page.items))


@app.command()
def relations(
    user: UserId,
    entity: Annotated[str, Argument(help="Name or id of an entity.")] = "user",
    to: Annotated[
        str | None, Option(help="Show the paths to this entity instead.", show_default=False)
    ] = None,
    depth: Annotated[int, Option(min=1, max=2, help="Most edges away.")] = 1,
    predicate: Annotated[str | None, Option(help="Only this relation.", show_default=False)] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Facts around an entity, or the chains of facts between two."""
    from user_memory.cli import show
    from user_memory.cli.checks import entity_of
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        owner = memory.user(user)
        start = entity_of(owner, entity)
        if to is not None:
            paths = owner.paths(start, entity_of(owner, to))
            show.print_json(paths) if json else show.print_lines(show.path_lines(paths))
            return
        page = owner.relations(start, depth=depth, predicate=predicate, as_of=as_of, known_at=known_at)
    show.print_json(page) if json else show.print_lines(show.relation_lines(page.items))


@app.command()
def why(
    user: UserId,
    memory_id: Annotated[str, Argument(help="Id of a memory.", show_default=False)],
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Where a memory comes from and what became of it."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        found = memory.user(user).why(memory_id)
    show.print_json(found) if json else show.print_lines(show.why_lines(found))


@app.command()
def stats(
    user: UserId, json: AsJson = False, data: Data = None, engine: Engine = None, tenant: Tenant = None
) -> None:
    """Figures of one user."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        found = memory.user(user).stats()
    show.print_json(found) if json else show.print_lines(show.stats_lines(found))


@app.command()
def audit(
    user: UserId,
    memory: Annotated[
        str | None, Option(help="Id of a memory: only what was done to it.", show_default=False)
    ] = None,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """What was stored, changed and erased, and when, oldest first."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.cli.paging import every

    with open_memory(settings_of(data, engine, tenant)) as opened:
        owner = opened.user(user)
        entries = list(every(lambda cursor: owner.audit(memory=memory, limit=500, cursor=cursor)))
    show.print_json({"items": entries, "next_cursor": None}) if json else show.print_lines(
        show.audit_lines(entries)
    )


@app.command()
def export(
    user: UserId,
    out: Annotated[Path | None, Option("--out", "-o", help="File to write.", show_default=False)] = None,
    format: Annotated[str, Option(help="json, jsonld, graphml or cypher.")] = "json",
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Everything that is stored about a user, as one document."""
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.cli.portability import write_document

    with open_memory(settings_of(data, engine, tenant)) as memory:
        write_document(memory.user(user).export(format), out)


@app.command(name="import")
def import_(
    file: InputFile, user: UserId, data: Data = None, engine: Engine = None, tenant: Tenant = None
) -> None:
    """Take in a JSON export with its times, strengths and statuses. What is there already is not stored twice."""
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.cli.portability import import_document, read_document

    document = read_document(file)
    with open_memory(settings_of(data, engine, tenant)) as memory:
        if import_document(memory, user, document):
            raise Exit(2)


@app.command()
def erase(
    user: UserId,
    yes: Annotated[bool, Option("--yes", help="Do not ask.")] = False,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Erase everything about a user, for good."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of

    settings = settings_of(data, engine, tenant)
    if not yes:
        typer.confirm("Erase everything about this user for good?", abort=True)
    with open_memory(settings) as memory:
        receipt = memory.user(user).erase()
    show.print_json(receipt) if json else print(f"Erased: {show.count_line(receipt)}.")


@app.command()
def decay(
    dry_run: Annotated[
        bool, Option("--dry-run", help="Change nothing; list what would be done, and how each memory fades.")
    ] = False,
    limit: Annotated[int, Option(min=1, help="Most memories in the list of a dry run.")] = 50,
    json: AsJson = False,
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Run maintenance now: archive what has faded, delete what is due."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine)) as memory:
        report = memory.decay(dry_run=dry_run)
        fading = memory.fading() if dry_run else []
    if json:
        show.print_json(show.dry_run(report, fading) if dry_run else report)
        return
    print(f"{'Would do' if dry_run else 'Done'}: {show.count_line(report)}.")
    show.print_lines(show.fading_lines(fading, limit))


@app.command()
def reembed(data: Data = None, engine: Engine = None) -> None:
    """Embed anew what another encoder embedded, so that it is found by meaning again."""
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.graph.errors import ConfigurationError

    with open_memory(settings_of(data, engine)) as memory:
        if memory.runtime.encoder is None:
            told = (
                " ".join(n.detail for n in memory.runtime.notices)
                or "The setting USER_MEMORY_ENCODER is 'off'."
            )
            raise ConfigurationError(f"There is no encoder to embed with. {told}", where="encoder")
        print(f"Embedded anew: {memory.reembed()} memories.")


@app.command()
def migrate(data: Data = None, engine: Engine = None) -> None:
    """Bring the database's schema to this version."""
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine)) as memory:
        steps = memory.migrate()
        version = memory.check()
    done = f"Ran {', '.join(map(str, steps))}." if steps else "Nothing to do."
    print(f"{done} The schema is at version {version}.")


@app.command()
def doctor(data: Data = None, engine: Engine = None) -> None:
    """Say what is configured, installed and reachable, and what to do about what is not."""
    from user_memory.cli.doctor import examine
    from user_memory.cli.opening import settings_of

    if not examine(settings_of(data, engine)):
        raise Exit(1)


@app.command()
def mcp() -> None:
    """Serve the memory to agents over the Model Context Protocol."""
    from user_memory.graph.errors import NotImplementedYet

    raise NotImplementedYet(
        "The MCP server is not part of this version. Use the HTTP API: user-memory serve."
    )
