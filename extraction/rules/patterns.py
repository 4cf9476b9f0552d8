"""Forms of orders that more than one reader looks for."""

from __future__ import annotations

import re

NEGATIVE = re.compile(
    r"^(?:(?:don't|do not|dont)(?: ever| you dare)?(?P<base> [\w-]+)"
    r"|never(?: ever)?(?P<base2> [\w-]+)|(?:(?:stop|quit)(?! and\b)|avoid|cease|refrain from|no need to"
    r"|no more)(?P<ing> [\w-]+)|(?:skip|omit|drop|leave out|leave off|cut out|cut(?! (?:(?:it|them|this|that|things|my \w+) )?(?:down|in|by|to|into|back|short)\b)|spare me|lose"
    r"|ditch|enough with|enough of|go easy on(?! (?:me|us)\b)|lay off|hold)(?P<np> .+)|no(?P<no> (?!one\b|idea\b"
    r"|problem\b|worries\b|way\b|thanks\b|wonder\b|doubt\b|offense\b|offence\b|clue\b|rush\b"
    r"|luck\b|matter\b|biggie\b).+))",
    re.I,
)


QUOTED = re.compile(r"\"[^\"]+\"|(?<!\w)'[^']+'(?!\w)")


EVERY = re.compile(
    r"^(?:every|any|all|each) (?P<np>[\w -]{3,40}?) (?:needs?|gets?|goes|go|should|must|comes?|starts?|ends?|opens?|(?:is|are) to|(?:are|is) (?:always )?(?:in|for|with|by)) .+$",
    re.I,
)
