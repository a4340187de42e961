"""A page that shows widgets as a notebook does, but with a model of a few lines.

The front end is the module that a notebook loads, and behind the model there is the real widget;
only the transport of Jupyter is left out. `test_jupyterlab.py` does not leave it out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.conftest import ARGUMENTS, CHROMIUM, MILLISECONDS, patient_context

HOST = """
<!doctype html><html lang="en"><title>A notebook</title><body style="margin: 20px">
<main></main>
<script type="module">
window.mount = async (source, states) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  states.forEach((state, place) => {
    const listeners = new Map();
    const model = {
      get: (name) => state[name],
      on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      off: () => {},
      send: async (message) => {
        const next = JSON.parse(await window.kernel(place, JSON.stringify(message)));
        for (const name of Object.keys(next)) {
          const changed = JSON.stringify(next[name]) !== JSON.stringify(state[name]);
          state[name] = next[name];
          if (changed) (listeners.get(`change:${name}`) ?? []).forEach((listener) => listener());
        }
      },
    };
    const el = document.createElement("div");
    document.querySelector("main").append(el);
    widget.render({ model, el });
  });
};
</script>
"""


@pytest.fixture(scope="package")  # no longer: other tests need the loop that Playwright takes
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("needs the program chromium: install it (apt install chromium), then run again")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


def state_of(widget: Any) -> dict[str, Any]:
    """Return what a notebook keeps in step between a widget and the page."""
    return {"view": widget.view, "error": widget.error, "answers": widget.answers}


@pytest.fixture
def show(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that shows widgets on a page; complaints of the page are errors."""
    expect.set_options(timeout=MILLISECONDS)
    complaints: list[str] = []
    context = patient_context(browser, viewport={"width": 900, "height": 700})
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def show(*widgets: Any) -> Page:
        def kernel(place: int, message: str) -> str:
            widget = widgets[place]
            widget.receive(json.loads(message))
            return json.dumps(state_of(widget))

        page.expose_function("kernel", kernel)
        page.set_content(HOST)
        page.wait_for_function("window.mount !== undefined")
        states = [state_of(widget) for widget in widgets]
        page.evaluate("([source, states]) => mount(source, states)", [widgets[0]._esm, states])
        return page

    yield show
    context.close()
    assert complaints == []
