"""The graph browser at /browse: a page that sees, questions and corrects what is stored, through the public API alone."""
