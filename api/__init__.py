"""The HTTP service: routes over the memory, one JSON shape per answer, one problem document per failure."""
