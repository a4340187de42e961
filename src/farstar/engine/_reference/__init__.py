"""The parts of the reference engine, one idea a file."""
