"""How fast Farstar is, next to the libraries that pip installs.

``python -m benchmarks`` runs everything; ``python -m benchmarks --help`` says how to run less. The
wheel does not contain it.

Every measurement is one piece of work in a process of its own, because libraries remember what
they have computed, and is counted in CPU seconds, because the machine has other things to do. That
is also why pyperf is not used: it repeats work within a process, reads the clock on the wall, has
to be installed beside every peer, and cannot take turns between two interpreters. For single
calls, `timeit` finds out how often to repeat them.
"""
