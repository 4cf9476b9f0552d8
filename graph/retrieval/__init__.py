"""Retrieval: a user's memories as a snapshot, and the pure functions that rank them and put a context
together.
"""

from user_memory.graph.retrieval.cache import SnapshotCache
from user_memory.graph.retrieval.connections import connections
from user_memory.graph.retrieval.context import compose
from user_memory.graph.retrieval.overrides import override
from user_memory.graph.retrieval.paths import paths
from user_memory.graph.retrieval.profiles import BALANCED, CLASSIC, PROFILES, Profile, profile
from user_memory.graph.retrieval.query import Query
from user_memory.graph.retrieval.rank import rank
from user_memory.graph.retrieval.rows import Row
from user_memory.graph.retrieval.rules import applicable, recall
from user_memory.graph.retrieval.snapshot import Snapshot, build_snapshot
from user_memory.graph.retrieval.speech import embed_query, first_person
from user_memory.graph.retrieval.update import affected, update

__all__ = [
    "BALANCED",
    "CLASSIC",
    "PROFILES",
    "Profile",
    "Query",
    "Row",
    "Snapshot",
    "SnapshotCache",
    "affected",
    "applicable",
    "build_snapshot",
    "compose",
    "connections",
    "embed_query",
    "first_person",
    "override",
    "paths",
    "profile",
    "rank",
    "recall",
    "update",
]
