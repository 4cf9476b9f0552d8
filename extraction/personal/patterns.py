"""Personal data with a form of its own: contacts, addresses, numbers of documents, cards and accounts, incomes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from user_memory.extraction.stages import Finding

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w@])")
_SPOKEN_EMAIL = re.compile(
    r"\b([\w.+-]{1,40}(?: (?:dot|punto|punkt|point) [\w-]{1,30}){0,2})\s?(?:\(at\)|\[at\]| at | arroba | ät )\s?((?:[\w-]{1,30})(?:(?:\s?(?:\(dot\)|\[dot\])\s?| dot | punto | punkt | point |\.)[\w-]{2,20}){1,3})\b",
    re.I,
)
_SPOKEN_END = re.compile(r"(?:com|net|org|edu|gov|io|co|uk|de|fr|es|it|nl|ie|ca|au|me|dev|ai|info)$", re.I)
_PHONE = re.compile(
    r"(?<![\w.#/-])(?:\+|00|\()?\d[\d ().\-/]{5,20}\d(?![\w/-]|[.,]\d)(?: ?(?:x|ext\.? ?)\d{1,5}\b)?"
)
_PHONE_CUE = re.compile(
    r"\b(?:phone|cell|mobile|tel|telephone|landline|whats ?app|signal|fax|call|ring|text|reach|dial|number|handy|handynummer|telefon\w*|móvil|teléfono|portable|téléphone|numéro|nummer)\b",
    re.I,
)
_NOT_PHONE_CUE = re.compile(
    r"\b(?:order|invoice|ticket|tracking|booking|reference|ref|isbn|issue|case|account|serial|model|part|flight|version|sku|product|confirmation|po|id)(?: (?:number|no\.?|code|id))?(?: (?:is|was|=|:|#))?\W{0,3}$",
    re.I,
)
_STREETS = (
    r"(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|terrace|terr|close|crescent|cres|way|square|sq|gardens?|grove|row|mews|parkway|pkwy|highway|hwy|circle|cir|trail|trl|"
    r"walk|hill|rise|view|quay|wharf|loop|path|alley|plaza|heights|park|green|mount|vale|esplanade)"
)
_UNIT = r"(?:,? (?:apt|apartment|unit|suite|ste|flat|room|rm|floor|#)\.? ?#?\w{1,6})?"
_ADDRESS = re.compile(
    rf"\b(?:(?:flat|apt|apartment|unit|suite) ?#?\w{{1,5}},? )?\d{{1,5}}[a-d]?,? (?:[NSEW]\.? |north |south |east |west )?(?:[A-Z0-9][\w'.-]{{1,25}} ){{1,4}}{_STREETS}\b\.?{_UNIT}(?:, ?[A-Z][\w .'-]{{2,30}}){{0,2}}(?:,? [A-Z]{{2}} \d{{5}})?",
    re.I,
)
_CAPITAL_NAME = re.compile(r"\d{1,5}[a-d]?,? (?:[NSEW]\.? |(?:[Nn]orth|[Ss]outh|[Ee]ast|[Ww]est) )?[A-Z0-9]")
_ADDRESS_CUE = re.compile(
    r"\b(?:address|live|living|lives|house|home|moved|ship|shipping|deliver\w*|mail|post|flat|apartment|street|based|send|staying|place)\b",
    re.I,
)
_ROAD = re.compile(
    r"\b(?:live[sd]?|living|moved|moving|flat|house|home|place|apartment|resides?|based) (?:\w+ )?(?:on|in|to|is|at) ((?:[A-Z][\w'.-]{1,25} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Drive|Boulevard|Blvd|Crescent|Terrace|Close|Court|Mews|Grove|Gardens))\b(?!['’]s)"
    r"|\b(?:live[sd]?|living) on ((?!(?:a|an|the|my|our|your|this|that|his|her|their|quiet|main|busy|same)\b)[a-z][\w'.-]{1,25} (?:street|avenue|road|lane|crescent|terrace|mews|grove))\b"
)
_CONTINENTAL = re.compile(
    r"\b(?:[A-ZÄÖÜ][\wäöüß-]{1,25}(?:straße|strasse|str\.|weg|platz|allee|gasse|ring|damm|ufer) \d{1,4}[a-z]?|(?:[A-ZÄÖÜ][\wäöüß-]{2,20} )(?:Straße|Strasse|Str\.|Weg|Platz|Allee) \d{1,4}[a-z]?"
    r"|\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai) (?:de |du |des |de la |d'|l')?[\wÀ-ÿ' -]{3,30}|(?:[Cc]alle|[Aa]venida|[Aa]vda\.?|[Pp]laza|[Pp]aseo|[Cc]/) ?(?:de |del |de la )?[A-ZÁÉÍÓÚÑ][\wÀ-ÿ ]{2,25},? (?:n\.?º? ?)?\d{1,4}"
    r"|\d{1,4},? (?:[Vv]ia|[Vv]iale|[Cc]orso|[Pp]iazza) (?:[A-Z][\w\']{2,20} ?){1,2}|[Vv]ia (?:[A-Z][\w']{2,20} ){1,2}\d{1,4}|[A-Z][a-z]{2,20}(?:straat|laan|weg|plein|gracht) \d{1,4}[a-z]?)\b"
)
_UK_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b")
_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_NINO = re.compile(r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b")
_DNI = re.compile(r"\b(?:[XYZ]-?\d{7}|\d{8})-?[A-HJ-NP-TV-Z]\b")
_ID_CUED = re.compile(
    r"\b(?:passport|reisepass\w*|pasaporte|passeport|driv(?:er|ing)(?:'?s)? ?licen[cs]e|licen[cs]e plate|social security|ssn|national insurance|ni number|nino|nhs|medicare|tax(?:payer)? ?(?:id|number|file number|ref\w*)|tin|itin|tfn|steuer-?id\w*|"
    r"steuernummer|personalausweis\w*|national id|id card|identity card|aadhaar|pan card|dni|nie|pesel|bsn|cpf|sin|visa|residence permit|green card|passport no)\b"
    r"(?:'s)?(?: (?:number|no\.?|nr\.?|num|nummer|numéro|número))?(?: (?:is|was|=|ist|es|est|:))?[ :#=]{0,3}(?=[A-Z0-9 -]{0,14}\d[A-Z0-9 -]{0,12}\d)([A-Z0-9](?:[ -]?[A-Z0-9]){4,16})\b",
    re.I,
)
_DOCUMENT = r"(?:passport|driv(?:er['’]?s?|ing) ?licen[cs]e|social security|ssn|national insurance|nino|nhs|medicare|tax(?:payer)? ?id|national id|id card|identity card|aadhaar|pan card|residence permit|green card|pasaporte|reisepass|personalausweis|passeport)"
_PART = r"(?:(?-i:[A-Z]{1,6})\d[A-Z0-9]*|\d[A-Z0-9]*|[a-z]{1,3}\d{4,}[a-z0-9]*|(?-i:[A-Z]{2,6})|(?-i:[A-Z])(?=[ -]\d))"
_ID_APART = re.compile(
    rf"\b{_DOCUMENT}\b(?!['’]?s? (?:office|control|photo))(?:(?!\b(?:call|ring|phone|mobile|text)\b)[^!?\n]){{0,70}}?(?:(?:\b(?:is|was|reads?|says|being|no|nr|num|number|nummer)\b|['’]s\b|[?:#=→,–—(-])[\s.:#=]*)(?:(?:it['’]?s|it is|that['’]?s|is|no|nr|number)\b[\s.:#]*)*(?=(?:[A-Z -]{{0,6}}\d){{6}})({_PART}(?:[ -]{_PART}){{0,5}})(?![\w%]|[.,/:]\d| ?(?:days|weeks|months|years|miles|people|pounds|euros|dollars|quid)\b)"
    rf"|(?<![\w-])(?=(?:[A-Z -]{{0,6}}\d){{6}})({_PART}(?:[ -]{_PART}){{0,5}}) (?:is|was)(?: still| now)? (?:my|his|her|our|the|\w+['’]s) (?:\w+ )?{_DOCUMENT}\b",
    re.I,
)
"""A document and its number with words between them, in groups of figures and capitals."""
_ID_DIGITS = 6
_WORD = re.compile(r"\b(?-i:[a-z]{2,})\b")
_CARD = re.compile(r"(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_ACCOUNT = re.compile(
    r"\b(?:account|acct|routing|sort code|a/c|kontonummer|bank)(?: (?:number|no\.?|code))?(?: (?:is|=|:))?[ :#]{0,3}(\d{2}-\d{2}-\d{2}|\d{6,12})\b",
    re.I,
)
_MONEY = r"(?:[£$€¥₹]\s?\d[\d,.]*\s?(?:k|m|grand|thousand|million|mil)?\b|\d[\d,.]*\s?(?:k|grand|thousand|million)?\s?(?:pounds|dollars|euros?|quid|bucks|usd|gbp|eur|€|£|rupees|pesos|francs|chf|kr|zł)|\d{1,3}(?:[,.]\d{3})+|\d{2,3}\s?k\b|\d{1,3} grand\b|(?:six|seven|five|four)[- ]figures?|minimum wage)"
_INCOME = re.compile(
    r"\b(?:i|we|my|our|i'm|i've|she|he|they|her|his|their)\b[^.!?\n]{0,50}?\b(?:earn(?:s|ed|ing)?|mak(?:e|es|ing)(?! (?:it|an?|the|sure|me|him|her)\b)|made|tak(?:e|es|ing) home|bring(?:s|ing)? (?:home|in)|salar(?:y|ies)|income|wages?|pay (?:is|was)|paid|get(?:s|ting)? paid|pension|bonus|commission|net worth|"
    r"owe|owes|owing|lost|invested|won|gambled|debts?|mortgage|loans?|overdraft|savings?|saved|credit card|in the bank|inherit(?:ed|ance)|rent is|take-home|gehalt|verdien\w*|gan(?:o|a|amos)|sueldo|salaire|gagne)\b[^.!?\n]{0,40}?"
    rf"({_MONEY})",
    re.I,
)
_INCOME_LEAD = re.compile(
    rf"(?:^|[.!?,;\n]\s*)(?:salary|income|take[- ]home(?: pay)?|gross|net pay|savings|debt|mortgage)\b[^.!?\n]{{0,30}}?({_MONEY})",
    re.I,
)
_BROKE = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|i (?:went|filed for)|we filed for) (?:\w+ )?(?:(?:completely|totally) )?(bankrupt(?:cy)?|insolvent|in debt|up to my (?:ears|eyes) in debt)\b",
    re.I,
)


def find_patterns(text: str, region: str | None = None) -> Iterator[Finding]:
    """Everything of these forms in ``text``; overlaps are left to the caller."""
    yield from _emails(text)
    yield from (
        Finding(*m.span(m.lastindex or 0), "street", "address", m.group(m.lastindex or 0))
        for m in _ROAD.finditer(text)
    )
    if any(c.isdigit() for c in text):
        yield from _documents(text)
        yield from _accounts(text)
        yield from _addresses(text)
        yield from _phones(text, region)
    for pattern in (_INCOME, _INCOME_LEAD, _BROKE):
        yield from (Finding(*m.span(1), "income", "financial", m.group(1)) for m in pattern.finditer(text))


def _emails(text: str) -> Iterator[Finding]:
    if "@" in text:
        yield from (Finding(m.start(), m.end(), "email", "contact", m.group()) for m in _EMAIL.finditer(text))
    for match in _SPOKEN_EMAIL.finditer(text):
        host = re.sub(
            r"\s?(?:\(dot\)|\[dot\]|\b(?:dot|punto|punkt|point)\b)\s?", ".", match.group(2), flags=re.I
        )
        spelled = "." in host and (
            "dot" in match.group(2).lower() or match.group().count("at)") + match.group().count("at]") > 0
        )
        if _SPOKEN_END.search(host) and (spelled or re.search(r"punto|punkt|point", match.group(2), re.I)):
            local = re.sub(r" (?:dot|punto|punkt|point) ", ".", match.group(1), flags=re.I)
            yield Finding(match.start(), match.end(), "email", "contact", f"{local}@{host}".lower())


def _documents(text: str) -> Iterator[Finding]:
    for pattern in (_SSN, _NINO):
        yield from (
            Finding(m.start(), m.end(), "government_id", "government_id", m.group())
            for m in pattern.finditer(text)
        )
    yield from (
        Finding(m.start(), m.end(), "government_id", "government_id", m.group())
        for m in _DNI.finditer(text)
        if _is_dni(m.group())
    )
    yield from (
        Finding(*m.span(1), "government_id", "government_id", m.group(1))
        for m in _ID_CUED.finditer(text)
        if not _WORD.search(m.group(1)) or _is_number(m.group(1))
    )
    yield from (
        Finding(*m.span(m.lastindex or 0), "government_id", "government_id", m.group(m.lastindex or 0))
        for m in _ID_APART.finditer(text)
        if _is_number(m.group(m.lastindex or 0))
    )


def _is_number(words: str) -> bool:
    """Whether the words hold as many figures as a document's number has, and no date."""
    number = _WORD.sub("", words).strip()
    return sum(c.isdigit() for c in number) >= _ID_DIGITS and not _is_date(number)


def _is_dni(number: str) -> bool:
    """Spanish identity numbers end in a letter that is a checksum (mod 23)."""
    digits = number.replace("-", "")
    value = int(digits[:-1].translate(str.maketrans("XYZ", "012")))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[value % 23] == digits[-1]


def _accounts(text: str) -> Iterator[Finding]:
    yield from (
        Finding(m.start(), m.end(), "card", "financial", re.sub(r"\D", "", m.group()))
        for m in _CARD.finditer(text)
        if luhn(m.group())
    )
    yield from (
        Finding(m.start(), m.end(), "iban", "financial", m.group().replace(" ", ""))
        for m in _IBAN.finditer(text)
        if is_iban(m.group())
    )
    yield from (Finding(*m.span(1), "account", "financial", m.group(1)) for m in _ACCOUNT.finditer(text))


def luhn(number: str) -> bool:
    """Whether the digits pass the check of payment cards (ISO/IEC 7812-1, annex B)."""
    digits = [int(c) for c in number if c.isdigit()]
    doubled = [2 * d - 9 * (d > 4) for d in digits[-2::-2]]
    return len(digits) > 12 and any(digits) and (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def is_iban(number: str) -> bool:
    """Whether an account number passes its check (ISO 13616: remainder 1 modulo 97)."""
    plain = number.replace(" ", "")
    moved = plain[4:] + plain[:4]
    return (
        15 <= len(plain) <= 34 and moved.isalnum() and int("".join(str(int(c, 36)) for c in moved)) % 97 == 1
    )


def _addresses(text: str) -> Iterator[Finding]:
    for match in _ADDRESS.finditer(text):
        if _CAPITAL_NAME.search(match.group()) or _ADDRESS_CUE.search(
            text, max(0, match.start() - 60), match.start()
        ):
            yield Finding(match.start(), match.end(), "address", "address", match.group().strip(" ,."))
    yield from (
        Finding(m.start(), m.end(), "address", "address", m.group()) for m in _CONTINENTAL.finditer(text)
    )
    yield from (
        Finding(m.start(), m.end(), "postcode", "address", m.group()) for m in _UK_POSTCODE.finditer(text)
    )


def _phones(text: str, region: str | None) -> Iterator[Finding]:
    for match in _PHONE.finditer(text):
        number = match.group()
        digits = sum(c.isdigit() for c in number)
        if (
            not 7 <= digits <= 15
            or _NOT_PHONE_CUE.search(text, max(0, match.start() - 30), match.start())
            or _is_date(number)
        ):
            continue
        cued = _PHONE_CUE.search(text, max(0, match.start() - 50), match.start()) or _PHONE_CUE.search(
            text, match.end(), match.end() + 30
        )
        if (cued and _is_grouped(number, digits)) or _is_valid(number, region):
            yield Finding(match.start(), match.end(), "phone", "contact", " ".join(number.split()))


def _is_date(number: str) -> bool:
    return (
        re.fullmatch(
            r"\d{4}[-./ ]\d\d?[-./ ]\d\d?|\d\d?[-./ ]\d\d?[-./ ]\d{4}|(?:19|20)\d\d ?[-–/] ?(?:19|20)\d\d",
            number,
        )
        is not None
    )


def _is_grouped(number: str, digits: int) -> bool:
    return digits >= 9 or not number.isdigit()


def _is_valid(number: str, region: str | None) -> bool:
    """A number that says its country, or is written as the region's are: bare digits alone could be anything."""
    import phonenumbers

    if not number.startswith(("+", "00", "(")) and not re.search(r"\d[ .)-]\d", number):
        return False
    for country in (region, "US", "GB"):
        if country is None and not number.startswith("+"):
            continue
        try:
            parsed = phonenumbers.parse(number, country)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(parsed):
            return True
    return False
