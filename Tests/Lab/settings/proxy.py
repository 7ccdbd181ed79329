# A proxy that connects nowhere. It answers each request to connect with a status, or every request with a page.
# usage: proxy.py PORT STATUS|page
import socketserver
import sys

port, kind = int(sys.argv[1]), sys.argv[2]
PAGE = b"<html><title>Welcome</title><p>This is the proxy.</p></html>"
FIELDS = {"407": "Proxy-Authenticate: Basic realm=\"office\"\r\n"}


class Proxy(socketserver.StreamRequestHandler):
    def handle(self):
        while self.rfile.readline(8192).strip():
            pass
        status = "200" if kind == "page" else kind
        head = f"HTTP/1.1 {status} From the proxy\r\n{FIELDS.get(kind, '')}Via: 1.1 office\r\nContent-Type: text/html\r\n"
        self.wfile.write(head.encode() + b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(PAGE) + PAGE)


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True


Server(("", port), Proxy).serve_forever()
