"""Measurements of extraction and retrieval in fixed formats."""
