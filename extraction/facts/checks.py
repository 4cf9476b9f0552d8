"""What a rule may ask of its object: tests on a noun phrase by word list, entity label and shape."""

from __future__ import annotations

import re
from collections.abc import Callable

from spacy.tokens import Token

from user_memory.extraction.entities import is_empty, phrase_text
from user_memory.extraction.facts.concrete import is_concrete
from user_memory.extraction.lexicon import in_list, is_exactly, is_job, role_of

Check = Callable[[Token, str], bool]

_GROUP = re.compile(
    r"\b(?:club|team|band|choir|orchestra|group|society|union|guild|league|board|committee|council|association|federation|church|gym|squad|troupe|ensemble"
    r"|crew|community|network|party|party|trust|charity|co-?op|cooperative|collective|circle|class|quartet|trio|quintet|chorus|panel|task force|chapter|institute|fraternity"
    r"|sorority|meetup|syndicate|regiment|brigade|reserves?|scouts|guides|mosque|synagogue|temple|parish|book club|faculty|lodge|pta|ngo|foundation|shelter|bank|brass band)s?$",
    re.I,
)
_SCHOOL = re.compile(
    r"\b(?:university|college|school|institute|academy|polytechnic|uni|conservatoire|conservatory|seminary|mit|eth|ucl|ucla|lse|nyu|usc|caltech|oxford|cambridge"
    r"|harvard|yale|stanford|princeton|durham|bootcamp|université|universität|sixth form|kindergarten|faculty)\b",
    re.I,
)
_COMPANY = re.compile(
    r"\b(?:company|firm|startup|start-up|agency|bank|corporation|corp|inc|ltd|llc|gmbh|plc|studio|business|employer|consultancy|publisher|charity|ngo|nonprofit|non-profit"
    r"|hospital|clinic|council|government|ministry|museum|library|newspaper|magazine|lab|laboratory|insurer|retailer|manufacturer|airline|brewery|winery|labs)\b",
    re.I,
)
_WORKPLACE = re.compile(
    r"\b(?:hospital|clinic|bakery|restaurant|café|cafe|bar|pub|shop|store|bookshop|bookstore|garage|factory|warehouse|library|museum|school|university|college|lab|laboratory|kitchen"
    r"|hotel|guesthouse|farm|brewery|studio|office|supermarket|pharmacy|nursery|kindergarten|call centre|call center|salon|gallery|theatre|theater|cinema|gym|zoo|prison|airport|mine|mill|dockyard|shipyard"
    r"|vineyard|winery|bank|agency|startup|firm|company|charity|surgery|practice|care home|post office|coffee shop|start-up|council|ministry|navy|army|police|air force|nhs|embassy)\b",
    re.I,
)
_BUSINESS = re.compile(
    r"\b(?:business|company|startup|start-up|shop|store|café|cafe|restaurant|bakery|bar|pub|guesthouse|hotel|hostel|b&b|farm|firm|agency|studio|gallery|salon|brewery|winery|vineyard|gym|garage"
    r"|bookshop|bookstore|consultancy|practice|clinic|nursery|charity|nonprofit|truck|stall|channel|podcast|blog|newsletter|label|magazine|press|workshop|kennel|stables|campsite|school|centre|center|club|biz)$",
    re.I,
)
_TIME = {"DATE", "TIME", "PERCENT", "MONEY", "ORDINAL", "CARDINAL", "QUANTITY"}
_SOFTWARE = re.compile(
    r"\b(?:facebook|instagram|twitter|tiktok|snapchat|whatsapp|linkedin|reddit|youtube|netflix|spotify|slack|discord|zoom|teams|telegram|signal|pinterest|tumblr|mastodon|bluesky|threads|tinder"
    r"|hinge|bumble|gmail|outlook|chrome|firefox|safari|evernote|notion|obsidian|todoist|trello|asana|jira|dropbox|uber|airbnb|amazon|prime|hulu|disney\+?|strava|duolingo|x|windows|macos|linux|social media|app|apps|account|subscription|adobe|photoshop|excel|vim|emacs|vs ?code)\b",
    re.I,
)
_ABSTRACT = frozenset(
    {
        "idea",
        "problem",
        "question",
        "feeling",
        "chance",
        "time",
        "fun",
        "look",
        "luck",
        "sense",
        "trouble",
        "issue",
        "plan",
        "meeting",
        "call",
        "day",
        "week",
        "weekend",
        "month",
        "year",
        "morning",
        "night",
        "evening",
        "afternoon",
        "break",
        "rest",
        "chat",
        "talk",
        "conversation",
        "thought",
        "doubt",
        "reason",
        "choice",
        "experience",
        "moment",
        "opportunity",
        "access",
        "effect",
        "impact",
        "help",
        "support",
        "hope",
        "faith",
        "interest",
        "blast",
        "ball",
        "go",
        "try",
        "lunch",
        "dinner",
        "breakfast",
        "coffee",
        "drink",
        "shower",
        "nap",
        "sleep",
        "dream",
        "nightmare",
        "headache",
        "cold",
        "flu",
        "baby",
        "appointment",
        "interview",
        "exam",
        "test",
        "deadline",
        "job",
        "work",
        "party",
        "wedding",
        "holiday",
        "vacation",
        "trip",
        "bit",
        "lot",
        "tendency",
        "habit",
        "preference",
        "permission",
        "right",
        "need",
        "goal",
        "ability",
        "skill",
        "knowledge",
        "memory",
        "story",
        "difficulty",
        "hard time",
        "good time",
        "passion",
        "love",
        "relationship",
        "family",
        "friend",
        "point",
        "word",
        "favor",
        "favour",
        "say",
        "control",
        "energy",
        "space",
        "money",
        "clue",
        "answer",
        "news",
        "update",
        "request",
        "respect",
        "patience",
        "life",
        "connection",
        "bond",
        "support system",
        "people",
        "person",
        "someone",
        "exception",
        "objection",
        "advice",
        "tip",
        "suggestion",
        "example",
        "draft",
        "file",
        "error",
        "bug",
        "version",
        "result",
        "sort",
        "kind",
        "list",
        "effort",
        "progress",
        "success",
        "crush",
        "thing",
        "stuff",
        "place",
        "strength",
        "courage",
        "motivation",
        "inspiration",
        "joy",
        "peace",
        "journey",
        "impression",
        "concern",
        "worry",
        "fear",
        "regret",
        "complaint",
        "response",
        "reply",
        "message",
        "email",
        "adventure",
        "future",
        "past",
        "weather",
        "mind",
        "heart",
        "eye",
        "eyes",
        "hair",
        "hand",
        "hands",
        "leg",
        "legs",
        "arm",
        "back",
        "head",
        "face",
        "lesson",
        "course",
        "class",
        "session",
        "event",
        "game",
        "match",
        "show",
        "performance",
        "concert",
        "discussion",
        "debate",
        "argument",
        "fight",
        "race",
        "tour",
        "walk",
        "ride",
        "swim",
        "run",
        "hike",
        "look around",
        "picnic",
        "bbq",
        "barbecue",
        "dance",
        "vision",
        "purpose",
        "value",
        "role",
        "attitude",
        "perspective",
        "view",
        "taste",
        "appetite",
        "budget",
        "setback",
        "injury",
        "accident",
        "surprise",
        "proposal",
        "offer",
        "deal",
        "attention",
        "reaction",
        "feedback",
        "review",
        "comment",
        "photo",
        "picture",
        "photos",
        "pictures",
        "pic",
        "video",
        "freedom",
        "confidence",
        "plans",
        "minute",
        "minutes",
        "hour",
        "hours",
        "second",
        "seconds",
        "times",
        "sister",
        "brother",
        "mission",
        "project",
        "voice",
        "community",
        "network",
        "team",
        "group",
        "band",
        "name",
        "number",
        "address",
        "password",
        "birthday",
        "age",
        "degree",
        "tattoo",
        "blessing",
        "guts",
        "nerve",
        "craving",
        "craving",
        "allergy",
        "allergies",
        "allergic reaction",
        "intolerance",
        "hunch",
        "situation",
        "emergency",
        "pain",
        "toothache",
        "fever",
        "cough",
        "backache",
        "stomachache",
        "hangover",
        "sore throat",
        "symptom",
        "symptoms",
        "surgery",
        "operation",
        "procedure",
    }
)


def _label(token: Token, *labels: str) -> bool:
    return token.ent_type_ in labels


def _proper(token: Token) -> bool:
    return token.pos_ == "PROPN" or (token.text[:1].isupper() and token.i > token.sent.start)


def is_thing(token: Token, text: str) -> bool:
    """A noun phrase that names something: no pronoun, no time, no bare adjective."""
    if not text or is_empty(token) or token.ent_type_ in _TIME and not _proper(token):
        return False
    return (
        token.pos_ in {"NOUN", "PROPN", "X", "NUM"}
        or (token.pos_ in {"ADJ", "ADV"} and (_proper(token) or token.ent_type_ != ""))
        or (
            token.pos_ == "VERB"
            and token.tag_ != "VBG"
            and (token.dep_ == "dobj" or (token.dep_ == "conj" and token.head.pos_ == "PROPN"))
        )
    )


def is_gpe(token: Token, text: str) -> bool:
    """A named place, or a country or region by list."""
    low = text.lower()
    if _SCHOOL.search(text):
        return False
    if _label(token, "GPE", "LOC") or low in _REGIONS or f"the {low}" in _REGIONS:
        return not role_of(low)
    return False


def is_place(token: Token, text: str) -> bool:
    """A named place, or an unnamed kind of place ("a small village", "the countryside")."""
    if (
        not is_thing(token, text)
        or _label(token, "DATE", "TIME", "PERSON")
        and not in_list(text, "place", "generic")
    ):
        return _label(token, "PERSON") and _proper(token) and token.head.dep_ == "prep"
    return (
        is_gpe(token, text)
        or _proper(token)
        or in_list(text, "place", "generic")
        or in_list(text, "place", "region")
    )


def is_org(token: Token, text: str) -> bool:
    """A named organisation, or a company, hospital or the like."""
    if role_of(text):
        return False
    return (
        _proper(token) and not _label(token, "GPE", "DATE", "TIME", "LOC", "PERCENT", "MONEY", "NORP")
    ) or bool(_COMPANY.search(text))


def is_employer(token: Token, text: str) -> bool:
    """What one works for or at."""
    if not is_thing(token, text) or text.lower() in {
        "home",
        "night",
        "least",
        "work",
        "weekends",
        "weekend",
        "hours",
        "times",
        "living",
        "years",
        "life",
    }:
        return False
    return (
        is_org(token, text)
        or bool(_WORKPLACE.search(text) or _COMPANY.search(text))
        or (token.pos_ == "PROPN" and not token.ent_type_ == "DATE")
    )


def is_workplace(token: Token, text: str) -> bool:
    """A kind of workplace: "a bakery"."""
    return is_thing(token, text) and bool(_WORKPLACE.search(text)) and not in_list(text, "study", "field")


def is_field(token: Token, text: str) -> bool:
    """A field of study or of work."""
    if not is_thing(token, text):
        return False
    last = text.lower().split(" of ")[0].rsplit(" ", 1)[-1]
    return (
        in_list(text, "study", "field")
        or last.endswith(("ology", "ics", "istry", "onomy", "ography", "osophy", "ineering"))
        or last
        in {
            "marketing",
            "sales",
            "healthcare",
            "banking",
            "publishing",
            "retail",
            "hr",
            "tech",
            "procurement",
            "logistics",
            "insurance",
            "advertising",
            "construction",
            "manufacturing",
            "security",
            "science",
            "sciences",
            "studies",
            "design",
            "it",
            "recruitment",
            "consulting",
            "government",
            "hospitality",
        }
    )


def is_title(token: Token, text: str) -> bool:
    """What one is promoted to."""
    return is_thing(token, text) and not _label(token, "DATE", "TIME")


def is_group(token: Token, text: str) -> bool:
    """A club, team, band or other body of people."""
    head = text.split(" of ")[0].split(" for ")[0]
    return is_thing(token, text) and bool(
        _GROUP.search(head)
        or _label(token, "ORG")
        or _GROUP.search(text)
        or (_proper(token) and token.ent_type_ in {"", "NORP", "FAC"})
    )


def is_school(token: Token, text: str) -> bool:
    """A named place of learning."""
    if not is_thing(token, text) or text.lower() in {"school", "college", "university", "uni", "a school"}:
        return False
    return (
        bool(_SCHOOL.search(text))
        or (_label(token, "ORG", "GPE", "FAC") and token.head.lower_ == "at")
        or (_proper(token) and (token.head.lower_ == "at" or token.head.head.lemma_ == "graduate"))
    )


def is_ownable(token: Token, text: str) -> bool:
    """A thing one can have at home or in the bag; no abstract noun."""
    if not is_thing(token, text) or role_of(text):
        return False
    low = text.lower()
    last = low.split(" of ")[0].rsplit(" ", 1)[-1]
    if in_list(text, "thing", "owned") or in_list(text, "instrument", "instrument"):
        return True
    if low in _ABSTRACT or last in _ABSTRACT or last.rstrip("s") in _ABSTRACT:
        return False
    abstract = last.endswith(
        (
            "ness",
            "tion",
            "sion",
            "ment",
            "ity",
            "ance",
            "ence",
            "ship",
            "ing",
            "ism",
            "sm",
            "cy",
            "ency",
            "gy",
            "dom",
            "ure",
        )
    )
    if _proper(token) and token.ent_type_ in {"", "PRODUCT", "ORG"}:
        return True
    named = any(c.dep_ == "compound" and c.pos_ == "PROPN" for c in token.children)
    return not abstract and token.pos_ == "NOUN" and (named or is_concrete(token))


_DEICTIC = {
    "this",
    "that",
    "these",
    "those",
    "it",
    "them",
    "him",
    "her",
    "you",
    "your",
    "yours",
    "his",
    "their",
    "there",
    "here",
    "so",
    "such",
    "its",
    "how",
    "what",
    "whatever",
}
_STAYS = frozenset(
    "beach sea ocean outdoors mountains mountain rain snow sun cold heat winter summer spring autumn fall theatre theater gym countryside city forest woods piano guitar violin cello drums "
    "sixties seventies eighties nineties sunshine desert coast water river lake sky stars night morning evening dark quiet silence smell taste sound feel feeling arts gods".split()
)


def is_likable(token: Token, text: str) -> bool:
    """What one can like for good: a noun phrase or an activity, nothing that only points at what was just said."""
    if any(t.lower_ in _DEICTIC for t in token.subtree if abs(t.i - token.i) < 7):
        return False
    if token.pos_ in {"VERB", "AUX"} and token.tag_ in {"VBG", "VB"}:
        return token.lemma_ not in {
            "have",
            "be",
            "hear",
            "see",
            "know",
            "get",
            "say",
            "think",
            "help",
            "let",
        } or (token.tag_ == "VBG" and token.i + 1 < token.sent.end)
    if in_list(text, "hobby", "hobby"):
        return True
    if not is_thing(token, text):
        return (
            token.pos_ == "PRON"
            and token.lower_ in {"anything", "everything", "something"}
            and any(c.dep_ in {"amod", "prep"} for c in token.children)
        )
    return not _only_here(token, text) and (token.ent_type_ != "PERSON" or _proper(token))


def _only_here(token: Token, text: str) -> bool:
    """A definite or abstract noun that only this talk makes clear: "the idea", "thought"."""
    last = text.lower().split(" of ")[0].rsplit(" ", 1)[-1]
    if last in {
        "idea",
        "thought",
        "sound",
        "look",
        "way",
        "support",
        "help",
        "effort",
        "enthusiasm",
        "attitude",
        "message",
        "photo",
        "pic",
        "picture",
        "advice",
        "suggestion",
        "challenge",
        "chance",
        "opportunity",
        "moment",
        "fact",
        "thing",
        "part",
        "feeling",
        "words",
        "vibe",
        "vibes",
        "question",
        "result",
        "update",
        "news",
        "story",
        "people",
        "person",
        "life",
        "everyone",
        "place",
        "places",
        "guy",
        "guys",
        "job",
        "work",
        "company",
        "name",
        "things",
        "activity",
    }:
        return " " not in text or any(c.lower_ == "the" for c in token.children)
    definite = any(c.dep_ == "det" and c.lower_ == "the" for c in token.children)
    return (
        definite
        and not _proper(token)
        and last not in _STAYS
        and not is_concrete(token)
        and token.ent_type_ == ""
        and not any(c.lower_ == "of" for c in token.children)
        and token.tag_ == "NN"
    )


def is_home(token: Token, text: str) -> bool:
    """A named place to live: a city, region or country, no "small village"."""
    return is_place(token, text) and (is_gpe(token, text) or _proper(token))


def is_undertaking(token: Token, text: str) -> bool:
    """One piece of work: "a birdsong identifier", "my thesis", a named project."""
    if not is_thing(token, text) or any(t.lower_ in _DEICTIC for t in token.subtree):
        return False
    return _proper(token) or (
        token.tag_ == "NN"
        and any(c.lower_ in {"a", "an", "my", "our", "another"} for c in token.children)
        and text.lower() not in {"project", "plan", "list", "video", "cake", "meal"}
    )


def is_matter(token: Token, text: str) -> bool:
    """What one works on: an undertaking, or a field told apart by a word before it ("embedded systems")."""
    if is_undertaking(token, text):
        return True
    last = text.lower().rsplit(" ", 1)[-1]
    vague = last in {
        "skills",
        "things",
        "project",
        "projects",
        "relationships",
        "stuff",
        "ideas",
        "plans",
        "issues",
        "goals",
        "myself",
        "designs",
        "pieces",
    }
    told = any(
        c.dep_ in {"compound", "amod"}
        and c.lower_ not in {"new", "some", "few", "big", "cool", "other", "different"}
        for c in token.children
    )
    return (
        is_thing(token, text) and told and not vague and not any(t.lower_ in _DEICTIC for t in token.subtree)
    )


def is_usable(token: Token, text: str) -> bool:
    """A tool or product by name or kind; not "my voice"."""
    if (
        not is_thing(token, text)
        or token.ent_type_ in {"DATE", "TIME"}
        or any(c.dep_ == "poss" for c in token.children)
    ):
        return bool(_SOFTWARE.fullmatch(text))
    return (
        _proper(token)
        or bool(_SOFTWARE.search(text))
        or in_list(text, "thing", "owned")
        or is_concrete(token)
    )


def is_play(token: Token, text: str) -> bool:
    """A game by its name, or one of the known games and instruments with a word before it."""
    last = text.lower().rsplit(" ", 1)[-1]
    return is_thing(token, text) and (
        _proper(token) or last.endswith("ball") or (" " in text and last in {"games", "game"})
    )


def is_lasting(token: Token, text: str) -> bool:
    """A need that outlasts the moment: not help, not a minute, not something for this task."""
    last = text.lower().rsplit(" ", 1)[-1]
    told = any(
        c.lower_ in {"a", "an", "another", "some", "more", "bigger", "better"}
        or c.dep_ in {"amod", "compound"}
        for c in token.children
    )
    if not told and token.tag_ == "NN" and not is_concrete(token) and not _proper(token):
        return False
    if (
        token.dep_ == "dobj"
        and token.head.dep_ == "relcl"
        or any(t.lower_ in _DEICTIC for t in token.subtree)
    ):
        return False
    return is_thing(token, text) and last not in _ABSTRACT and last.rstrip("s") not in _ABSTRACT


def is_tool(token: Token, text: str) -> bool:
    """A named tool, program or product."""
    if (
        not is_thing(token, text)
        or token.ent_type_ in {"GPE", "LOC", "DATE", "TIME", "PERSON", "LANGUAGE", "NORP"}
        and not _SOFTWARE.search(text)
    ):
        return (
            token.ent_type_ in {"NORP", "PERSON"}
            and _proper(token)
            and not in_list(text, "nationality", "nationality")
            and token.head.lower_ in {"in", "with", "using"}
        )
    return _proper(token) or bool(_SOFTWARE.search(text))


def is_techname(token: Token, text: str) -> bool:
    """A programming language or the like, by list; elsewhere than after "know" a proper name without another label will do."""
    if is_exactly(text, "tech", "name"):
        return _proper(token) or text.lower() not in {
            "go",
            "c",
            "r",
            "word",
            "sketch",
            "express",
            "spring",
            "rust",
            "swift",
            "fish",
            "arch",
            "sas",
            "sap",
            "git",
            "ada",
            "elm",
        }
    labelled = token.ent_type_ in {"GPE", "PERSON", "DATE", "NORP", "WORK_OF_ART", "LOC", "FAC"}
    return (
        is_thing(token, text)
        and _proper(token)
        and not labelled
        and token.head.lemma_ != "know"
        and not in_list(text, "language", "language")
    )


def is_role(token: Token, text: str) -> bool:
    """A kin or pet noun with an article, a number or a bare plural: "a brother", "two cats"."""
    role = role_of(text) or role_of(token.lower_)
    if role is None or role in {"manager"}:
        return False
    return not any(c.dep_ == "poss" for c in token.children)


def is_personish(token: Token, text: str) -> bool:
    """A person, named or not."""
    return is_thing(token, text) and (
        _label(token, "PERSON")
        or role_of(text) is not None
        or is_job(text)
        or token.lower_ in {"guy", "man", "woman", "girl", "boy", "someone", "lady"}
    )


def is_politics(token: Token, text: str) -> bool:
    """A party or a leaning."""
    return is_exactly(text, "beliefs", "politics") or (
        _proper(token) and in_list(text, "beliefs", "politics")
    )


def _listed(section: str, key: str) -> Check:
    return lambda token, text: bool(text) and in_list(text, section, key)


_REGIONS = frozenset(
    {
        "asia",
        "africa",
        "europe",
        "antarctica",
        "oceania",
        "australia",
        "north america",
        "south america",
        "latin america",
        "central america",
        "the caribbean",
        "the middle east",
        "scandinavia",
        "the balkans",
        "the alps",
        "the highlands",
        "the dales",
        "the lake district",
        "the peak district",
        "the cotswolds",
        "the midlands",
        "the states",
        "the us",
        "the usa",
        "the uk",
        "england",
        "scotland",
        "wales",
        "northern ireland",
        "ireland",
        "britain",
        "great britain",
        "the netherlands",
        "holland",
    }
)

CHECKS: dict[str, Check] = {
    "thing": is_thing,
    "gpe": is_gpe,
    "place": is_place,
    "org": is_org,
    "employer": is_employer,
    "workplace": is_workplace,
    "field": is_field,
    "title": is_title,
    "group": is_group,
    "school": is_school,
    "ownable": is_ownable,
    "likable": is_likable,
    "lasting": is_lasting,
    "tool": is_tool,
    "techname": is_techname,
    "role": is_role,
    "personish": is_personish,
    "politicsish": is_politics,
    "team": lambda token, text: (
        is_thing(token, text)
        and token.pos_ == "NOUN"
        and bool(
            re.search(
                r"\b(?:board|committee|council|team|squad|band|choir|orchestra|club|panel|league|faculty|jury|society|union|pta|orchestra)$",
                text.split(" of ")[0],
                re.I,
            )
        )
    ),
    "plural": lambda token, text: (
        is_thing(token, text)
        and token.tag_ in {"NNS", "NNPS", "NN"}
        and not any(c.dep_ in {"det", "poss"} for c in token.children)
    ),
    "firm": lambda token, text: (
        is_employer(token, text) and not _GROUP.search(text) and not is_school(token, text)
    ),
    "pursuit": lambda token, text: (
        is_likable(token, text) and not any(c.dep_ in {"det", "poss"} for c in token.children)
    ),
    "learnable": lambda token, text: (
        is_thing(token, text)
        and not any(c.dep_ in {"det", "poss"} for c in token.children)
        and text.lower() not in _ABSTRACT
        and not is_empty(token)
    ),
    "app": lambda token, text: bool(_SOFTWARE.fullmatch(text)),
    "firmname": lambda token, text: (
        is_org(token, text) and token.ent_type_ == "ORG" and not _SOFTWARE.fullmatch(text)
    ),
    "subject": lambda token, text: (
        is_field(token, text)
        or any(
            in_list(text, *key)
            for key in (("hobby", "hobby"), ("language", "language"), ("instrument", "instrument"))
        )
    ),
    "matter": is_matter,
    "home": is_home,
    "undertaking": is_undertaking,
    "usable": is_usable,
    "playname": is_play,
    "job": lambda token, text: is_thing(token, text) and is_job(text),
    "company": lambda token, text: (
        is_thing(token, text) and bool(_COMPANY.search(text) or _label(token, "ORG"))
    ),
    "business": lambda token, text: (
        is_thing(token, text) and bool(_BUSINESS.search(text.split(" of ")[0].split(" for ")[0]))
    ),
    "body": lambda token, text: (
        is_thing(token, text) and bool(_GROUP.search(text.split(" of ")[0]) or _GROUP.search(text))
    ),
    "software": lambda token, text: (
        is_thing(token, text)
        and bool(_SOFTWARE.search(text) or (_proper(token) and token.ent_type_ in {"ORG", "PRODUCT", ""}))
    ),
    "worn": lambda token, text: (
        text.lower()
        in {
            "glasses",
            "contacts",
            "contact lenses",
            "hearing aids",
            "a hearing aid",
            "braces",
            "reading glasses",
            "hearing aid",
            "hijab",
            "turban",
        }
    ),
    "language": _listed("language", "language"),
    "medicine": _listed("health", "medicine"),
    "condition": _listed("health", "condition"),
    "allergen": _listed("health", "allergen"),
    "diet": _listed("diet", "diet"),
    "religion": _listed("beliefs", "religion"),
    "instrument": _listed("instrument", "instrument"),
    "hobby": _listed("hobby", "hobby"),
    "playable": lambda token, text: (
        in_list(text, "instrument", "instrument") or in_list(text, "game", "game")
    ),
}


def passes(check: str | None, token: Token) -> bool:
    """Whether the noun phrase of ``token`` passes the named check; no name passes everything."""
    return check is None or CHECKS[check](token, phrase_text(token))
