"""How long one message takes to read, by its length: the time grows as the length does.

    python -m bench.lengths [--sizes 25000 50000 100000 200000]

Three kinds of text: sentences, sentences without punctuation, and a table. Prints seconds, and seconds per 1,000 characters.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from user_memory.extraction import open_extractor
from user_memory.graph.candidates import Background
from user_memory.graph.model import Interaction, Message

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "sentences": "We walked to the park on Sunday with my sister. She likes tea, and I own a green kayak.\n",
        "no punctuation": "we walked to the park and my sister likes tea and i own a green kayak so there you are ",
        "table": "| name | lives in | likes |\n|---|---|---|\n| Bob | Leeds | tea |\n",
    }
)
SIZES = (25_000, 50_000, 100_000, 200_000)


def seconds(text: str) -> float:
    """Processor time to read a message, as a single call does."""
    message = Message("long", "user", text, datetime(2026, 3, 10, 9, 30, tzinfo=UTC))
    extractor = open_extractor()
    started = time.process_time()
    extractor.extract(Interaction("s", (message,), "UTC"), Background(frozenset()))
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    options = parser.parse_args()
    seconds(TEXTS["sentences"])
    for kind, text in TEXTS.items():
        for size in options.sizes:
            took = seconds((text * (size // len(text) + 1))[:size])
            print(
                f"{kind:16} {size:8} characters {took:7.2f} s  {1000 * took / size * 1000:7.1f} ms per 1,000"
            )


if __name__ == "__main__":
    main()
