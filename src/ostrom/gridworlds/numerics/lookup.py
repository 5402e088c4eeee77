"""Tables with one column a world, read at an index of each world."""

import jax.numpy as jnp
from jaxtyping import Array, Int, Num

_FEW = 16  # rows up to which selecting is faster than reading from memory


def look_up(
    table: Num[Array, "rows #batch"], index: Int[Array, "*places batch"]
) -> Num[Array, "*places batch"]:
    """Returns `table[index[..., b], b]`, or `table[index[..., b], 0]` for one column.

    Args:
        table: One column for each world, or one for all.
        index: Rows, from 0 to `rows` - 1; others are not allowed.
    """
    rows, columns = table.shape
    if rows <= _FEW:
        found = jnp.broadcast_to(table[0], index.shape)
        for row in range(1, rows):
            found = jnp.where(index == row, table[row], found)
        return found
    return read_flat(table, index if columns == 1 else flat_index(index, columns))


def flat_index(
    index: Int[Array, "*places batch"], columns: int
) -> Int[Array, "*places batch"]:
    """Returns places in a flattened table with one column a world."""
    return index.astype(jnp.int32) * columns + jnp.arange(columns, dtype=jnp.int32)


def read_flat(
    table: Num[Array, "rows columns"], index: Int[Array, "*places batch"]
) -> Num[Array, "*places batch"]:
    """Returns the entries of a flattened table."""
    # The promise spares a comparison for each entry; indices are made here alone.
    return (
        table.reshape(-1)
        .at[index.astype(jnp.int32)]
        .get(mode="promise_in_bounds", wrap_negative_indices=False)
    )
