"""Tests reach this machine and no other."""

import socket

import pytest
from pytest_socket import SocketConnectBlockedError


def test_loopback_is_open() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname(), timeout=5) as client,
    ):
        assert client.getpeername() == server.getsockname()


@pytest.mark.parametrize("host", ["192.0.2.1", "10.0.0.1"])
def test_any_other_address_is_refused_before_it_is_reached(host: str) -> None:
    # The first is set aside for documentation; neither is ever contacted.
    refusals = (SocketConnectBlockedError, UserWarning)
    with pytest.raises(refusals, match="tried to use socket"):
        socket.create_connection((host, 80), timeout=1)
