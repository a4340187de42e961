"""Archives of Python sources made into archives of bytecode, which load several times faster.

Bytecode belongs to one version of Python. `farstar static` therefore runs this file with the Python
that the site has, Pyodide under Node.js (``compile.mjs``); it may use the standard library only.
"""

from __future__ import annotations

import io
import marshal
import zipfile
from importlib import util

_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNCHECKED_HASH = 1
"""The flags of bytecode that is used without a look at its source (PEP 552)."""


def compile_archive(archive: bytes) -> bytes:
    """Return a zip archive with bytecode in place of sources; equal archives give equal bytes.

    A source that cannot be compiled, such as an example of bad syntax, is kept.
    """
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as sources,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as compiled,
    ):
        for entry in sources.infolist():
            if not entry.is_dir():
                name, content = _compiled(entry.filename, sources.read(entry))
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                compiled.writestr(info, content)
    return buffer.getvalue()


def _compiled(name: str, content: bytes) -> tuple[str, bytes]:
    if not name.endswith(".py"):
        return name, content
    try:
        code = compile(content, name, "exec", dont_inherit=True)
    except SyntaxError:
        return name, content
    flags = _UNCHECKED_HASH.to_bytes(4, "little")
    header = util.MAGIC_NUMBER + flags + util.source_hash(content)
    return f"{name}c", header + marshal.dumps(code)
