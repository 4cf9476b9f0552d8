"""Words that tell of somebody's health, beliefs or sexuality."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from spacy.tokens import Doc

from user_memory.extraction.lexicon import words
from user_memory.extraction.stages import Finding

_ALLERGY = re.compile(
    r"\b(?:al+er[gj]\w*|allegic\w*|allgeric\w*|alérgic\w*|intoleran\w*|anaphyla\w*|epi-?pen)\b", re.I
)
_ILL = re.compile(
    r"\b(?:diagnos(?:ed|is) (?:with|of)|depressed|panic attacks?|chemo\w*|tumou?r|miscarr\w+|ivf|in rehab|psychiatr\w+|biopsy|heart attack|in remission|insulin|seizures?|suicid\w+|self-harm\w*"
    r"|(?:my|see(?:s|ing)?|seen|saw) (?:a |an |my |the )?(?:new |old )?(?:therapist|shrink|counsellor)|in therapy|recovering (?:alcoholic|addict)|(?:knee|hip|heart|back|brain|eye|spinal|bypass|cancer) (?:surgery|operation|replacement)|(?:my|his|her|their) (?:new )?(?:hips?|knees?|shoulder|elbow|kidney|liver|valve|pacemaker|cornea) (?:was |were |is being |are being |got |gets )?(?:replaced|removed|fitted|transplanted|operated on))\b",
    re.I,
)
_ORGAN = r"(?:kidneys?|liver|gall ?bladder|appendix|tonsils|adenoids|spleen|womb|uterus|ovar(?:y|ies)|cervix|thyroid|prostate|pancreas|bladder|bowels?|colon|testicles?|lungs?|retina|cornea|pacemaker|stent|stoma|colostomy|womb|placenta)"
_TREATED = re.compile(
    rf"\b(?:(?:my|his|her|their|our|\w+['’]s) (?:\w+ )?{_ORGAN}|{_ORGAN} (?:out|removed|transplant(?:ed)?|donor|failure|infection|trouble|problems?|surgery|disease)|transplant(?:ed)?|dialysis|hysterectomy|mastectomy|vasectomy|c-section|caesarean|"
    r"(?:in|to|into|at) (?:a&e|the er|icu|intensive care|hospital)(?! (?:car park|cafe|shop|as a|where))|hospitali[sz]ed|sectioned|(?:under|after|before|for|had|having|need(?:s|ing)?|recovering from) (?:the |an? |my |his |her |\w+ )?(?:surgery|operation|anaesthetic|anesthetic)|"
    r"(?:brings?|brought|break(?:s|ing)?|broke) (?:me|him|her|them) out in|swell(?:s|ed)? (?:me )?up|nosebleeds?|palpitations|relapsed?|sober (?:for|since|\d)|clean (?:for|since) \w+ (?:years|months)|(?:my|his|her) (?:blood sugar|blood pressure|cholesterol|periods?|menopause)|"
    r"(?:lost|losing) (?:the|a|our) baby|pregnan\w+|(?:ultrasound|mri|ct scan|smear test|blood test|x-?ray)(?: on|s)?\b)",
    re.I,
)
_SPECIALIST = r"(?:oncolog|psychiatr|cardiolog|neurolog|endocrinolog|rheumatolog|nephrolog|haematolog|hematolog|gastroenterolog|urolog|gyna?ecolog|hepatolog|immunolog|pulmonolog|psychotherap|psycholog)ists?|therapists?|shrinks?|midwi(?:fe|ves)|obstetrician|speech therapist|fertility (?:clinic|doctor|treatment)"
_CARED = re.compile(
    rf"\b(?:(?:my|his|her|our|their|with an?|with the|to an?|to the|see(?:s|ing)? an?|saw an?) (?:\w+ )?(?:{_SPECIALIST})(?! (?:friend|neighbou?r|colleague|cousin|brother|sister|wife|husband))"
    r"|abortions?|amput\w+|(?:lost|losing) (?:my|his|her) (?:\w+ )?(?:legs?|arms?|sight|eyesight|hearing|hand|foot|eye)|antid[eé]pres\w+|schwanger|embarazada|enceinte|krebs|cáncer|hearing aids?|wheelchair(?! (?:access|ramp|user group|basketball club))|cochlear implant|insulin pump|cpap|prosthe(?:sis|tic \w+)|prosthetics?|white cane|guide dog|stoma bag|mobility scooter|walking frame"
    r"|(?:aa|na|al-anon|alcoholics anonymous|narcotics anonymous|gamblers anonymous) (?:meetings?|sponsor|group)|(?:alcoholics|narcotics|gamblers) anonymous"
    r"|(?:got|get|getting|stay(?:ed|ing)?|became|been|years|months) (?:clean and )?sober"
    r"|addict(?:ed|ion) to (?:\w+ )?(alcohol|drugs?|pills|painkillers|opioids?|opiates|heroin|cocaine|coke|crack|meth|weed|cannabis|nicotine|gambling|booze|drink|vicodin|oxycontin|codeine|xanax|valium)"
    r"|(?:gum|heart|kidney|liver|lung|skin|thyroid|bowel) disease)\b",
    re.I,
)
_TRANS = re.compile(
    r"\b(?:trans(?:gender|sexual)?(?= (?:woman|man|girl|guy|person|masc|femme|male|female)|\W*$|[,.;!?]| and\b)|transitioned|(?:gay|lesbian|queer) (?:wedding|marriage|couple|dad|mum|mom|man|woman|guy|parents)|non-?binary|came out (?:to my|as)|coming out (?:to my|as))\b(?! of)",
    re.I,
)
_RITE = re.compile(
    r"\b(?:(?:fast(?:s|ed|ing)?|observ(?:e|es|ed|ing)|keep(?:s|ing)?|kept|do(?:es|ing)?|for|during|celebrat(?:e|es|ed|ing)) (?:\w+ ){0,2}?(?:ramadan|lent|shabbat|shabbos|sabbath|yom kippur|passover|eid|diwali|purim|vaisakhi)"
    r"|bapti[sz]ed|christened|bar mitzvah(?:ed)?|bat mitzvah(?:ed)?|first (?:holy )?communion|jehovah['’]?s witness(?:es)?|hijab|niqab|burqa|kippah?|yarmulke|worship(?:s|ped|ping)?|(?:my|our) (?:local )?(?:church|mosque|synagogue|gurdwara)(?! (?:hall|fete|roof|street|road))|hajj|umrah|pilgrimage to mecca|bible study|prayer (?:group|meeting)|my (?:rabbi|imam|pastor|priest|vicar|parish|congregation|guru))\b",
    re.I,
)
_PARTY = re.compile(
    r"\b(?:member of|belong(?:s|ed)? to|join(?:ed|ing)?|left|quit|canvass(?:ed|ing)? for|campaign(?:ed|ing)? for|volunteer(?:ed|ing)? for|support(?:s|ed|ing)?|donat(?:e|ed|ing) to|leaflet(?:ed|ing)? for|stand(?:ing)? for|stood for)"
    r" (?:the )?(?:\w+ ){0,2}?((?:labou?r|conservative|green|republican|democratic|liberal|socialist|communist|tory|reform|nationalist|libertarian|workers) party|tories|lib dems?|liberal democrats|(?-i:Labour|Republicans|Democrats|Greens|SNP|CDU|CSU|SPD|AfD|FDP|PSOE|Vox|UKIP|DSA|GOP|DNC))\b",
    re.I,
)
_FAITH = re.compile(
    r"\b(?:convert(?:ed|ing)? to \w+|(?:go(?:es)?|went|going) to (?:church|mosque|temple|synagogue|mass)|(?:i|we) pray (?:every|daily|at|five)|(?:don't|do not) believe in god)\b",
    re.I,
)
_VOTE = re.compile(
    r"\b[Vv]ot(?:e|es|ed|ing)\b(?: for)?(?: the| a)? (?:[A-Z][\w-]+)(?: [A-Z][\w-]+)?|\bvot(?:e|es|ed|ing) (?:for (?:the )?)?(?:green|labou?r|tory|conservative|republican|democrat|left|right|lib dem)\w*",
    re.M,
)
_COMMON = frozenset(
    "add ms blind deaf stroke pots als prep reflux ulcer ulcers hernia hypertensive pregnant infertile stutter stammer vertigo steroids painkillers ibuprofen aspirin paracetamol tylenol "
    "antibiotics melatonin orthodox pagan quaker humanist reform green greens liberal progressive labour conservative conservatives republican democrat democrats republicans tory nationalist socialist "
    "religious straight ace bi gay queer feminist centrist communist inhaler testosterone heartburn insomnia jew jain short-sighted leftist".split()
) | {"type 1", "type 2", "the pill", "vitamin d", "iron tablets", "birth control", "folic acid"}  # fmt: skip
_COLOURS = frozenset({"green", "greens", "straight", "ace"})
"""Too common to tell anything but beside "vote" and "party"."""
_SELF = re.compile(
    r"\b(?:am|'m|soy|somos|bin|sind|suis|sommes|sono|sou|estoy|i've been|is|'s|are|was|were|be|being|as|have|has|had|got|take|takes|taking|took|on|from|with|get|gets|getting|my|for)(?: (?:an?|the|my|some|really|very|quite|totally|mostly|legally|partially|openly|proudly|a bit|so|daily|prescribed|chronic|bad|mild|severe|lifelong|been))* $",
    re.I,
)
_FIRST = re.compile(
    r"\b(?:(?:brought up|raised|born|lapsed|came out|coming out|had|been|got) |as an? |soy|yo|tengo|tomo|estoy|vivo|ich|habe|je|bin|suis|sono|sou|mi|meine?|mon|ma|i|i'm|i've|my|me|we|our|he|she|his|her|they|their)\b",
    re.I,
)
_OPENS = r"(?:^|[.!?;:,\n(–—]\s*|\s-+\s|\b(?:and|but|because|cos|since|as|so|also|btw|fyi|that|about|of|with|despite|like|from)\s)\W*"
_SUBJECTLESS = re.compile(
    rf"{_OPENS}(?:\w+ly |mildly |very |both |still |now )?(?:al+ergic to|intolerant (?:of|to)|diagnosed (?:with|as)|on chemo|in (?:remission|therapy|rehab)|recovering from|(?:had|having|got) (?:an? |the |my )?(?:\w+ )?(?:surgery|operation|transplant|chemo|biopsy|stroke|heart attack)|pregnant (?:with|and|so)|depressed)\b",
    re.I,
)
"""A clause whose subject is left out tells of the speaker."""
_IMPAIRED = re.compile(
    rf"\b((?:(?:stone|half|partially|totally|completely|profoundly|almost|nearly|legally|registered) )?(?:deaf|blind|numb|paraly[sz]ed|partially sighted|hard of hearing|weak) (?:in|on|from|down) (?:the |my |his |her |their |one |both )?(?:(?:left|right|other|good|bad) )?(?:ears?|eyes?|sides?|legs?|arms?|hands?|foot|feet|waist|neck))\b"
    r"|\b((?:(?:no|lost|little|losing) (?:\w+ )?(?:feeling|sensation|hearing|sight|vision|use) (?:in|of|from)|(?:can['’]?t|cannot|can not|couldn['’]?t) (?:hear|see|feel) (?:\w+ )?(?:out of|from|with|on)) (?:my|his|her|the|one) (?:(?:left|right|other) )?(?:ears?|eyes?|sides?|legs?|arms?|hands?|foot|feet|fingers|toes))\b"
    rf"|{_OPENS}(?:(?:stone|half|partially|totally|completely|profoundly|severely|almost|nearly|legally|registered|also|being|born) )*((?:deaf|blind|hypertensive|infertile|short-sighted|epileptic|colou?r-?blind|hard of hearing|partially sighted)(?= (?:since|so|and|but|from birth|with|at night|without|myself|here)\b|[,.;!]|\s*$))",
    re.I,
)
_LOVES = r"(?:bi(?:sexual)?|gay|lesbian|queer|trans(?:gender)?|pansexual|asexual|demisexual|aromantic|homosexual|heterosexual|non-?binary|genderqueer|genderfluid|intersex)"
_BEING = re.compile(
    rf"(?:\bbeing|{_OPENS}(?:having been|growing up|living|working|dating|travell?ing|raised|out)|\b(?:am|i'm|grew up|live|identif(?:y|ies|ying)|came out|coming out|come out|openly|proudly|closeted|as)) (?:(?:as|an?|the|only|openly|proudly|secretly|visibly|young|out|both|one of the few|a bit|while|and) )*({_LOVES})(?![\w-])(?! (?:fats?|rights|bars?|pride|history|cinema|marriage laws?|characters?|literature|artists?|writers?|authors?)\b)"
    rf"|(?:^|[.!?\n]\s*)(?:openly |proudly )?({_LOVES})(?=,| (?:and|so|since|but)\b)",
    re.I,
)
_EPONYM = r"(?:parkinson|alzheimer|crohn|hodgkin|huntington|hashimoto|raynaud|tourette|asperger|sj[oö]gren|m[eé]ni[eè]re|hirschsprung|dupuytren|beh[cç]et|peyronie|scheuermann|kaposi|duchenne|guillain-barr[eé]|ehlers-danlos|klinefelter|creutzfeldt-jakob|charcot-marie-tooth|tay-sachs|von willebrand|lou gehrig)"
_SURNAME = r"(?:addison|cushing|graves|wilson|bell|barrett|paget|down|turner|marfan|kawasaki|lynch|gilbert|still|perthes|wegener|bright|lyme|batten|gaucher|fabry|pompe|sever|osgood-schlatter|lewy|rett|angelman|williams|noonan|edwards|patau|prader-willi|reiter|stargardt|usher|burkitt|ewing|wilms|barlow|castleman|kennedy|leigh|lafora|pick|pott|whipple)"
_ILLNESS = r"(?:diseases?|syndrome|palsy|thyroiditis|lymphoma|sarcoma|chorea|dementia|body dementia|phenomenon|o?esophagus|tumou?r|muscular dystrophy|contracture)"
_SUFFERED = r"(?:has|have|had|having|got|get|gets|with|from|of|early|late|early-onset|young-onset|onset|advanced|suspected|possible|like|is|'s|my|his|her|their)"
_EPONYMOUS = re.compile(
    rf"(?<![\w-])(?:{_EPONYM}(?:['’]?s|s['’])?(?:[ -]{_ILLNESS})|(?<!\bat )(?:{_EPONYM})(?:['’]s|s['’]?)|(?:alzheimer|crohn|tourette|raynaud|hashimoto|asperger|sj[oö]gren|m[eé]ni[eè]re|guillain-barr[eé]|ehlers-danlos|creutzfeldt-jakob|tay-sachs)"
    rf"|(?:{_SURNAME})(?:['’]?s|['’])?[ -]{_ILLNESS})(?![\w-])",
    re.I,
)
_SUFFERED_FROM = re.compile(
    rf"\b{_SUFFERED} (?:(?:early|late|mild|severe|bad|advanced|stage \w+|both) )*({_EPONYM}(?: (?:is|has))?|{_SURNAME}(?:['’]s|s['’])|(?<=has )(?:{_SURNAME}) (?:is|has)|(?<=got )(?:{_SURNAME}) (?:is|has))(?=\s*(?:$|[.,;:!?)\n–—-]|\b(?:so|and|but|since|which|because|cos|now|too|for|as|that|is|has|means|runs|or|bad|badly|when|while|these days)\b))",
    re.I,
)
"""The name of an illness whose apostrophe was taken for "is" or "has", or of one that is a surname too."""


_IMPLANT = re.compile(
    r"\b(?:stents?|pacemakers?|catheters?|colostomy|stomas?)\b(?! (?:clinic|makers?|manufactur\w+|compan\w+|factory|design|market))",
    re.I,
)


_ANYWHERE = (
    (_EPONYMOUS, "health"),
    (_SUFFERED_FROM, "health"),
    (_IMPAIRED, "health"),
    (_IMPLANT, "health"),
    (_BEING, "sexuality"),
)
"""What is told whoever it is about."""


def find_sensitive(doc: Doc) -> Iterator[Finding]:
    """Conditions and medicines by name wherever they stand; the rest where somebody is spoken of."""
    return sensitive_in(doc.text)


def sensitive_in(text: str) -> Iterator[Finding]:
    """Like :func:`find_sensitive`, of a text that nobody parsed."""
    for match in _told(text, "health", "condition", "medicine"):
        yield Finding(match.start(), match.end(), "condition", "health", match.group().lower())
    yield from _matched(text, _ANYWHERE)
    allergy = _ALLERGY.search(text) is not None
    if allergy:
        for match in _named("health", "allergen").finditer(text):
            yield Finding(match.start(), match.end(), "allergen", "health", match.group().lower())
    if _FIRST.search(text) or _SUBJECTLESS.search(text):
        yield from _personal(text)


def _personal(text: str) -> Iterator[Finding]:
    yield from _matched(
        text,
        (
            (_ILL, "health"),
            (_TREATED, "health"),
            (_ALLERGY, "health"),
            (_CARED, "health"),
            (_FAITH, "beliefs"),
            (_RITE, "beliefs"),
            (_PARTY, "beliefs"),
            (_TRANS, "sexuality"),
            (_VOTE, "beliefs"),
        ),
    )
    for match in _told(text, "beliefs", "religion", "politics"):
        yield Finding(match.start(), match.end(), "belief", "beliefs", match.group().lower())
    for match in _told(text, "beliefs", "orientation"):
        yield Finding(match.start(), match.end(), "orientation", "sexuality", match.group().lower())


def _matched(text: str, patterns: Iterable[tuple[re.Pattern[str], str]]) -> Iterator[Finding]:
    """What each pattern's last group, or else the whole of it, holds."""
    for pattern, category in patterns:
        yield from (
            Finding(*m.span(m.lastindex or 0), category, category, m.group(m.lastindex or 0).lower())
            for m in pattern.finditer(text)
        )


def _told(text: str, section: str, *lists: str) -> Iterator[re.Match[str]]:
    """Words of the lists; one with another everyday meaning only after "am", "have", "take" and the like."""
    for match in _named(section, *lists).finditer(text):
        word = match.group().lower()
        if word in _COLOURS:
            continue
        if word not in _COMMON or _SELF.search(text, max(0, match.start() - 40), match.start()):
            yield match


def _spelt(word: str) -> str:
    """A word as it is written, with or without its apostrophe."""
    return re.escape(word).replace("'", "['’]?")


@cache
def _named(section: str, *lists: str) -> re.Pattern[str]:
    every = sorted({w for key in lists for w in words(section, key)}, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_spelt, every))})(?![\w-])", re.I)
