"""Limits for Grossman's game; `farstar.papers.beyond.densities` lists the functions."""
