"""What of a message is the speaker's own prose: code, logs, tables and pasted text are set aside, quotations are marked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.stages import Segment, SegmentKind

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
_INLINE_CODE = re.compile(r"`[^`\n]{1,400}`")
_QUOTED_LINE = re.compile(r"\s*(?:>|\|\s)")
_TABLE_LINE = re.compile(r"\s*\|.*\|\s*$|\s*[|:\-\s+=]{5,}$")
_LOG_LINE = re.compile(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL)\b[\]:\s]|at [\w.$<>]+\(|Traceback \(|File \"[^\"]+\", line \d"
    r"|npm (?:ERR|WARN)|\w+(?:Error|Exception): |\$ \S|>>> |fatal: |error\[E\d+\])"
)
_CODE_LINE = re.compile(
    r"\s*(?:(?:def|class|import|from|function|const|var|public|private|static|SELECT|INSERT|UPDATE|DELETE|CREATE)\b.*[(){};=]|(?:let|return|if|for|while)\b(?:.*[{}=]|.*\w\(|.*;\s*$|\s?\(.*\))|[{}\[\]();]+,?\s*$|</?\w+[^>]*>|[\w.\[\]\"']+\s*(?:=|\+=|:=|=>)\s*\S.*[;({\[]\s*$|\"[\w-]+\"\s*:|#include|@\w+\()"
)
_COMMENT = re.compile(r"\s*(?://|/\*|\*/|\"{3}|'{3}|<!--)|\s+(?:#|\*\s)")
_HASH = re.compile(r"#+\s")
_CODE_SHAPE = re.compile(
    r"\s*(?:class \w+(?:\(.*\))?:|for \w+ in .+:|while .+:|(?:else|try|finally):|(?:elif|except) .*:"
    r"|\w[\w.]*\((?:['\"]).*(?:['\"])\);?"
    r"|[\w<>*]+ \w+\([^)]*\)\s*\{.*)\s*$"
)
_INDENTED = re.compile(r"[ \t]{2,}\S|\t\S")
_BLOB = re.compile(r"[A-Za-z0-9+/=_-]{60,}")
_DENSE = re.compile(r"[^\s]{120,}")
_QUOTATION = re.compile(
    r"\"[^\"\n]{1,2000}\"|«[^»\n]{1,2000}»|(?<![\w'])'(?=[A-Z\u00c0-\u00de])[^'\n]{0,2000}(?:'(?=\w)[^'\n]{0,400}){0,8}[.!?,…]'(?!\w)"
)
_MAIL_HEADER = re.compile(
    r"\s*(?:On .{5,80} wrote:|-{3,} ?(?:Original|Forwarded) (?:message|Message).*|(?:From|Sent|To|Subject|Cc): .+)$"
)

_MAIL_LEAD = re.compile(r"\s*(?:From|Subject|Sent|Date): \S")
_MAIL_NEXT = re.compile(
    r"\s*(?:(?:From|Sent|To|Subject|Cc|Date): \S|(?:hi|hello|dear|hey|good morning)\b)", re.I
)


def set_aside(text: str) -> list[Segment]:
    """The stretches that are not prose, in order and apart from each other; neighbours are one."""
    blocks = [Segment(m.start(), m.end(), "code") for m in _FENCE.finditer(text)]
    blocks += [Segment(m.start(), m.end(), "log") for p in (_BLOB, _DENSE) for m in p.finditer(text)]
    blocks += [
        Segment(m.start(), m.end(), "code") for m in _INLINE_CODE.finditer(text) if _is_code(m.group()[1:-1])
    ]
    blocks += _lines(text)
    return _apart(blocks)


def _is_code(words: str) -> bool:
    """Whether words between backticks are code rather than a name someone marks up."""
    return re.search(r"[(){};=<>$\\]|\s--?\w|^\w+\.\w+\(", words) is not None


def _lines(text: str) -> Iterator[Segment]:
    start = 0
    forwarded, code = _is_mail(text), False
    coded = any(_kind(line) == "code" for line in text.splitlines())
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        if _MAIL_HEADER.match(line) and ("wrote:" in line or "---" in line):
            forwarded = True
        kind = "pasted" if forwarded and line.strip() else _kind(line)
        if kind is None and ((code and _INDENTED.match(line)) or (coded and _HASH.match(line))):
            kind = "code"
        code = kind == "code"
        if kind is not None:
            yield Segment(start, end, kind)
        start = end


def _is_mail(text: str) -> bool:
    """Whether the message is a pasted mail: it begins with two headers, or with one and a greeting."""
    lines = [line for line in text.splitlines() if line.strip()][:2]
    return len(lines) == 2 and all(
        p.match(line) for p, line in zip((_MAIL_LEAD, _MAIL_NEXT), lines, strict=True)
    )


def _kind(line: str) -> SegmentKind | None:
    if _QUOTED_LINE.match(line) or _TABLE_LINE.match(line):
        return "pasted"
    if _LOG_LINE.match(line):
        return "log"
    return "code" if any(p.match(line) for p in (_CODE_LINE, _COMMENT, _CODE_SHAPE)) else None


def _apart(blocks: list[Segment]) -> list[Segment]:
    kept: list[Segment] = []
    for block in sorted(blocks, key=lambda b: (b.start, -b.end)):
        if kept and block.start == kept[-1].end:
            kept[-1] = Segment(kept[-1].start, block.end, kept[-1].kind)
        elif not kept or block.start > kept[-1].end:
            kept.append(block)
        elif block.end > kept[-1].end:
            kept.append(Segment(kept[-1].end, block.end, block.kind))
    return kept


def quotations(text: str) -> tuple[Segment, ...]:
    """The quotations of at least three words; shorter ones are titles, names and words under discussion."""
    found = (m for m in _QUOTATION.finditer(text) if len(m.group().split()) >= 3)
    return tuple(Segment(m.start(), m.end(), "quotation") for m in found)
