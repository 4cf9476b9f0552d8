"""Every memory can be understood alone: what its words point at is named, told with it, or it is left out."""

from __future__ import annotations

import pytest

from tests.extraction.saying import TUESDAY, events, say
from user_memory.graph.model import Message


def told(text: str, asked: str | None = None) -> list[str]:
    """The events of what Ana says, in answer to Ben."""
    before = [Message("asked", "participant", asked, TUESDAY, "Ben")] if asked else []
    return [e.content for e in events(say(text, speaker="Ana", before=before))]


@pytest.mark.parametrize(
    ("asked", "text", "content"),
    [
        ("Do you still have the canoe?", "Yes, I sanded it over the whole weekend.", "Ana sanded the canoe over the whole weekend"),
        ("How long have you been doing pottery?", "Been doing it for six years.", "Ana has been doing pottery for six years"),
        ("When did you sell the van and the trailer?", "I sold them in March.", "Ana sold the van and trailer"),
        ("Do you have turtles?", "I saw another at a pet shop and had to get him.", "Ana saw another turtle at a pet shop and had to get him"),
        ("What kind of puzzles are you working on?", "I'm working on one with my club called Blue Mill.", "Ana is working on a puzzle with their club called Blue Mill"),
        ("How is it?", "I can't stop thinking about the quilt, so I just started sewing another one for my niece.", "Ana just started sewing another quilt for their niece"),
        ("Those tulips look great! What kind are they?", "They are called Parrot King.", "the tulips are called Parrot King"),
    ],
)  # fmt: skip
def test_what_the_message_before_names_is_named(asked: str, text: str, content: str) -> None:
    assert told(text, asked) == [content]


@pytest.mark.parametrize(
    "text",
    [
        "We have twelve sheep. I fed them before work and they were noisy.",
        "The allotment keeps me busy. My neighbour gave me some beans for it.",
        "I bought a kayak last week. I took it to the lake and it leaked.",
    ],
)
def test_a_sentence_is_told_with_the_one_that_names_its_thing(text: str) -> None:
    (content,) = told(text)
    assert "; " in content


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Nice to see you!", "I painted it in the garage with my uncle."),
        ("Did the vet look at the stable?", "They each have their favourite corner with hay."),
        ("That sounds like fun!", "My cousin and I found another in the forest."),
        ("Lovely!", "Those moments remind me of my schooldays."),
        ("The roof and the cellar look good.", "I painted it with my uncle."),
    ],
)
def test_what_nothing_explains_is_left_out(asked: str, text: str) -> None:
    assert told(text, asked) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I made it to the top of the hill.", "Ana made it to the top of the hill"),
        ("I adopted two rabbits and they love their hutch.", "Ana adopted two rabbits and they love their hutch"),
        ("I painted the fence because it was rotten.", "Ana painted the fence because it was rotten"),
        ("My sister lost her keys in the park.", "user's sister lost her keys in the park"),
    ],
)  # fmt: skip
def test_what_the_words_explain_themselves_stays(text: str, content: str) -> None:
    assert [c.replace("Ana's sister", "user's sister") for c in told(text)] == [content]


def test_a_phrase_that_points_nowhere_is_left_out() -> None:
    assert told("Last week I bought two new lamps for them.") == ["Ana bought two new lamps"]


def test_who_is_asked_about_is_who_is_told_of() -> None:
    found = say(
        "He lives in Leeds now.",
        speaker="Ana",
        before=[Message("asked", "participant", "How is your brother?", TUESDAY, "Ben")],
    )
    assert [c.content for c in found.candidates] == ["user's brother lives in Leeds"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We walked on the ridge yesterday and the wind is there to give you strength.", "give you strength"),
        ("We played Ludo, a board game where you race four pieces home.", "where you race"),
        ("We climbed the tower and you could hear the bells.", "you could hear"),
    ],
)  # fmt: skip
def test_you_for_people_in_general_stays_you(text: str, words: str) -> None:
    assert any(words in content for content in told(text))


def test_you_for_the_one_spoken_to_is_named() -> None:
    assert told("I noticed a badge on your coat.") == ["Ana noticed a badge on the other person's coat"]


@pytest.mark.parametrize(
    "text",
    [
        "Looking after the river is like looking after our home.",
        "It's amazing what we can do for our own bodies.",
        "Cats have a way of brightening our days.",
        "I've been working on for a while, so good to have it finished!",
        "Haha is nowhere near the harbour.",
    ],
)
def test_what_is_said_of_everybody_or_torn_is_no_event(text: str) -> None:
    assert told(text) == []


def test_our_days_are_the_speakers_where_we_are_somebody() -> None:
    assert told("My kids brighten our days and we baked bread for them on Sunday.")


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Hosting a book fair last month was really tiring.", "for Ana, hosting a book fair was really tiring"),
        ("I've decided to skip work yesterday and go to a new museum.", "Ana decided to skip work and go to a new museum"),
        ("I have plans for a barbecue next month and thought it'd be nice if you came.", "Ana has plans for a barbecue"),
        ("We met some climbers at the hut and they said they wanted to join us.", "Ana met some climbers at the hut"),
        ("I feed the hens and sweep the yard for my aunt.", "Ana feeds the hens and sweeps the yard for their aunt"),
        ("I've decided to move to Porto next year.", "Ana has decided to move to Porto"),
    ],
)  # fmt: skip
def test_an_event_is_a_whole_sentence_in_its_tense(text: str, content: str) -> None:
    assert told(text) == [content]


def test_advice_is_told_as_advice() -> None:
    assert told("Brushing slowly, starting behind the ears.", "Any tips for my pony?") == [
        "Ana recommends brushing slowly, starting behind the ears"
    ]


def test_beside_a_picture_what_points_at_it_is_told() -> None:
    assert told("This is my grandfather's clock. [image: a photo of a clock on a wall]") == [
        "Ana shared a photo of a clock on a wall; this is Ana's grandfather's clock"
    ]


def test_beside_a_picture_what_points_at_something_else_is_not() -> None:
    assert told("Rusty! They bring lots of joy to our house. [image: a photo of a wooden chair]") == [
        "Ana shared a photo of a wooden chair"
    ]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Woah Ben, I won the regional chess cup yesterday!", "Ana won the regional chess cup"),
        ("I celebrated by baking a walnut cake yesterday - yum!", "Ana celebrated by baking a walnut cake"),
        ("I found out that I'm allergic to walnuts, so who knows if I'll bake again.", "Ana found out that they are allergic to walnuts"),
        (
            "Sorbet is one of my favourites as you might be able to tell, but I also bought a waffle iron yesterday.",
            "Sorbet is one of Ana's favourites, but they also bought a waffle iron",
        ),
        ("One of my hens laid a blue egg on Monday.", "one of Ana's hens laid a blue egg"),
    ],
)  # fmt: skip
def test_what_only_turns_to_the_other_is_left_out(text: str, content: str) -> None:
    assert told(text, "How are you?") == [content]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Last Friday my husband, Leo, and I had a night of card games.", "Ana's husband, Leo, and Ana had a night of card games"),
        ("I told my sister that I moved to Oslo in May.", "Ana told their sister that Ana moved to Oslo"),
        ("I sold my boat because I needed a van.", "Ana sold their boat because they needed a van"),
    ],
)  # fmt: skip
def test_they_is_the_speaker_only_where_nobody_else_can_be_meant(text: str, content: str) -> None:
    assert told(text) == [content]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Something wonderful happened last Friday. I met my birth mother at a cafe.", "Ana met their birth mother at a cafe"),
        ("Nothing happened on Monday. I lost my job.", "Ana lost their job"),
        ("Something odd happened on Monday. I broke my wrist years ago.", "Ana broke their wrist years ago"),
    ],
)  # fmt: skip
def test_the_day_of_an_announcement_is_not_given_to_what_is_told_next(text: str, content: str) -> None:
    (event,) = events(say(text, speaker="Ana"))
    assert event.content == content
    assert event.occurred_from is None or event.occurred_from.year < 2026


@pytest.mark.parametrize(
    "text", ["So much has happened lately.", "I've got some news!", "Something odd happened."]
)
def test_an_announcement_alone_tells_nothing(text: str) -> None:
    assert told(text) == []


def test_news_of_something_is_told() -> None:
    assert told("I got great news yesterday about my visa.") == ["Ana got great news about their visa"]


def test_what_points_at_a_picture_is_told_with_it_alone() -> None:
    shown = told(
        "This jacket isn't for sale, I sewed it for my own shop. [image: a photo of a jacket on a chair]"
    )
    assert shown == [
        "Ana shared a photo of a jacket on a chair; this jacket isn't for sale, Ana sewed it for their own shop"
    ]


def test_what_has_no_room_beside_a_picture_is_told_by_itself() -> None:
    caption = f"a photo of a jacket on {'a chair beside ' * 10}a door"
    shown = told(f"I sewed this jacket for my own little shop in the old harbour. [image: {caption}]")
    assert shown[0] == "Ana sewed this jacket for their own little shop in the old harbour"
    assert shown[1].startswith("Ana shared a photo of a jacket")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How are you?", "Ben says family is everything. I took them to Rome last week."),
        ("Do you get on with family?", "I took them to Rome last week."),
        ("How are you?", "I read about the Obama family. I saw them in Rome last week."),
    ],
)
def test_a_family_without_an_owner_is_the_speakers_only_where_nobody_else_is_told_of(
    asked: str, text: str
) -> None:
    assert not any("Ana's family" in content for content in told(text, asked))


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I told my sister that I hurt my knee.", "Ana told their sister that Ana hurt their knee"),
        ("Last week I played a well- known game.", "Ana played a well-known game"),
    ],
)
def test_verbs_of_one_form_and_parted_compounds(text: str, content: str) -> None:
    assert content in told(text)


def test_a_part_of_them_is_not_taken_from_a_picture() -> None:
    assert told(
        "They are all mixed. Two of them are collies. [image: a photo of two dogs in a yard]", "Cute!"
    ) == ["Ana shared a photo of two dogs in a yard"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Of course, I dance the stress away with my sister.", "Ana dances the stress away with their sister"),
        ("By the way, I recently played a board game about foxes.", "Ana recently played a board game about foxes"),
        ("Friday night's chess session was a nice break.", "the chess session was a nice break"),
        ("I met Joe during yesterday's pottery class.", "Ana met Joe during the pottery class"),
        ("Been visiting empty barns and picturing how the studio would look.", "Ana has been visiting empty barns"),
        ("I had a great time at the music festival with my cousin.", "Ana had a great time at the music festival with their cousin"),
    ],
)  # fmt: skip
def test_a_turn_of_speech_is_left_out_and_an_article_kept(text: str, content: str) -> None:
    assert told(text, "How are you?") == [content]


@pytest.mark.parametrize(
    "text",
    [
        "I recently had a good week.",
        "I just submitted a few more last week!",
        "It feels like just yesterday I put this dress on!",
        "I have you in my corner!",
        "Congrats on the bakery!",
        "The kids look so cute!",
    ],
)
def test_what_says_nothing_alone_is_left_out(text: str) -> None:
    assert told(text, "How are you?") == []


def test_what_happens_at_another_time_is_not_told_under_the_first_or_second() -> None:
    text = "I submitted two poems last Friday! I will send a few more tomorrow."
    (event,) = events(say(text, speaker="Ana"))
    assert event.content == "Ana submitted two poems"
    assert event.occurred_from is not None
    assert event.occurred_from.date().isoformat() == "2026-03-06"


@pytest.mark.parametrize(
    ("asked", "text", "content"),
    [
        ("How are you?", "Even as a child I learned to paint on my own.", "Ana learned to paint on their own"),
        ("How are you?", "I've been one 'cause I lost my job.", "Ana lost their job"),
        ("How are you?", "Speaking of which, I recently adopted a goat from a farm.", "Ana recently adopted a goat from a farm"),
        ("How are you?", "Family's super important to me. Thankfully, they enjoyed the Alps a lot!", "Ana's family enjoyed the Alps a lot"),
    ],
)  # fmt: skip
def test_words_that_the_parser_hangs_amiss_are_told_in_their_order(
    asked: str, text: str, content: str
) -> None:
    assert told(text, asked) == [content]


def test_what_they_can_do_is_said_of_all_such_not_of_those_named_before() -> None:
    assert told("A pet at home is a joy. They sure can bring a sense of comfort.", "And your hamsters?") == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("The agency let me go last week.", "the agency let Ana go"),
        ("My old firm let us go yesterday.", "Ana's old firm let them go"),
    ],
)
def test_who_brought_it_about_is_told(text: str, content: str) -> None:
    assert told(text) == [content]


def test_what_is_so_now_did_not_happen_at_a_time_before() -> None:
    assert told("That was last year, I'm in Hull now.") == []


@pytest.mark.parametrize(
    "text",
    [
        "A lot happened last week. I love chess.",
        "Something odd happened last week. My sister is allergic to nuts.",
        "I had a surprise last week. I work with bees.",
    ],
)
def test_what_lasts_has_not_the_day_of_what_was_announced(text: str) -> None:
    assert not [e for e in events(say(text, speaker="Ana")) if e.occurred_from is not None]


def test_news_with_its_words_is_told() -> None:
    assert told("I got news yesterday that my uncle died.") == ["Ana got news that their uncle died"]
