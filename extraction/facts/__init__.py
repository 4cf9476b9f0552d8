"""Facts: what people say of themselves and of the people, animals and things around them."""

from user_memory.extraction.facts.producer import facts

__all__ = ["facts"]
