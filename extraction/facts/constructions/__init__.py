"""Ways of putting things, told in one line each, to facts."""

from user_memory.extraction.facts.constructions.producer import construction_facts

__all__ = ["construction_facts"]
