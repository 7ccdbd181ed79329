#if canImport(CCurl) && os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite(.serialized) struct `Respond` {
    private func status(_ head: String) -> String {
        let head = try? RequestHead(Array(head.utf8), byteCountMax: 8192)
        let response = head.map { Responder(text: "online").answer(to: $0).bytes } ?? []
        return String(decoding: response.prefix { $0 != 0x0D }, as: UTF8.self)
    }

    @Test func `Only two paths have an answer, and only GET and HEAD`() {
        expect(status("GET /generate_204 HTTP/1.1\r\n\r\n"), "HTTP/1.1 204 No Content")
        expect(status("HEAD /check?x=y HTTP/1.0\r\n\r\n"), "HTTP/1.1 200 OK")
        expect(status("GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 404 Not Found")
        expect(status("GET /check/ HTTP/1.1\r\n\r\n"), "HTTP/1.1 404 Not Found")
        expect(status("POST /check HTTP/1.1\r\n\r\n"), "HTTP/1.1 405 Method Not Allowed")
    }

    @Test(.needs(.program("curl"))) func `A check that asks the responder alone is online`() throws {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT
            "$tool" respond --port 0 --text 'all well' > "$D/out" 2>&1 & pid=$!
            until grep -qs answering "$D/out"; do sleep 0.05; done
            url=$(sed -n 's|.*at \(http://[0-9.:]*\)/.*|\1|p' "$D/out")
            curl -s -w '%{http_code}\n' "$url/generate_204"; curl -s "$url/check"; echo; curl -s -I "$url/check" | grep -c all
            "$tool" check --scope lo --endpoint "$url/check" --expect-equals 'all well' | head -1 | cut -c1-12
            "$tool" check --scope lo --endpoint "$url/generate_204" --expect '{"use": "validator.status-code", "expected": [204]}' | head -1 | cut -c1-12
            "$tool" respond --port "${url##*:}" 2>&1; echo "status $?"
            kill -TERM $pid; wait $pid; echo "status $?"
            """#
        )
        try #require(lines.count == 8, "\(lines)")
        expect(lines[0...4], ["204", "all well", "0", "online on lo", "online on lo"], "\(lines)")
        #expect(lines[5].hasPrefix("connectivityctl: cannot listen: 127.0.0.1:"), "\(lines)")
        expect(lines[6...], ["status 73", "status 0"], "\(lines)")
    }

    @Test(arguments: ["abc123", "A-b.c_9", String(repeating: "x", count: 63)])
    func `The random text of a check is repeated`(text: String) throws {
        #expect(
            try response("GET /generate_204 HTTP/1.1\r\nX-Tailscale-Challenge: \(text)\r\n\r\n").contains(
                "\r\nX-Tailscale-Response: response \(text)\r\n"
            )
        )
        #expect(try response("HEAD /check HTTP/1.1\r\nx-tailscale-challenge: \(text)\r\n\r\n").contains(text))
        #expect(try !response("GET /other HTTP/1.1\r\nX-Tailscale-Challenge: \(text)\r\n\r\n").contains(text))
    }

    @Test(arguments: ["a b", "<script>", "a;b", "ä", String(repeating: "x", count: 64)])
    func `Text that is not a random challenge of a check is not repeated`(text: String) throws {
        let answer = try response("GET /check HTTP/1.1\r\nX-Tailscale-Challenge: \(text)\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && !answer.contains("Tailscale"))
    }

    private func response(_ head: String) throws -> String {
        let head = try #require(try RequestHead(Array(head.utf8), byteCountMax: 8192))
        return String(decoding: Responder(text: "online").answer(to: head).bytes, as: UTF8.self)
    }

    @Test(.needs(.program("curl")), .needs(.program("jq")))
    func `A check of a challenge by respond is online and authentic, and --json says what was answered`() throws {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT
            "$tool" respond --port 0 --json > "$D/out" 2>&1 & pid=$!
            until grep -qs serving "$D/out"; do sleep 0.05; done
            jq -c '[.serving[] | [(.url | sub("[0-9]+/"; "N/")), .status, .text]]' "$D/out"
            url=$(jq -r '.serving[1].url' "$D/out"); expect=$(jq -c '.serving[1].expect + {use: "validator.challenge"}' "$D/out")
            "$tool" check --scope lo --endpoint "$url" --expect "$expect" | head -1 | cut -c1-12
            curl -s -o /dev/null "$url/secret-of-a-client?name=me"; kill -TERM $pid; wait $pid; echo "status $?"
            tail -n +2 "$D/out" | jq -c '[.answered.status, .answered.path, .answered.isChallenged]'
            grep -c secret "$D/out"
            """#
        )
        expect(
            lines,
            [
                #"[["http://127.0.0.1:N/generate_204",204,null],["http://127.0.0.1:N/check",200,"online"]]"#,
                "online on lo", "status 0", #"[200,"/check",true]"#, "[404,null,false]", "0",
            ],
            "\(lines)"
        )
    }

    @Test(.needs(.program("curl"))) func `respond writes nothing about its clients`() throws {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT; cd "$D"
            HOME=$D TMPDIR=$D "$tool" respond --port 0 > out 2>&1 & pid=$!
            until grep -qs answering out; do sleep 0.05; done
            cp out before; url=$(sed -n 's|.*at \(http://[0-9.:]*\)/.*|\1|p' out)
            for path in check generate_204 nothing; do curl -s -o /dev/null -w '%{http_code}\n' "$url/$path"; done
            kill -TERM $pid; wait $pid; cmp out before && ls
            """#
        )
        expect(lines, ["200", "204", "404", "before", "out"], "\(lines)")
    }

    @Test(.needs(.python))
    func `A slow client is served while another address opens connections, and a long line gets 431`()
        throws
    {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); trap 'kill $pid 2>/dev/null; rm -rf "$D"' EXIT
            "$tool" respond --port 0 > "$D/out" 2>&1 & pid=$!
            until grep -qs answering "$D/out"; do sleep 0.05; done
            python3 - "$(sed -n 's|.*:\([0-9]*\)/gen.*|\1|p' "$D/out")" <<'END'
            import socket, sys
            port = int(sys.argv[1])
            def connect(source):
                client = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
                return client
            slow = connect("127.0.0.1")
            slow.sendall(b"GET /check HT")
            flood = [connect("127.0.0.2") for _ in range(200)]
            # The server has accepted all of them once the last one has its answer.
            flood[-1].sendall(b"GET /check HTTP/1.1\r\n\r\n")
            print(flood[-1].recv(15).decode())
            slow.sendall(b"TP/1.1\r\n\r\n")
            print(slow.recv(15).decode())
            long = connect("127.0.0.1")
            try: long.sendall(b"GET /" + b"a" * 300000 + b" HTTP/1.1\r\n\r\n")
            except OSError as error: print(error)
            answer = b""
            try:
                while part := long.recv(4096): answer += part
            except OSError as error: print(error)
            print(answer.split(b"\r\n")[0].decode())
            END
            """#
        )
        expect(
            lines,
            ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 431 Request Header Fields Too Large"],
            "\(lines)"
        )
    }

    @Test(.needs(.compiler)) func `A port that the system does not report is an error`() throws {
        let lines = try Tool.run(
            #"""
            D=$(mktemp -d); trap 'rm -rf "$D"' EXIT
            printf '%s' '#include <errno.h>
            int getsockname(int s, void *a, void *l) { errno = ENOBUFS; return -1; }' | cc -shared -fPIC -xc - -o "$D/lib.so"
            LD_PRELOAD="$D/lib.so" "$tool" respond --port 0; echo "status $?"
            """#
        )
        expect(
            lines,
            [
                "connectivityctl: cannot listen: the port of 127.0.0.1:0 cannot be read: No buffer space available",
                "status 73",
            ]
        )
    }
}
#endif
