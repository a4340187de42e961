# Types of what is written by hand in bindings/game.cpp; the order of games is not for Python.

farstar._core.Game.__eq__:
    def __eq__(self, arg: object, /) -> bool: ...

farstar._core.Game.__hash__:
    def __hash__(self) -> int: ...

farstar._core.Game.__(lt|le|ne|gt|ge)__:
