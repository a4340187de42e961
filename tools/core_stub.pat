# What is written by hand in bindings/game.cpp is a handle of the native engine.

farstar._core.Game:
    \from farstar.engine import Handle as Game
