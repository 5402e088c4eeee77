"""Tables as LaTeX: what stands in a cell is never a command."""

import polars as pl
import pytest

from ostrom.reports.latex_text import escaped, latex_text
from ostrom.reports.layout.parts import Exhibit, number, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a_b & 5% #1 $2 ~ ^", r"a\_b \& 5\% \#1 \$2 \textasciitilde{} "
         r"\textasciicircum{}"),
        ("\N{MINUS SIGN}1.5 \N{PLUS-MINUS SIGN} 0.1", r"$-$1.5 $\pm$ 0.1"),
        ("two\n% lines", r"two \% lines"),
    ],
)  # fmt: skip
def test_signs_that_mean_something(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_table() -> None:
    rows = (
        (words("tit_for_tat"), number(-1.25, None)),
        (words("grim"), number(None, "no match\n\\end{x}")),
    )
    header, behind = ("agent", "mean"), pl.DataFrame()
    caption = "Over 2 repeats."
    exhibit = Exhibit("means", "Means", caption, behind, header=header, rows=rows)
    lines = latex_text(exhibit).splitlines()
    assert lines[0] == r"\begin{longtable}{lr}"
    assert r"\caption{Means. Over 2 repeats.}" in lines
    assert r"tit\_for\_tat & $-$1.25 \\" in lines
    # The reason is a comment and stays on its line.
    assert r"grim & --- \\  % no match \end{x}" in lines
    assert lines[-1] == r"\end{longtable}"
