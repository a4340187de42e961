"""Boards, games, thermographs and explorers that can be clicked in a notebook.

They need the extra ``notebook``, and work wherever Jupyter widgets do. Where there is no kernel, as
on a static page, each shows its picture.

>>> import farstar as fs
>>> from farstar import notebook
>>> board = notebook.Board(fs.Nim(3, 5))
>>> board.click("0,1", mode="edit")
>>> board.position, str(board.outcome)
(Nim(1, 5), 'N')
"""

from farstar.errors import MissingExtraError

try:
    from farstar.notebook._board import Board
    from farstar.notebook._explorer import Explorer
    from farstar.notebook._play import Play
    from farstar.notebook._thermograph import ThermographSlider
except ImportError as error:
    raise MissingExtraError(
        "expected anywidget to be installed: pip install 'farstar[notebook]'"
    ) from error

__all__ = ["Board", "Explorer", "Play", "ThermographSlider"]
