"""Puts the parts into the template."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ostrom.reports.figures.canvas import inline_svg
from ostrom.reports.layout.parts import Exhibit, Section

FILES = "files"
"""Folder beside the page that holds the files behind its figures."""


def render(
    sections: Sequence[Section], manifest: Mapping[str, Any], evidence: str
) -> str:
    """Returns the page as HTML; every text in it is escaped.

    Args:
        sections: What stands on it.
        manifest: Of the run.
        evidence: The packed matches behind its numbers.
    """
    package = "ostrom.reports.layout"
    environment = Environment(
        loader=PackageLoader(package, package_path=""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals["picture"] = _picture
    # Style and script are our own files and hold nothing of the run.
    style = Markup(files(package).joinpath("style.css").read_text("utf-8"))
    script = Markup(files(package).joinpath("script.js").read_text("utf-8"))
    # The page allows this script alone, and nothing from a network.
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("page.html.j2").render(
        sections=sections,
        manifest=manifest,
        style=style,
        script=script,
        script_hash=f"sha256-{digest}",
        evidence=evidence,
        folder=FILES,
    )


def _picture(exhibit: Exhibit) -> Markup:
    """The drawing as an element; the drawing library has escaped its labels."""
    if exhibit.drawing is None:
        return Markup()
    return Markup(inline_svg(exhibit.drawing.svg, exhibit.name))
