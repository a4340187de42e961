"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# In CI the same examples run every time; at a desk new ones may turn up new faults.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
