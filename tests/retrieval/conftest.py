"""Timing decides no test: the machine may be busy."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, max_examples=50)
settings.load_profile("steady")
