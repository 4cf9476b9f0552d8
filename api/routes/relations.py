"""Entities and the relations between them: browsing, paths, timeline, the graph around a node."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from user_memory.api.access import TheUser
from user_memory.api.answers import (
    EntityAnswer,
    EntityPage,
    ErasureAnswer,
    GraphAnswer,
    MemoryPage,
    MergePage,
    PathPage,
    RelationPage,
)
from user_memory.api.bodies import (
    EntitiesQuery,
    GraphQuery,
    MergeIn,
    PathsQuery,
    RelationsQuery,
    SplitIn,
    TimelineQuery,
)
from user_memory.api.problems import Json
from user_memory.api.routes.common import ItemId, ok, router
from user_memory.graph.shapes import page, to_json

routes = router("relations")


@routes.get("/entities", **ok(EntityPage))
def list_entities(user: TheUser, query: Annotated[EntitiesQuery, Query()]) -> Json:
    """Whom and what the memories are about."""
    return Json(page(user.entities(**query.model_dump())))


@routes.post("/entities/merge", **ok(EntityAnswer, 404, 409, 415))
def merge_entities(user: TheUser, body: MergeIn) -> Json:
    """Say that several entities are one."""
    return Json(to_json(user.merge(body.ids)))


@routes.post("/entities/split", **ok(EntityPage, 404, 409, 415))
def split_entity(user: TheUser, body: SplitIn) -> Json:
    """Take a merge back, or with `other` say that the two are not one."""
    return Json(page(user.split(body.id, body.other)))


@routes.get("/entities/merges", **ok(MergePage))
def list_merges(user: TheUser) -> Json:
    """Entities that may be one because their names are alike, and what was decided about such pairs."""
    return Json(page(user.merges()))


@routes.get("/entities/{entity_id}", **ok(EntityAnswer, 404))
def get_entity(user: TheUser, entity_id: ItemId) -> Json:
    """One entity."""
    return Json(to_json(user.entity(entity_id)))


@routes.delete("/entities/{entity_id}", **ok(ErasureAnswer, 404, 409))
def delete_entity(user: TheUser, entity_id: ItemId) -> Json:
    """Erase an entity with every memory about it."""
    return Json(to_json(user.delete_entity(entity_id)))


@routes.get("/entities/{entity_id}/relations", **ok(RelationPage, 404))
def list_relations(user: TheUser, entity_id: ItemId, query: Annotated[RelationsQuery, Query()]) -> Json:
    """Facts that lead from or to an entity, up to `depth` edges away."""
    return Json(page(user.relations(entity_id, **query.model_dump())))


@routes.get("/paths", **ok(PathPage, 404))
def find_paths(user: TheUser, query: Annotated[PathsQuery, Query()]) -> Json:
    """Chains of facts between two entities, shortest first."""
    found = user.paths(query.from_, query.to, max_hops=query.max_hops)
    return Json({"items": to_json(found), "next_cursor": None})


@routes.get("/timeline", **ok(MemoryPage))
def timeline(user: TheUser, query: Annotated[TimelineQuery, Query()]) -> Json:
    """Happenings in the order they occurred."""
    return Json(page(user.timeline(**query.model_dump())))


@routes.get("/graph", **ok(GraphAnswer, 404))
def graph(user: TheUser, query: Annotated[GraphQuery, Query()]) -> Json:
    """The neighbourhood of an entity, by default of the user, as nodes and edges."""
    return Json(to_json(user.graph(**query.model_dump())))
