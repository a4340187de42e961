"""Limits for Partizan Euclid; `farstar.papers.beyond.densities` lists the functions."""
