"""The gate for secrets: keys and tokens by their form, passwords and codes by the words around them.

It reads the text before anything else does. The patterns of keys that people hold are those of detect-secrets, with the newer
prefixes beside them; those of passwords in prose are own ones, for six languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from user_memory.extraction.passwords import find_passwords
from user_memory.extraction.stages import Finding

_PREFIXES = (
    "sk-ant-", "sk-proj-", "sk-svcacct-", "sk-or-", "sk-", "github_pat_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "glpat-", "gldt-", "AIza", "ya29.", "npm_",
    "hf_", "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-", "xapp-", "AKIA", "ASIA", "SG.", "sk_live_", "sk_test_", "rk_live_", "pk_live_", "dop_v1_",
    "shpat_", "shpss_", "pypi-", "gsk_", "r8_", "lin_api_", "ntn_", "secret_", "figd_", "ATATT", "whsec_", "AGE-SECRET-KEY-", "PMAK-", "sq0csp-", "sq0atp-",
    "dapi", "tvly-", "xai-", "pplx-", "key-", "pat_", "vcp_", "sbp_", "EAACEdEose0cBA", "dckr_pat_", "hvs.", "rdme_", "nvapi-",
)  # fmt: skip
_PREFIXED = re.compile(
    rf"(?<![\w-])(?:{'|'.join(map(re.escape, _PREFIXES))})(?=[\w.-]*\d)[\w.-]{{12,}}(?:[=/+][\w=/+-]*)?"
)
_PEM = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN).)*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.S,
)
_JWT = re.compile(r"(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?")
_BEARER = re.compile(r"\b(?:bearer|basic|token)[: ]\s*(?=[\w\-.~+/]*\d)([\w\-.~+/]{16,}=*)", re.I)
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:@/]{0,80}:([^\s@/]{1,200})@", re.I)
_URL_TOKEN = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://(?=[^\s/@]*\d)([\w.-]{16,200})@", re.I)
_QUERY = re.compile(
    r"[?&](?:[\w-]{0,30}(?:token|secret|password|passwd|api_?key|access_?key|signature|sig)|key|auth|pwd)=([^\s&#]{6,})",
    re.I,
)
_FLAG = re.compile(
    r"(?:--(?:password|pass|token|secret|api-key)[ =]|\bsshpass -p ?|\bcurl\b[^\n]{0,200}? (?:-u|--user) ?'?[\w.@-]{1,60}:)['\"]?([^\s'\"]{3,})"
)
_ASSIGNED = re.compile(
    r"\b[\w.-]{0,40}(?:passw(?:or)?d|passphrase|passwd|pwd|[_-]pass|secret|api[_-]?key|apikey|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|client[_-]?secret|[_-]token|credential)[\w-]{0,30}"
    r"['\"]?\s?(?:=|:=|=>|: ?['\"]|:(?=\S))\s?['\"]?([^\s'\",;]{4,})",
    re.I,
)
_SHAPED = re.compile(
    r"\b(?:api|access|secret|license|licence|private|auth|app|consumer|client|encryption|bot|webhook|recovery|backup)[ -]?(?:key|token|secret|code)s?\b[^\n.!?]{0,40}?"
    r"(?<![\w-])((?=[\w-]*[A-Za-z])(?=[\w-]*\d)[\w-]{16,}={0,2})",
    re.I,
)
_PLACEHOLDER = re.compile(
    r"(?:[*x•.]{3,}|<[^>]*>|\$?\{[^}]*\}|\$\w+|%\w+%|your[-_ ]?\w*|example|changeme\?|os\.\w+.*|process\.env.*|none|null|true|false|getenv.*|\[redacted\])",
    re.I,
)
_PLUGINS = {
    "aws": "AWSKeyDetector", "azure_storage_key": "AzureStorageKeyDetector", "cloudant": "CloudantDetector",
    "discord": "DiscordBotTokenDetector", "github_token": "GitHubTokenDetector", "gitlab_token": "GitLabTokenDetector", "mailchimp": "MailchimpDetector",
    "openai": "OpenAIDetector", "private_key": "PrivateKeyDetector", "pypi_token": "PypiTokenDetector", "sendgrid": "SendGridDetector",
    "slack": "SlackDetector", "square_oauth": "SquareOAuthDetector", "stripe": "StripeDetector", "telegram_token": "TelegramBotTokenDetector", "twilio": "TwilioKeyDetector",
}  # fmt: skip


def find_secrets(text: str) -> list[Finding]:
    """The secrets in ``text``, in order and apart from each other."""
    found = sorted({*_tokens(text), *find_passwords(text)}, key=lambda f: (f[0], -f[1]))
    kept: list[Finding] = []
    for start, end in found:
        if _PLACEHOLDER.fullmatch(text, start, end):
            continue
        if kept and start < kept[-1].end:
            kept[-1] = Finding(kept[-1].start, max(kept[-1].end, end), "secret")
        else:
            kept.append(Finding(start, end, "secret"))
    return kept


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_PEM, _JWT, _PREFIXED, *_library()):
        yield from ((m.start(), m.end()) for m in pattern.finditer(text))
    for pattern in (_BEARER, _URL, _URL_TOKEN, _QUERY, _FLAG, _ASSIGNED, _SHAPED):
        yield from (m.span(1) for m in pattern.finditer(text))


@cache
def _library() -> tuple[re.Pattern[str], ...]:
    """The patterns of the library's detectors; those that go by entropy or by keyword alone are left out: they flag plain words."""
    detectors = (
        getattr(import_module(f"detect_secrets.plugins.{module}"), name) for module, name in _PLUGINS.items()
    )
    return tuple(pattern for detector in detectors for pattern in detector.denylist)
