"""A small trained tagger: which words of a sentence are the object of which predicate.

The rules know the constructions that somebody wrote down; people have more. The tagger learnt from some fifteen thousand marked
sentences (``bench/tagger``) what the surroundings of an object look like. It reads the token vectors of the sentence encoder and
the parse, and what it finds passes the same gates, policy and reconciliation as what the rules find.
"""
