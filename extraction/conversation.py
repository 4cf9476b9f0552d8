"""Who speaks in an interaction, in which time zone, and whose names it has told."""

from __future__ import annotations

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from user_memory.graph.candidates import USER, Background, Mention
from user_memory.graph.model import Interaction, Message

_REGIONS = {
    "Europe/London": "GB", "Europe/Dublin": "IE", "Europe/Paris": "FR", "Europe/Berlin": "DE", "Europe/Madrid": "ES", "Europe/Rome": "IT",
    "Europe/Amsterdam": "NL", "Europe/Brussels": "BE", "Europe/Vienna": "AT", "Europe/Zurich": "CH", "Europe/Warsaw": "PL", "Europe/Lisbon": "PT",
    "Europe/Stockholm": "SE", "Europe/Oslo": "NO", "Europe/Copenhagen": "DK", "Europe/Helsinki": "FI", "Asia/Kolkata": "IN", "Asia/Tokyo": "JP",
    "Australia/Sydney": "AU", "Australia/Melbourne": "AU", "Pacific/Auckland": "NZ", "America/Sao_Paulo": "BR", "America/Mexico_City": "MX",
    "Africa/Johannesburg": "ZA", "Asia/Singapore": "SG",
}  # fmt: skip


def speakers(interaction: Interaction, background: Background) -> list[Mention]:
    """Who speaks each message; participants without a name, or without consent to keep it, are numbered."""
    numbers: dict[str | None, int] = {}
    mentions = []
    for message in interaction.messages:
        if message.role != "participant":
            mentions.append(USER if message.role == "user" else Mention(message.role, "topic"))
            continue
        number = numbers.setdefault(message.speaker, len(numbers) + 1)
        named = (
            message.speaker if message.speaker and "name" in background.consents else f"participant {number}"
        )
        mentions.append(Mention(named, "person"))
    return mentions


def told_names(interaction: Interaction, background: Background) -> set[str]:
    """Names of people that the speakers bear or the memory holds: they are names wherever they stand."""
    told = {m.speaker for m in interaction.messages if m.speaker}
    told |= {e.name for e in background.entities if e.kind == "person" and e.name[:1].isupper()}
    return told | set(background.user_names)


def zone_of(interaction: Interaction, message: Message) -> tzinfo:
    """The user's time zone: the named one, else the offset that the message's time is given in."""
    if interaction.timezone:
        try:
            return ZoneInfo(interaction.timezone)
        except (ZoneInfoNotFoundError, ValueError):
            return UTC
    return message.at.tzinfo or UTC


def region_of(zone: tzinfo) -> str | None:
    """The ISO country whose telephone numbers somebody in ``zone`` writes; ``None`` where the zone does not tell."""
    return _REGIONS.get(str(getattr(zone, "key", "")))
