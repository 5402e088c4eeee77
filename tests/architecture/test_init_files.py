"""`__init__.py` holds a docstring and nothing else."""

import ast

from architecture.source_tree import Source, sources


def is_docstring_alone(source: Source) -> bool:
    """Whether a module consists of one docstring."""
    tree = source.tree
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


def test_packages_only_say_what_they_are() -> None:
    packages = [source for source in sources() if source.stem == "__init__"]
    assert len(packages) > 20
    inner = [source for source in packages if source.name != "__init__.py"]
    assert [each.name for each in inner if not is_docstring_alone(each)] == []


def test_every_folder_with_modules_is_a_package() -> None:
    folders = {source.name.rpartition("/")[0] for source in sources()}
    names = {source.name for source in sources()}
    missing = [
        folder
        for folder in folders
        if (f"{folder}/" if folder else "") + "__init__.py" not in names
    ]
    assert missing == []


def test_a_re_export_is_found() -> None:
    assert is_docstring_alone(Source("games/__init__.py", '"""Games."""\n'))
    assert not is_docstring_alone(Source("games/__init__.py", ""))
    re_export = '"""Games."""\nfrom ostrom.games.chicken import GAME\n'
    assert not is_docstring_alone(Source("games/__init__.py", re_export))
