"""The work behind ``farstar bench``."""
