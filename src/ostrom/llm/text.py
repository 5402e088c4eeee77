"""Text that can always be written: lone surrogates are spelled out."""


def writable(text: str) -> str:
    r"""Returns `text` with each lone surrogate as its escape of six characters.

    Servers do send them, in JSON strings; no file, terminal or socket takes them.

    Example:
        >>> writable("a\udc00b, é") == "a\\udc00b, é"
        True
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
