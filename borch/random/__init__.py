"""torch's CPU random numbers, bit for bit: the generator, the distributions drawn from it, and the public samplers.

What belongs here: anything that consumes words of a Generator; nothing that records gradients of its own.
"""
