"""Times in words, resolved to intervals: own grammar for English, the dateparser library for other languages."""

from user_memory.extraction.dates.find import find_times

__all__ = ["find_times"]
