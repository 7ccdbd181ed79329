# Answers that have no end: a redirect, and a sign-in page, each followed by a byte every 100 ms.
# usage: endless.py REDIRECT_PORT PAGE_PORT
import socketserver
import sys
import threading
import time

REDIRECT = "HTTP/1.1 302 Found\r\nLocation: http://portal.lab/login.html\r\nContent-Type: text/html\r\n\r\n"
FORM = '<html><body><h1>Welcome</h1><form action="/login"><input name="user"><input type="password" name="password"></form>'
PAGE = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + FORM + "<p>Please sign in.</p>" * 100


class Endless(socketserver.StreamRequestHandler):
    def handle(self):
        while self.rfile.readline(8192).strip():
            pass
        self.wfile.write(self.server.head.encode())
        try:
            while True:
                self.wfile.write(b" ")
                time.sleep(0.1)
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


for port, head in zip(sys.argv[1:], (REDIRECT, PAGE)):
    server = Server(("", int(port)), Endless)
    server.head = head
    threading.Thread(target=server.serve_forever).start()
