"""A gateway with a name server, for Tests/Endurance/run. The file that is its argument says how it behaves:
genuine, portal, silent (nobody answers requests) or nameless (the name server is silent)."""

import os
import socket
import sys
import threading

ADDRESS = "198.51.100.1"
GENUINE = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
PORTAL = (
    b"HTTP/1.1 302 Found\r\nLocation: http://portal.example/sign-in\r\n"
    b"Content-Length: 0\r\nConnection: close\r\n\r\n"
)


def mode():
    try:
        with open(sys.argv[1]) as file:
            return file.read().strip()
    except FileNotFoundError:
        return "genuine"


def answer_names():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((ADDRESS, 53))
    while True:
        query, client = server.recvfrom(4096)
        if mode() == "nameless" or len(query) < 17:
            continue
        end = query.index(0, 12) + 5
        is_a = query[end - 4:end - 2] == b"\x00\x01"
        head = query[:2] + b"\x81\x80\x00\x01" + (b"\x00\x01" if is_a else b"\x00\x00") + b"\x00\x00\x00\x00"
        record = b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x00\x00\x04" + socket.inet_aton(ADDRESS) if is_a else b""
        try:
            server.sendto(head + query[12:end] + record, client)
        except OSError:
            # The link is down; the client asks again.
            pass


def serve(client):
    with client:
        client.settimeout(5)
        try:
            request = b""
            while b"\r\n\r\n" not in request:
                part = client.recv(4096)
                if not part:
                    return
                request += part
            now = mode()
            if now == "silent":
                # The client gives up first.
                client.recv(4096)
                return
            client.sendall(PORTAL if now == "portal" else GENUINE)
        except OSError:
            pass


threading.Thread(target=answer_names, daemon=True).start()
server = socket.create_server((ADDRESS, 80), backlog=100)
print("the gateway is ready", flush=True)
while True:
    client, _ = server.accept()
    threading.Thread(target=serve, args=(client,), daemon=True).start()
