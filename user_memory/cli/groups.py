"""Commands that come in groups: consents, keys, benches."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from user_memory.cli.options import AsJson, Data, Engine, Tenant, UserId

consent = typer.Typer(
    help="Which categories of personal data may be stored about a user.", no_args_is_help=True
)
keys = typer.Typer(
    help="API keys. With none made, the service answers this machine only.", no_args_is_help=True
)
bench = typer.Typer(help="Measure extraction and retrieval.", no_args_is_help=True)


@consent.command("list")
def consent_list(
    user: UserId, json: AsJson = False, data: Data = None, engine: Engine = None, tenant: Tenant = None
) -> None:
    """The consent ledger of a user."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.graph.times import format_time

    with open_memory(settings_of(data, engine, tenant)) as memory:
        found = memory.user(user).consents()
    if json:
        show.print_json(found)
        return
    for item in found:
        end = f", withdrawn {format_time(item.withdrawn_at)}" if item.withdrawn_at else ""
        purpose = f" for {item.purpose}" if item.purpose else ""
        show.print_lines([f"{item.category}: granted {format_time(item.granted_at)}{purpose}{end}"])


@consent.command("grant")
def consent_grant(
    user: UserId,
    category: Annotated[str, Argument(help="Category of personal data.", show_default=False)],
    purpose: Annotated[str | None, Option(help="What for.", show_default=False)] = None,
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Allow a category from now on."""
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        _, new = memory.user(user).grant(category, purpose)
    print(f"{category} may be stored from now on." if new else f"{category} was allowed already.")


@consent.command("withdraw")
def consent_withdraw(
    user: UserId,
    category: Annotated[str, Argument(help="Category of personal data.", show_default=False)],
    data: Data = None,
    engine: Engine = None,
    tenant: Tenant = None,
) -> None:
    """Allow a category no longer. What is stored stays until it is deleted."""
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine, tenant)) as memory:
        memory.user(user).withdraw(category)
    print(f"{category} is stored no longer.")


@keys.command("create")
def keys_create(
    tenant: Annotated[str, Option(help="Tenant that the key opens.")] = "default",
    label: Annotated[str, Option(help="What the key is for.")] = "",
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Make a key. Its secret is shown once and stored hashed."""
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine)) as memory:
        key, secret = memory.keys.create(tenant, label)
    print(
        f"id      {key.id}\ntenant  {key.tenant}\nsecret  {secret}\nKeep the secret: it is not shown again."
    )


@keys.command("list")
def keys_list(json: AsJson = False, data: Data = None, engine: Engine = None) -> None:
    """Every key that was made, without its secret."""
    from user_memory.cli import show
    from user_memory.cli.opening import open_memory, settings_of
    from user_memory.graph.times import format_time

    with open_memory(settings_of(data, engine)) as memory:
        found = memory.keys.list()
    if json:
        show.print_json(found)
        return
    for key in found:
        state = f"revoked {format_time(key.revoked_at)}" if key.revoked_at else "valid"
        show.print_lines([f"{key.id}  {key.tenant}  {format_time(key.created_at)}  {state}  {key.label}"])


@keys.command("revoke")
def keys_revoke(
    key_id: Annotated[str, Argument(help="Id of the key.", show_default=False)],
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Make a key invalid from now on."""
    from user_memory.cli.opening import open_memory, settings_of

    with open_memory(settings_of(data, engine)) as memory:
        memory.keys.revoke(key_id)
    print("Revoked.")


@bench.command("gold")
def bench_gold(
    cases: Annotated[Path, Argument(help="JSONL of labelled cases.", show_default=False)],
    out: Annotated[Path, Option("--out", help="Where the predictions go.", show_default=False)],
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Predict the cases of a gold set with a fresh user each."""
    from user_memory.bench.gold import run_gold
    from user_memory.cli import show
    from user_memory.cli.opening import settings_of

    show.print_lines(run_gold(cases, out, settings_of(engine=engine), data))


@bench.command("stages")
def bench_stages(
    cases: Annotated[Path, Argument(help="JSONL of labelled cases.", show_default=False)],
) -> None:
    """Time the stages of extraction over the users' messages of a gold set."""
    from user_memory.bench.stages import run_stages
    from user_memory.cli import show
    from user_memory.cli.opening import settings_of

    show.print_lines(run_stages(cases, settings_of()))


@bench.command("locomo")
def bench_locomo(
    file: Annotated[Path, Argument(help="JSON of conversations.", show_default=False)],
    rankings: Annotated[Path, Option("--rankings", help="Where the rankings go.", show_default=False)],
    rerank: Annotated[bool, Option("--rerank", help="Re-rank the top with the cross-encoder.")] = False,
    data: Data = None,
    engine: Engine = None,
) -> None:
    """Ingest long conversations, rank their memories for each question, and print the speed."""
    from user_memory.bench.locomo import run_locomo
    from user_memory.cli import show
    from user_memory.cli.opening import settings_of

    show.print_lines(run_locomo(file, rankings, settings_of(engine=engine), data, rerank=rerank))
