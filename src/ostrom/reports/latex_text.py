"""Tables of the report as LaTeX, for the packages booktabs and longtable."""

from ostrom.reports.layout.parts import DASH, Cell, Exhibit

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\N{MINUS SIGN}": "$-$",
    "\N{PLUS-MINUS SIGN}": r"$\pm$",
    "\N{NARROW NO-BREAK SPACE}": r"\,",
    "\N{EM DASH}": "---",
}


def latex_text(exhibit: Exhibit) -> str:
    """Returns a table as it stands on the page, with its caption and label.

    Numbers are set to the right. A dash has the reason for what is absent as a comment
    at the end of its line.

    Args:
        exhibit: A table.
    """
    columns = "".join(
        "r" if all(row[place].is_number for row in exhibit.rows) else "l"
        for place in range(len(exhibit.header))
    )
    lines = [
        rf"\begin{{longtable}}{{{columns}}}",
        rf"\caption{{{escaped(exhibit.title)}. {escaped(exhibit.caption)}}}",
        rf"\label{{tab:{exhibit.name}}}\\",
        r"\toprule",
        " & ".join(escaped(name) for name in exhibit.header) + r" \\",
        r"\midrule",
        r"\endhead",
        *(_line(row) for row in exhibit.rows),
        r"\bottomrule",
        r"\end{longtable}",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    r"""Returns a text in which nothing is a command.

    Example:
        >>> escaped("50% of a_b & {c}")
        '50\\% of a\\_b \\& \\{c\\}'
    """
    return "".join(_ESCAPES.get(sign, sign) for sign in " ".join(text.split()))


def _line(row: tuple[Cell, ...]) -> str:
    reasons = dict.fromkeys(cell.why for cell in row if cell.text == DASH and cell.why)
    why = f"  % {' '.join('; '.join(reasons).split())}" if reasons else ""
    return " & ".join(escaped(cell.text) for cell in row) + rf" \\{why}"
