#!/usr/bin/env python3
"""A captive portal of the kind in the first argument; it permits clients that have signed in.

usage: portal.py KIND

It answers on port 80 and 8080 for every name, on 443 with the certificate for portal.lab and evil.lab, and on 3990 as the gateway of WISPr.
Every request is a line in @LAB@/requests: the scheme, the host, the method, the path with its query, and the body. A client that
signed in is in the nftables set `passed` of the table `inet lab_portal`, for as long as its session.
"""
import base64, hashlib, http.cookies, http.server, json, os, secrets, ssl, subprocess, sys, threading, time, urllib.parse

kind = sys.argv[1]
user, password, voucher, mail = "joe@lab.example", "correct horse battery", "VOUCHER-4711-LAB", "joe@mail.example"
tokens, cookies, challenges, ends = set(), set(), {}, {}
lock = threading.Lock()
log = open("@LAB@/requests", "a", buffering=1)
uam_secret = "secret of the gateway and its login server"


def let_through(client, seconds=None):
    limit = f" timeout {seconds}s" if seconds else ""
    subprocess.run(["nft", f"delete element inet lab_portal passed {{ {client} }}"], stderr=subprocess.DEVNULL)
    subprocess.run(["nft", f"add element inet lab_portal passed {{ {client}{limit} }}"], check=True)
    ends[client] = time.monotonic() + (seconds or 86400)


def shut_out(client):
    subprocess.run(["nft", f"delete element inet lab_portal passed {{ {client} }}"], stderr=subprocess.DEVNULL)
    ends.pop(client, None)


def remaining(client):
    return max(0, int(ends.get(client, 0) - time.monotonic()))


def page(text, title="Lab Hotel"):
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{text}</body></html>"


def form(fields, action="/login", method="post", extra=""):
    inputs = "".join(f"<input {field}>" for field in fields)
    return page(f'<h1>Welcome</h1>{extra}<form id="sign-in" method="{method}" action="{action}">{inputs}'
                '<input type="submit" name="go" value="Connect"></form>')


def script_string(octets):
    return "".join(f"\\{octet:03o}" for octet in octets)


def wispr(elements):
    return ('<html><body>Please wait</body><!--\r\n<?xml version="1.0" encoding="UTF-8"?>\r\n<WISPAccessGatewayParam\r\n'
            '  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\r\n'
            '  xsi:noNamespaceSchemaLocation="http://www.wballiance.net/wispr_2_0.xsd">\r\n'
            f"{elements}\r\n</WISPAccessGatewayParam>\r\n--></html>")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    scheme = "http"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer()

    def do_POST(self):
        self.answer()

    def answer(self):
        self.client = self.client_address[0].removeprefix("::ffff:")
        self.host = (self.headers.get("Host") or "").split(":")[0].lower()
        length = min(int(self.headers.get("Content-Length") or 0), 1 << 20)
        self.body = self.rfile.read(length).decode(errors="replace")
        url = urllib.parse.urlsplit(self.path)
        self.place = url.path
        self.query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        self.sent = dict(urllib.parse.parse_qsl(self.body, keep_blank_values=True))
        log.write(f"{self.scheme} {self.host} {self.command} {self.path} {self.body}\n")
        with lock:
            if self.server.server_port == 3990:
                self.gateway()
            elif self.host not in ("portal.lab", "evil.lab", "192.168.50.1"):
                self.captured()
            else:
                getattr(self, kind.replace("-", "_"))()

    def reply(self, text, status=200, headers=(), type="text/html; charset=utf-8"):
        data = text.encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Type", type)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def lead(self, url, text="", headers=()):
        self.reply(text or page("This way"), 302, [("Location", url), *headers])

    def welcome(self, seconds=None):
        let_through(self.client, seconds)
        self.reply(page("<p>You are connected.</p>"))

    def refuse(self, why="wrong name or password"):
        self.reply(page(f'<p class="error">{why}</p>'))

    # The answer to a request for another host.
    def captured(self):
        if kind in ("wispr", "hostile-wispr"):
            challenge = challenges.setdefault(self.client, secrets.token_hex(16))
            host = "evil.lab" if kind == "hostile-wispr" else "portal.lab"
            self.lead(
                f"https://portal.lab/uam?res=notyet&uamip=192.168.50.1&uamport=3990&challenge={challenge}",
                wispr("<Redirect>\r\n<MessageType>100</MessageType>\r\n<ResponseCode>0</ResponseCode>\r\n"
                      "<VersionHigh>2.0</VersionHigh>\r\n<VersionLow>1.0</VersionLow>\r\n<AccessProcedure>1.0</AccessProcedure>\r\n"
                      "<LocationName>CDATA[[Lab Hotel]]</LocationName>\r\n"
                      f"<LoginURL>https://{host}/uam?res=wispr&amp;uamip=192.168.50.1&amp;uamport=3990&amp;challenge={challenge}</LoginURL>\r\n"
                      "<AbortLoginURL>http://192.168.50.1:3990/abort</AbortLoginURL>\r\n</Redirect>"))
        elif kind == "session":
            self.lead("https://portal.lab/start", headers=[("Link", '<https://portal.lab/api>; rel="captive-portal"')])
        elif kind == "hostile-http":
            self.lead("http://portal.lab/start")
        elif kind == "fas":
            self.lead("http://portal.lab/")
        else:
            self.lead("https://portal.lab/start")

    # A form with a token that fits the cookie, as frameworks have it.
    def csrf(self):
        if self.place == "/start":
            token, cookie = secrets.token_hex(16), secrets.token_hex(16)
            tokens.add(token + cookie)
            self.reply(
                form([f'type="hidden" name="csrf_token" value="{token}"', 'name="username"', 'type="password" name="password"',
                      'type="checkbox" name="terms" value="yes"']),
                headers=[("Set-Cookie", f"session={cookie}; Path=/; Secure; HttpOnly")])
        elif self.place == "/login":
            jar = http.cookies.SimpleCookie(self.headers.get("Cookie") or "")
            cookie = jar["session"].value if "session" in jar else ""
            token = self.sent.get("csrf_token", "") + cookie
            if token not in tokens:
                return self.refuse("the form has expired")
            tokens.discard(token)
            right = self.sent.get("username") == user and self.sent.get("password") == password
            self.welcome() if right and self.sent.get("terms") == "yes" else self.refuse()
        else:
            self.reply(page("nothing here"), 404)

    # CHAP as MikroTik's pages do it: the digest of an identifier, the password and a challenge.
    def chap(self):
        if self.place == "/start":
            identifier, challenge = secrets.token_bytes(1), secrets.token_bytes(16)
            challenges[self.client] = (identifier, challenge)
            self.reply(page(
                '<form name="sendin" action="/login" method="post"><input type="hidden" name="username">'
                '<input type="hidden" name="password"><input type="hidden" name="dst" value=""><input type="hidden" name="popup" value="true"></form>'
                '<script>function doLogin() { document.sendin.username.value = document.login.username.value;'
                f"document.sendin.password.value = hexMD5('{script_string(identifier)}' + document.login.password.value + '{script_string(challenge)}');"
                'document.sendin.submit(); return false; }</script>'
                '<form name="login" action="/login" method="post" onSubmit="return doLogin()">'
                '<input name="username"><input name="password" type="password"><input type="submit" value="OK"></form>'))
        elif self.place == "/login":
            identifier, challenge = challenges.pop(self.client, (b"", b""))
            digest = hashlib.md5(identifier + password.encode() + challenge).hexdigest()
            right = challenge and self.sent.get("username") == user and self.sent.get("password") == digest
            self.welcome() if right else self.refuse()
        else:
            self.reply(page("nothing here"), 404)

    def voucher(self):
        if self.place == "/start":
            self.reply(form(['name="voucher_code"'], "/redeem"))
        else:
            self.welcome() if self.sent.get("voucher_code") == voucher else self.refuse("this voucher is not valid")

    def mail(self):
        if self.place == "/start":
            self.reply(form(['type="email" name="email"', 'type="checkbox" name="agree" value="1"',
                             'type="hidden" name="step" value="mail"'], "/register"))
        else:
            right = self.sent.get("email") == mail and self.sent.get("agree") == "1" and self.sent.get("step") == "mail"
            self.welcome() if right else self.refuse("this is no address")

    # A page with only scripts, and the API that they use.
    def json(self):
        if self.place == "/start":
            self.reply(page('<div id="app"></div><script src="/app.js"></script>'))
        elif self.place == "/api/session":
            token = secrets.token_hex(16)
            tokens.add(token)
            self.reply(json.dumps({"data": {"token": token}}), type="application/json")
        elif self.place == "/api/login":
            try:
                sent = json.loads(self.body)
            except ValueError:
                sent = {}
            right = sent.get("token") in tokens and sent.get("credentials") == {"user": user, "password": password}
            if right:
                let_through(self.client)
            self.reply(json.dumps({"status": "ok" if right else "denied", "minutes": 60}), 200 if right else 403, type="application/json")
        else:
            self.reply("{}", 404, type="application/json")

    # A session that ends soon and can be extended (RFC 8908).
    def session(self):
        if self.place == "/api":
            left = remaining(self.client)
            answer = {"captive": left == 0, "user-portal-url": "https://portal.lab/start", "can-extend-session": True}
            if left:
                answer["seconds-remaining"] = left
            self.reply(json.dumps(answer), type="application/captive+json")
        elif self.place == "/start":
            self.reply(form(['type="hidden" name="for" value="hour"'], "/extend", extra="<p>I accept the terms of use.</p>"))
        else:
            self.welcome(70)

    # The login server next to CoovaChilli, as its hotspotlogin does it.
    def wispr(self):
        fields = {name.lower(): value for name, value in (self.query | self.sent).items()}
        if self.place != "/uam" or self.scheme != "https" or "username" not in fields:
            return self.reply(page("Please use a program"))
        challenge = bytes.fromhex(fields.get("challenge", ""))
        mixed = hashlib.md5(challenge + uam_secret.encode()).digest()
        response = hashlib.md5(b"\0" + fields.get("password", "").encode() + mixed).hexdigest()
        name = urllib.parse.quote_plus(fields["username"])
        url = f"http://{fields.get('uamip')}:{fields.get('uamport')}/logon?username={name}&amp;response={response}&amp;userurl="
        self.reply(wispr(f"<AuthenticationReply>\r\n<MessageType>120</MessageType>\r\n<ResponseCode>201</ResponseCode>\r\n"
                         f"<LoginResultsURL>{url}</LoginResultsURL>\r\n</AuthenticationReply>"))

    # CoovaChilli itself.
    def gateway(self):
        here = "http://192.168.50.1:3990"
        if self.place in ("/logon", "/login"):
            challenge = bytes.fromhex(challenges.pop(self.client, ""))
            mixed = hashlib.md5(challenge + uam_secret.encode()).digest()
            response = hashlib.md5(b"\0" + password.encode() + mixed).hexdigest()
            if self.query.get("username") == user and self.query.get("response") == response:
                let_through(self.client, 600)
                self.lead("https://portal.lab/uam?res=success", wispr(
                    "<AuthenticationPollReply>\r\n<MessageType>140</MessageType>\r\n<ResponseCode>50</ResponseCode>\r\n"
                    f"<LogoffURL>{here}/logoff</LogoffURL>\r\n<StatusURL>{here}/status</StatusURL>\r\n"
                    "<MaxSessionTime>600</MaxSessionTime>\r\n</AuthenticationPollReply>"))
            else:
                self.lead("https://portal.lab/uam?res=failed", wispr(
                    "<AuthenticationPollReply>\r\n<MessageType>140</MessageType>\r\n<ResponseCode>100</ResponseCode>\r\n"
                    "<ReplyMessage>Invalid Username/Password</ReplyMessage>\r\n</AuthenticationPollReply>"))
        elif self.place == "/logoff":
            shut_out(self.client)
            self.lead("https://portal.lab/uam?res=logoff", wispr(
                "<LogoffReply>\r\n<MessageType>130</MessageType>\r\n<ResponseCode>150</ResponseCode>\r\n</LogoffReply>"))
        elif self.place == "/abort":
            self.lead("https://portal.lab/uam?res=logoff", wispr(
                "<AbortLoginReply>\r\n<MessageType>150</MessageType>\r\n<ResponseCode>151</ResponseCode>\r\n</AbortLoginReply>"))
        else:
            self.reply(page("nothing here"), 404)

    # The authentication server next to openNDS (FAS, level 1): the client returns to the gateway with the digest of its identifier.
    def fas(self):
        given = self.query.get("fas", "")
        facts = {}
        for part in base64.b64decode(given + "=" * (-len(given) % 4)).decode(errors="replace").split(", "):
            name, _, value = part.partition("=")
            facts[name] = value
        if self.place.rstrip("/") in ("", "/fas"):
            self.reply(form(['type="hidden" name="fas" value="' + given + '"', 'type="checkbox" name="terms" value="yes"'],
                            "/accept", "get", "<p>I accept the terms of use.</p>"))
        elif self.query.get("terms") == "yes" and facts.get("hid"):
            token = hashlib.sha256((facts["hid"] + "lab-key").encode()).hexdigest()
            address = urllib.parse.unquote(facts.get("gatewayaddress", ""))
            self.lead(f"http://{address}/{facts.get('authdir', 'opennds_auth')}/?tok={token}&redir=http%3A%2F%2Fportal.lab%2Fdone")
        else:
            self.reply(page("<p>You are connected.</p>" if self.place == "/done" else "Please accept the terms"))

    # It answers the sign-in slowly, so that the client can be killed in the middle.
    def slow(self):
        if self.place != "/start":
            lock.release()
            time.sleep(8)
            lock.acquire()
        self.voucher()

    # Hostile ones: they request a secret for another host, or without TLS.
    def hostile_form(self):
        if self.host == "evil.lab" or self.place != "/start":
            return self.welcome()
        self.reply(form(['name="username"', 'type="password" name="password"'], "https://evil.lab/login"))

    def hostile_redirect(self):
        if self.host == "evil.lab":
            return self.reply(form(['name="username"', 'type="password" name="password"']))
        self.lead("https://evil.lab/start")

    def hostile_submit(self):
        if self.place == "/start" and self.host != "evil.lab":
            return self.reply(form(['name="username"', 'type="password" name="password"']))
        self.reply(page("once more"), 307, [("Location", "https://evil.lab/login")])

    def hostile_http(self):
        self.reply(form(['name="username"', 'type="password" name="password"'], "http://portal.lab/login"))

    def hostile_wispr(self):
        self.wispr()

    def hostile_steps(self):
        self.lead(f"https://portal.lab/start?{secrets.token_hex(4)}")

    def hostile_bomb(self):
        token = f'<input type="hidden" name="token" value="{"a" * 4000}">'
        self.reply(page('<form method="post" action="/login">' + token * 200 +
                        '<input name="username"><input type="password" name="password"></form>'))

    def hostile_claim(self):
        if self.place == "/start":
            return self.reply(form(['name="username"', 'type="password" name="password"']))
        self.reply(page("<p>You are connected.</p>"))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


class Secure(Handler):
    scheme = "https"


def serve(port, handler, context=None):
    server = Server(("0.0.0.0", port), handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever).start()


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("@LAB@/pki/portal.crt", "@LAB@/pki/portal.key")
serve(80, Handler)
serve(8080, Handler)
serve(3990, Handler)
serve(443, Secure, context)
