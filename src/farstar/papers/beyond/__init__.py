"""Beyond the papers: results of our own on their games."""
