"""Passwords, PINs, codes and seed phrases in prose, by the words around them, in English and five other languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

Place = tuple[int, int]

_IS = r"(?:\s?[:=→]\s?|\? it['’]?s\s|\s?-+>?\s|\s?['’]s\s|\s(?:is|was|are|will be|would be|reads?|says?|being|to be|number|no\.?|es|era|ist|lautet|war|est|était|è|é|jest|to)\s(?:now\s|still\s|just\s|currently\s|actually\s|literally\s|set to\s|ahora\s|jetzt\s|maintenant\s)?(?:['\"`]|:\s?)?|\s)"
_STATED = r"(?:\s?[:=→]\s?|\s?-+>?\s|\s?['’]s\s|\s(?:is|was|are|will be|reads?|es|era|ist|lautet|war|est|était|è|é)\s(?:now\s|still\s|just\s|currently\s|actually\s|literally\s|set to\s|ahora\s|jetzt\s|maintenant\s)?(?:[:=]\s?)?)"
_GAP = r"(?:\s(?!(?:is|was|are|es|ist|est|and|but|or|so)\b)[\w'’@./-]{1,30}){0,7}?"
_ASIDE = r"(?:\s?,\s[^.!?\n\d,]{1,60},|\s?\([^()\n\d]{1,60}\)|\s?[–—-]{1,2}\s[^.!?\n\d–—]{1,60}?\s[–—-]{1,2})"
_BETWEEN = rf"{_GAP}(?:{_ASIDE}){{0,2}}"
"""Between what a secret opens and the word that states it: a few words, or a remark set off by commas, dashes or brackets."""
_WORD_NOUN = r"(?:pass(?=\s?[:=])|pass ?words?(?! ?(?:manager|policy|policies|hint|reset|field|page|rules?|protection|generator|requirements?|strength|prompt|hash))|pass ?codes?|pass ?phrases?|passwd|pwd|pw|contraseña|clave(?= (?:de|del|wifi|es)\b)|passwort|kennwort|mot de passe|mdp|senha|wachtwoord|parola d'ordine|hasło|log ?in|credentials?)"
_DIGIT_NOUN = (
    r"(?:pins?|pin (?:code|number)s?|(?:alarm|door|gate|entry|entrance|garage|lock|locker|safe|keypad|access|security|verification|confirmation|login|log-in|sign-in|auth|authentication|authenticator|one[- ]time|"
    r"two[- ]factor|2fa|mfa|otp|sms|unlock|recovery|backup|building|key ?box|lockbox|suitcase|voicemail|bike lock)(?: pass)? ?(?:codes?|pins?|combination|combo)|one[- ]time pass(?:word|code)|otp|2fa|cvv2?|cvc2?"
    r"|(?:lock |safe |locker )?(?:combination|combo)|passcode|digicode|código(?: pin| de (?:la )?(?:alarma|verificación|seguridad|acceso|puerta|entrada))?|geheimzahl|geheimnummer|(?:alarm|tür|zugangs|bestätigungs|sicherheits|tan-?)code"
    r"|code (?:pin|secret|de (?:l['’]alarme|vérification|sécurité|la porte|l['’]immeuble|la carte))|codice (?:pin|di sicurezza|dell['’]allarme)|pincode|alarmcode|keypad|pin-code)"
)
_CODE_NOUN = r"(?<!zip )(?<!post )(?<!postal )(?<!area )(?<!country )(?<!error )(?<!status )(?<!exit )(?<!promo )(?<!discount )(?<!coupon )(?<!voucher )(?<!booking )(?<!order )(?<!sort )(?<!course )(?<!product )(?<!response )(?<!dress )(?<!tax )(?<!return )(?<!referral )(?<!tracking )(?<!bar )(?<!source )(?<!dialling )(?<!dialing )(?<!dial )(?<!http )(?<!colour )(?<!color )(?<!airport )(?<!branch )(?<!swift )(?<!bank )(?<!job )(?<!class )(?<!module )(?<!project )(?<!stock )(?<!item )(?<!reference )(?<!room )(?<!game )(?<!gift )(?:my|the|this|your|a|their|our|el|la|der|le) codes?"
_DIGITS = r"[*#]?\d(?:[ -]?\d){3,11}[*#]?"
_SPOKEN = r"(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)[ ,-]+){3,11}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_MIXED = r"(?=[\w-]*\d)[A-Za-z0-9]{1,6}(?:-?[A-Za-z0-9]){2,15}[*#]?"
_NOT_UNIT = r"(?!\s?(?:lines?|loc|bytes|chars?|characters|years?|files|tests|digits?|letters|words|%|times|hours?|minutes?|days?|am\b|pm\b|symbols|rows|mm|cm|km|kg|lbs?|sqm|m\b|ft|euros?|pounds?|dollars?|people)|[.,]\d|[/:]\d)"
_NOT_YEAR_TEXT = r"(?!\d{4}-\d\d-\d\d)"

CODE = re.compile(
    rf"\b{_DIGIT_NOUN}{_BETWEEN}{_IS}['\"`]?({_NOT_YEAR_TEXT}(?:{_DIGITS}|{_SPOKEN}|\d{{3}}\b)){_NOT_UNIT}",
    re.I,
)
SENT_CODE = re.compile(rf"{_CODE_NOUN}{_BETWEEN}{_STATED}['\"`]?({_DIGITS}|[A-Z]-\d{{4,8}}){_NOT_UNIT}", re.I)
MIXED_CODE = re.compile(
    rf"\b(?:one[- ]time|verification|security|recovery|backup|2fa|two[- ]factor|login|access|door|alarm|gate) ?(?:pass)?codes?{_BETWEEN}{_STATED}['\"`]?({_MIXED})(?!\w)",
    re.I,
)
CODE_FIRST = re.compile(
    rf"(?<![\w.-])({_DIGITS})\s(?:is|was|as|es|ist|est)\s(?:my|the|your|our|mi|el|meine?|der|die|mon|le|his|her|their)\s(?:\w+\s){{0,3}}?(?:pin|alarm code|door code|gate code|safe code|passcode|password|verification code|security code|one[- ]time (?:pass)?code|login code|access code|"
    r"entry code|2fa code|otp|combination|unlock code|código|contraseña|geheimzahl|passwort|code pin|mot de passe)\b",
    re.I,
)
_ENTERED = re.compile(
    rf"\b(?:type|enter|punch|key|dial|press|use|tap)\s(?:in\s)?['\"`]?({_DIGITS})['\"`]?\s(?:on|into|at|in|to|for)\s(?:the\s|my\s|our\s)?(?:\w+\s)?(?:keypad|alarm|door|gate|safe|lock|lockbox|key ?box|entry ?phone|garage)\b",
    re.I,
)
_WORDLIKE = (
    r"wrong|right|correct|incorrect|expired|expiring|weak|strong|stronger|safe|secure|insecure|long|short|the|not|no|too|so|very|really|same|stored|saved|lost|required|needed|invalid|valid|reset|resetting|changed|"
    r"broken|working|missing|empty|blank|encrypted|hashed|unique|easy|hard|difficult|different|new|old|good|bad|terrible|awful|fine|ok|okay|set|in|on|at|for|with|from|to|of|by|my|your|his|her|our|their|a|an|it|that|"
    r"this|what|which|where|when|how|why|always|never|only|also|just|still|now|being|been|written|kept|shared|known|secret|private|case|visible|public|hidden|getting|going|something|nothing|anything|one|protected|compromised|"
    r"leaked|stolen|hacked|forgotten|due|up|out|about|more|less|at|least|between|must|should|can|will|page|manager|managers|field|box|reset|policy|policies|hint|prompt|screen|and|or|but|if|because|since|as|than|please|"
    r"falsch|richtig|abgelaufen|incorrecta|correcta|incorrecto|expirada|incorrect|correct|expiré|mauvais|no|nicht|pas|sin|sehr|muy|très|una|un|el|la|le|der|die|das|mein|mi|mon|here|there|lovely|simple|complicated|annoying|stupid|generic|default|temporary|ridiculous|unknown|optional|mandatory"
)
_NOT_WORDLIKE = rf"(?!(?:{_WORDLIKE})(?![\w!@#$%^&*]))"
_TOUGH = r"(?=[^\s\"'`]*[\d!@#$%^&*_+=~])[^\s\"'`,;]{4,64}"
PASSWORD = re.compile(
    rf"\b{_WORD_NOUN}{_BETWEEN}{_STATED}(?:['\"`]([^'\"`\n]{{3,80}})['\"`]|({_TOUGH})|{_NOT_WORDLIKE}([A-Za-zÀ-ÿ]{{4,40}})(?=\s*(?:$|[.,;!?)\n]|\b(?:and|but|btw|lol|please|pls|for|in case|if|so|by the way)\b)))",
    re.I,
)
PASSWORD_BARE = re.compile(rf"\b{_WORD_NOUN}\s({_TOUGH})", re.I)
CHANGED = re.compile(
    rf"\b(?:change[ds]?|set|reset|switch(?:ed)?|update[ds]?|make|made)\s(?:my|the|our|his|her|their|all my)?\s?(?:\w+\s){{0,4}}?{_WORD_NOUN}{_GAP}\sto\s(?:be\s)?['\"`]?({_TOUGH}|{_NOT_WORDLIKE}[A-Za-z]{{4,40}}(?=\s*(?:$|[.,;!?\n])))",
    re.I,
)
CHANGED_FROM = re.compile(rf"\b{_WORD_NOUN}{_GAP}\sfrom\s['\"`]?({_TOUGH})['\"`]?\sto\s", re.I)
CHANGED_TO = re.compile(
    rf"\b{_WORD_NOUN}{_GAP}\s(?:changed|set|reset|updated|switched)\sto\s(?:be\s)?['\"`]?({_TOUGH}|{_NOT_WORDLIKE}[A-Za-z]{{4,40}}(?=\s*(?:$|[.,;!?\n])))",
    re.I,
)
PASSWORD_FIRST = re.compile(
    rf"(?<!\S)['\"`]?({_TOUGH})['\"`]?\s(?:is|was|as|es|ist|est)\s(?:my|the|our|mi|la|mein|das|mon|le|a)\s(?:\w+\s){{0,3}}?{_WORD_NOUN}\b",
    re.I,
)
USER_AND = re.compile(
    rf"\b(?:user ?name|login|user|email|account)\b[^\n.!?]{{0,60}}?\b(?:and|/|with|,)\s(?:the\s|my\s)?(?:pass(?:word|code)?|pw|pwd)\s({_TOUGH})",
    re.I,
)
LOG_IN = re.compile(
    r"\blog(?:ged)? ?in (?:as|with|using) [\w.@-]{1,40}\s?(?:/|:|and|with)\s?(?:(?:password|pass|pw|pwd) )?(?=[^\s]*\d)(\S{4,40})",
    re.I,
)
SEED = re.compile(
    r"\b(?:seed|recovery|secret|backup|mnemonic|wallet|frase semilla|frase de recuperación|wiederherstellungs|phrase de récupération)[ -]?(?:recovery )?(?:phrases?|words?|seed|phrase secrète|wörter)?\b[^\n:]{0,40}?(?:\s?[:=]\s?|\s(?:is|are|es|ist|est)\s)['\"]?"
    r"((?:(?:\d{1,2}[.)]\s?)?[a-zà-ÿ]{3,10}[,\s]+){5,23}(?:\d{1,2}[.)]\s?)?[a-zà-ÿ]{3,10})",
)
_DEVICE = r"(?:door|gate|garage|alarm|safe|locker|keypad|lock ?box|key ?box|key ?safe|lock|padlock|vault|intercom|barrier|bike shed|cellar|strongbox)"
_BRIEF = r"[*#]?\d(?:[ -]?\d){3,7}[*#]?(?![\d:.,]?\d)"
BESIDE_DEVICE = re.compile(
    rf"\b{_DEVICE}s?(?:\s?[:=→,-]\s?|\s(?:is\s)?)['\"`]?({_NOT_YEAR_TEXT}{_BRIEF}){_NOT_UNIT}(?=\s*(?:$|[.,;!?)\n]|\b(?:then|and|to|for|please|but|or|if|when)\b))",
    re.I,
)
_OPENED = r"(?:opens?|unlocks?|disarms?|deactivates?|arms?|resets?|silences?|gets? (?:you|us|them|her|him) in|lets? (?:you|us|them|her|him) in)"
OPENS_WITH = re.compile(
    rf"\b{_OPENED}\b[^.!?\n\d]{{0,40}}?\b(?:with|using|by (?:typing|entering|pressing|dialling)|on|is|to)\s(?:the\s)?(?:code\s)?['\"`]?({_BRIEF}|\d\d?(?:[-, ]+(?:then )?\d\d?){{2,3}}){_NOT_UNIT}",
    re.I,
)
KEYED_IN = re.compile(
    rf"\b(?:punch|key|type|tap|enter|dial|press|put|hit)(?:ing|s)?(?:\sin)?\s['\"`]?({_BRIEF}){_NOT_UNIT}(?=[^.!?\n]{{0,60}}\b(?:{_DEVICE}|{_OPENED})\b)",
    re.I,
)
KEYED_AT = re.compile(
    rf"\b{_DEVICE}\b[^.!?\n\d]{{0,60}}?\b(?:punch|key|type|tap|enter|dial|press|put)(?:ing|s)?\sin\s['\"`]?({_BRIEF}){_NOT_UNIT}",
    re.I,
)
USER_PASS = re.compile(
    rf"\buser(?: ?name)?[\s:=]+[\w.@-]{{2,40}}[,;/]?\s(?:and\s)?(?:pass|pw|pwd)[\s:=]+({_TOUGH})", re.I
)
PASSWORD_LAST = re.compile(
    rf"\b{_WORD_NOUN}\s(?:is|was)\s[^.!?\n]{{0,60}}[,:(–—-]\s?['\"`]?(?=[^\s,]*[A-Za-z])(?=[^\s,]*\d)([^\s,;'\"`)]{{6,40}})",
    re.I,
)
CODE_LAST = re.compile(
    rf"\b(?:{_DIGIT_NOUN}|{_DEVICE} codes?)(?:['’]s|\s(?:is|was))\s[^.!?\n\d]{{0,60}}[,:(–—-]\s?({_BRIEF}){_NOT_UNIT}",
    re.I,
)
_ANSWERED = r"(?:(?:it['’]?s|it is|that['’]?s|that is|that would be|there you go,?)\s)?"
_FAR = r"(?:(?!\b(?:is|was|are|and|but)\b)[^.!?\n\d]){0,110}?"
CODE_AFTER = re.compile(
    rf"\b{_DIGIT_NOUN}\b{_FAR}(?:{_ASIDE})?(?:\s?(?:[?:=]|\.\.+|…|[–—-]{{1,2}})\s?{_ANSWERED}|\s(?:is|was|it['’]?s|that['’]?s|would be)\s|\s?,\s{_ANSWERED}(?!(?:19|20)\d\d\b))['\"`]?({_NOT_YEAR_TEXT}{_BRIEF}){_NOT_UNIT}(?=\s*(?:$|[.,;!?)'\"\n]|\b(?:and|but|please|pls|if|for|don['’]?t|remember)\b))",
    re.I,
)
_AIR = r"(?:wi-?fi|wlan|hotspot)"
_KEY = (
    r"(?!wpa\d|wi-?fi|wep|802|iphone|ipad|pixel|galaxy|[$£€]|https?:|www\.|[\d.,]+\s?(?:[kmgt]b(?:ps|it)?|[kmg]?hz|m\b|th\b|st\b|nd\b|rd\b)|[\d.,]+(?:am|pm|kms?|miles?|days?|hours?|hrs?|mins?|minutes?|years?|months?)\b|\S*@\S+\.\w)"
    r"(?=[^\s\"'`,;]*[A-Za-z])(?=[^\s\"'`,;]*(?:\d|\w[!@#$%^&*_+=~]\w))[^\s\"'`,;]{6,64}"
)
"""A token of letters with a digit or a sign among them, and no speed, standard, price, time or address."""
_AIR_GAP = r"(?:\s(?!(?:is|was|are|called|named|name|network|ssid|speed|and|but|or|so|since|because|when|while|if)\b)[\w'’./-]{1,30}){0,7}?"
WIFI = re.compile(
    rf"\b{_AIR}{_AIR_GAP}(?:{_ASIDE}){{0,2}}(?:{_STATED}|\s(?:should be|would be|goes by|uses|takes|wants|became|as|to|to be)\s|,\s(?=[^\s,;]*\d)(?=[^\s,;]*\w[!@#$%^&*_+=~]))['\"`]?({_KEY})|\b{_AIR}\s(?!is|was)['\"`]?({_KEY})(?=\s*(?:$|[.,;!?)'\"\n]))",
    re.I,
)
WIFI_TYPED = re.compile(
    rf"\b{_AIR}\b[^.!?\n]{{0,40}}?\b(?:use|type|enter|try|put in|key in|with|using)\s['\"`]?({_KEY})", re.I
)
WIFI_FIRST = re.compile(
    rf"(?<!\S)['\"`]?({_KEY})['\"`]?(?:\s(?:is|was|as|for|on|gets|lets|opens|joins|connects)\b|\s?[=,–—-]\s?)(?:\s?(?!(?:speed|called|named|down|slow)\b)[\w'’]{{1,15}}){{0,7}}?\s?\b{_AIR}\b(?!\s?(?:router|card|adapter|dongle|extender|network|name|speed|\d))",
    re.I,
)
_SEED_TOLD = re.compile(
    r"\b(?:seed|recovery|mnemonic|backup|secret|wallet)[ -](?:recovery )?(?:phrases?|words?|mnemonics?|seeds?)\b|\bmnemonics?\b|\bseeds?\b(?=.*\b(?:wallet|ledger|trezor|metamask|bitcoin|btc|crypto|ethereum|eth)\b)|\b(?:wallet|ledger|trezor|metamask|bitcoin|btc|crypto|ethereum|eth)\b(?=.*\bseeds?\b)"
    r"|\b(?:12|24|twelve|twenty-?four)[ -](?:recovery |seed |secret |backup )?words?\b(?=.*\b(?:wallet|ledger|trezor|metamask|bitcoin|btc|crypto|recover\w*)\b)|\bfrase (?:semilla|de recuperación)\b|\bwiederherstellungs(?:wörter|phrase)\b|\bphrase (?:secrète|de récupération)\b",
    re.I | re.S,
)
_LINKING = r"the|and|for|are|was|were|from|but|not|his|her|she|had|has|have|our|its|who|how|which|been|being|did|does|don|him|their|them|would|could|should|because|into|isn|wasn|doesn|seed phrases?|seed words?|recovery phrases?|recovery words?|mnemonic|backup phrase"
_PLAIN = rf"(?!(?:{_LINKING})\b)[a-zà-ÿ]{{3,10}}(?![\w'’])"
_APART = r"(?:[\s,;|/-]+(?:and\s)?(?:\(?\d{1,2}[.):]\s?|\d{1,2}\s)?)"
PLAIN_WORDS = re.compile(rf"(?<![\w'’])({_PLAIN}(?:{_APART}{_PLAIN}){{11,30}})", re.I)
"""Twelve or more words in a row, none of which joins others to a sentence: what a wallet is recovered with."""
_ASKED = re.compile(r"\b(?:security|secret|recovery|verification|reset) (?:answers?|questions?)\b", re.I)
ANSWER = re.compile(
    r"\b(?:security|secret|recovery|verification|reset) (?:answer|question)(?:[^.!?\n:]{0,40}?\b(?:is|was|are)\s|[^.!?\n:]{0,40}?:\s?(?=[A-Z]\w*\s?(?:$|[.,;!?\n])))['\"`]?"
    r"([A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)?)",
)
ANSWERS = re.compile(
    r"\b(?:maiden name|(?:first|childhood|favou?rite) (?:pet|school|car|street|concert|teacher|phone|boss|job|friend|dog|cat|film|book|colou?r)(?:['’]s name)?|(?:city|town|street|place) (?:of birth|where [^,.;]{2,30}|(?:i|she|he) [^,.;]{2,20}))"
    r"(?:\s(?:is|was|=)\s|\s?[:=]\s?|\s(?!is|was))['\"`]?([A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)?)",
)
_HINT = re.compile(
    r"pass|pwd|\bpw\b|pin\b|pins\b|pin[- ]?code|code|combo|combination|keypad|otp|2fa|cv[vc]|contrase|clave|kennwort|mot de passe|mdp|senha|wachtwoord|parola|hasło|login|log in|credential|código|geheim|codice|seed|phrase|mnemonic|wallet|words|wi-?fi|wlan|hotspot|frase|wiederher|alarm|lock|safe|door|gate|garage|entry ?phone|vault|intercom|barrier|cellar|strongbox|answer|question",
    re.I,
)
_POSTAL = re.compile(r"\b(?:area|postal|delivery|address|city|district|india|shipping|locality)\b", re.I)
_SENTENCE = 160


def find_passwords(text: str) -> Iterator[Place]:
    """The places of secrets that only the words around them give away."""
    if not _HINT.search(text):
        return
    for pattern in (
        SEED,
        CODE,
        SENT_CODE,
        MIXED_CODE,
        CODE_FIRST,
        _ENTERED,
        PASSWORD,
        PASSWORD_BARE,
        CHANGED,
        CHANGED_FROM,
        CHANGED_TO,
        PASSWORD_FIRST,
        USER_AND,
        LOG_IN,
        BESIDE_DEVICE,
        OPENS_WITH,
        KEYED_IN,
        KEYED_AT,
        USER_PASS,
        PASSWORD_LAST,
        CODE_LAST,
        CODE_AFTER,
        WIFI,
        WIFI_TYPED,
        WIFI_FIRST,
        *((PLAIN_WORDS,) if _SEED_TOLD.search(text) else ()),
        ANSWER,
        *((ANSWERS,) if _ASKED.search(text) else ()),
    ):
        for match in pattern.finditer(text):
            group = match.lastindex or 0
            place = _trimmed(text, *match.span(group))
            if not _is_postal(text, match) and place[1] > place[0]:
                yield place


def _trimmed(text: str, start: int, end: int) -> Place:
    while end > start and text[end - 1] in ".,;:!?)\"'`" and end - start > 3:
        end -= 1
    return start, end


def _is_postal(text: str, match: re.Match[str]) -> bool:
    """An Indian PIN code is a postcode: six digits among words of addresses."""
    words = match.group().lower()
    if "pin" not in words or len(re.sub(r"\D", "", match.group(match.lastindex or 0))) != 6:
        return False
    return bool(_POSTAL.search(text, max(0, match.start() - _SENTENCE), match.end() + 40))
