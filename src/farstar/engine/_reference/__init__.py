"""The parts of the reference engine, one idea in each file."""
