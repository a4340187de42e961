"""The commands `verify` and `reproduce`."""
