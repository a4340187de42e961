"""The tables and figures of the papers, made again by the program, with corrected captions."""
