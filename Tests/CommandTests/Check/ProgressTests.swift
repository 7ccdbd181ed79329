#if canImport(CCurl) && os(Linux)
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `The line of progress` {
    @Test(arguments: 1...80) func `The progress line fits into the terminal, and keeps its time`(columns: Int) {
        let whole = "waiting for 7 of 9 endpoints, 3 s"
        let line = ProgressLine.line(
            "waiting for 7 of 9 endpoints",
            since: .milliseconds(3_900),
            until: nil,
            columns: columns
        )
        expect(line.cellCount, min(columns - 1, whole.count))
        #expect(columns <= whole.count || line == whole)
        #expect(columns < 8 || line.hasSuffix(", 3 s"))
    }

    @Test func `The line counts down to a known time, and sanitizes its text`() {
        let line = ProgressLine.line("online now; the next check is", since: .zero, until: .seconds(4.2), columns: 80)
        expect(line, "online now; the next check is in 5 s")
        let hostile = ProgressLine.line("asking \u{1B}]0;x\u{7}\u{202E}", since: .zero, until: nil, columns: 200)
        #expect(!hostile.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(hostile)")
    }

    @Test func `A result ends the wait: no line appears after it until the command waits again`() async throws {
        let (screen, terminal) = try Descriptor.pipe()
        let line = ProgressLine(on: terminal)
        defer { line.end() }
        var seen = ""
        func wait(for text: String) async throws {
            while !seen.contains(text) {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = try screen.read(into: &bytes) ?? 0
                seen += String(decoding: bytes.prefix(count), as: UTF8.self)
                if count == 0 { try await Task.sleep(for: .milliseconds(20)) }
            }
        }
        line.show("asking the first")
        try await wait(for: "asking the first")
        try line.write(Array("one\n".utf8), to: terminal, isResult: true)
        // Two drawings would fit in here.
        try await Task.sleep(for: .milliseconds(600))
        try line.write(Array("two\n".utf8), to: terminal, isResult: true)
        try await wait(for: "two")
        #expect(seen.hasSuffix("\r\u{1B}[Kone\ntwo\n"), "\(seen.debugDescription)")
        line.show("asking the second")
        try await wait(for: "asking the second")
    }

    @Test(arguments: [("abc", 3), ("网络", 4), ("▁█×", 3), ("e\u{301}", 2)])
    func `Wide characters count as two cells`(text: String, count: Int) {
        expect(text.cellCount, count)
        expect(text.filled(toCells: 9).cellCount, 9)
        for room in 0...9 { #expect(text.clipped(toCells: room).cellCount <= room) }
    }
}

/// Runs the built command on a pseudo-terminal.
@Suite(.serialized, .needs(.python)) struct `Progress on a terminal` {
    /// Runs a script that has `slow ARGUMENT...`, which runs the command for 2.2 seconds on a terminal of 60 columns and writes
    /// what the terminal received to `$D/seen`, and `$D/config`, whose only endpoint is silent.
    private func run(_ script: String) throws -> [String] {
        try Tool.run(
            #"""
            # The threads of tests block signals, and programs inherit that.
            D=$(mktemp -d); trap 'kill -KILL $silent 2>/dev/null; rm -rf "$D"' EXIT
            cat > "$D/silent" <<'END'
            import socket, time
            server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(64)
            print(server.getsockname()[1], flush=True); time.sleep(60)
            END
            cat > "$D/terminal" <<'END'
            import fcntl, os, pty, signal, struct, sys, termios, time
            seen, interruption, words = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
            pid, terminal = pty.fork()
            if pid == 0:
                time.sleep(0.1)
                os.execvp(words[0], words)
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
            if interruption:
                if os.fork() == 0:
                    time.sleep(interruption); os.write(terminal, b"\x03"); os._exit(0)
            with open(seen, "wb") as file:
                try:
                    while data := os.read(terminal, 4096): file.write(data)
                except OSError: pass
            status = os.waitpid(pid, 0)[1]
            print("ended by", status & 127) if status & 127 else print("status", status >> 8)
            END
            python3 "$D/silent" > "$D/port" & silent=$!; disown
            until port=$(cat "$D/port" 2>/dev/null) && [ -n "$port" ]; do sleep 0.05; done
            cat > "$D/config" <<END
            { "source": { "use": "source.static", "interfaces": [{ "name": "net0" }] }, "endpoints": ["apple.hotspot"],
              "limits": { "total": 2.2 }, "prober": { "use": "prober.curl", "connectTo": "127.0.0.1:$port" } }
            END
            export TERM=xterm
            on() { python3 "$D/terminal" "$D/seen" "$@"; }
            # The texts that stood on the line, in order, each once.
            lines() { tr '\r' '\n' < "$D/seen" | sed -n 's/^\x1b\[K\(.\)/\1/p' | uniq; }
            # What stays on the screen, of the lines that were not erased.
            rest() { python3 -c 'import re,sys; print(re.sub(r"\r\x1b\[K[^\r\n]*(?=\r\x1b\[K)", "", open(sys.argv[1], newline="").read()).count("waiting"))' "$D/seen"; }
            """# + "\n" + script
        )
    }

    /// Runs several scripts at the same time, each with a separate `$D`, and returns their lines in order.
    private func runAtOnce(_ scripts: [String]) throws -> [String] {
        let parts = scripts.indices.map { number in
            """
            mkdir "$D/\(number)"; cp "$D/config" "$D/terminal" "$D/\(number)"
            (D="$D/\(number)"; \(scripts[number])) > "$D/\(number).out" & parts+=($!)

            """
        }
        return try run("parts=()\n\(parts.joined())wait \"${parts[@]}\"; cat \"$D\"/*.out")
    }

    @Test func `check prints after a second what it waits for, and erases the line before its result`() throws {
        let lines = try run(
            #"""
            on 0 "$tool" check --config "$D/config"; lines | grep -m 1 waiting; echo "left: $(rest)"
            grep -c 'K.*unreachable' "$D/seen"
            """#
        )
        expect(
            lines,
            [
                "status 4", "waiting for 1 of 1 endpoint, 1 s", "left: 0", "1",
            ],
            "\(lines)"
        )
    }

    @Test func `Nothing is shown if an output is no terminal that can erase, or with --quiet`() throws {
        let commands = [
            #"on 0 sh -c '"$0" check --config "$1" 2> "$2"' "$tool" "$D/config" "$D/errors""#,
            #"on 0 sh -c '"$0" check --config "$1" > "$2"' "$tool" "$D/config" "$D/errors""#,
            #"TERM=dumb on 0 "$tool" check --config "$D/config""#,
            #"TERM= on 0 "$tool" check --config "$D/config""#,
            #"on 0 "$tool" wait --quiet --timeout 2 --config "$D/config""#,
            #""$tool" check --config "$D/config" > "$D/seen" 2> "$D/errors""#,
        ]
        let lines = try runAtOnce(
            commands.map { command in
                """
                : > "$D/errors"; : > "$D/seen"; \(command) > /dev/null
                cat "$D/seen" "$D/errors" | grep -cE 'waiting for|\\[K'
                """
            }
        )
        expect(lines, commands.map { _ in "0" }, "\(lines)")
    }

    @Test func `An interruption erases the line, and ends the command as usual`() throws {
        let lines = try run(
            #"""
            on 1.6 "$tool" check --config "$D/config"; lines | head -1 | grep -o '^[^^]*'
            tail -c 4 "$D/seen" | od -An -c | tr -s ' '
            """#
        )
        expect(lines, ["ended by 2", "waiting for 1 of 1 endpoint, 1 s", #" \r 033 [ K"#], "\(lines)")
    }

    @Test func `explain, wait and plugin check print what they wait for`() throws {
        let lines = try runAtOnce([
            #"on 0 "$tool" explain --config "$D/config" > /dev/null; lines | grep -cm 1 '^waiting for 1 of 1\|^asking '"#,
            #"""
            on 0 "$tool" wait --timeout 4 --config "$D/config"; lines | grep -om 1 '^unreachable now; the next check is in'
            grep -c 'within 4s: unreachable' "$D/seen"
            """#,
            #"""
            printf '#!/bin/sh\nexec sleep 5\n' > "$D/mute"; chmod +x "$D/mute"
            on 4 "$tool" plugin check "$D/mute" > /dev/null; lines | grep -om 1 '^law 1 of [0-9]*: it introduces'
            """#,
        ])
        expect(
            lines,
            [
                "1", "status 124", "unreachable now; the next check is in", "1",
                "law 1 of 10: it introduces",
            ],
            "\(lines)"
        )
    }
}
#endif
