"""The workbench in the browser: ``farstar serve``.

The pages are plain modules in ``static``; the server is Starlette under uvicorn, which come with
``pip install 'farstar[web]'``. Everything a page asks for is computed in worker processes of our
own, so that a hopeless request can be killed and stalls nobody.
"""

from farstar.web.settings import Settings

__all__ = ["Settings", "serve"]


def serve(settings: Settings | None = None) -> None:
    """Serve the workbench until it is interrupted.

    Parameters
    ----------
    settings : Settings, optional
        Where to listen, and the limits; the defaults suit one's own computer.

    Raises
    ------
    MissingExtraError
        If Starlette or uvicorn is not installed.
    PortTakenError
        If something listens there already.
    """
    from farstar.web._server import run

    run(settings or Settings())
