# A host that accepts every connection, and then closes it at once (close), after 2 s (late), resets it (reset), or is silent.
# usage: cut.py PORT close|late|reset|silent
import socket
import struct
import sys
import threading
import time

port, how = int(sys.argv[1]), sys.argv[2]
WAITS = {"late": 2, "silent": 600}


def cut(connection):
    time.sleep(WAITS.get(how, 0))
    if how == "reset":
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        # What is unread turns the end of a connection into a reset.
        connection.setblocking(False)
        try:
            while connection.recv(8192):
                pass
        except OSError:
            pass
    connection.close()


server = socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=128)
while True:
    threading.Thread(target=cut, args=(server.accept()[0],), daemon=True).start()
