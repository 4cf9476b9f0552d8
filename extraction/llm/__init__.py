"""An optional language model behind any OpenAI-compatible address. Its candidates pass the same gates as those of the rules."""
