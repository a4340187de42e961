"""Stairs: a game for Farstar, and a template for plugins."""
