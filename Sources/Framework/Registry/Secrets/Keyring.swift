import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The keyring of the user's session (Secret Service API of freedesktop.org), read by `secret-tool` of libsecret.
package enum Keyring: Sendable {
    /// The time limit of `secret-tool`; a locked keyring can ask its user for a password.
    package static let timeLimit = Duration.seconds(5)
    /// The maximum number of attributes.
    package static let countMax = 20

    /// The values already read for the request that the task sends, by attributes.
    @TaskLocal package static var values: [[String: String]: String] = [:]

    /// The absolute path of `secret-tool`; `nil` if it is not installed.
    package static var program: String? {
        let folders = variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/secret-tool" }.first { path in
            guard path.hasPrefix("/") else { return false }
            return unsafe access(path, X_OK) == 0
        }
    }

    /// Whether attributes can be arguments of `secret-tool`.
    package static func accepts(_ attributes: [String: String]) -> Bool {
        (1...countMax).contains(attributes.count)
            && attributes.allSatisfy { name, value in
                [name, value].allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") && !$0.hasControlCharacter }
            }
    }

    /// The attributes in words, such as `service=hotel, user=x`; they are not secret.
    package static func text(_ attributes: [String: String]) -> String {
        attributes.sortedByKey.map { "\($0.key)=\($0.value)" }.joined(separator: ", ").printable(
            limit: 200
        )
    }

    /// Returns the value already read for the request that the task sends; otherwise reads it, which blocks the thread.
    static func knownValue(_ attributes: [String: String]) throws(UnusableSecret) -> String {
        if let value = values[attributes] { return value }
        return try value(attributes)
    }

    /// Reads a secret, without a trailing line break; blocks the thread, which must be a separate one.
    ///
    /// The wait ends when the descriptor `stop` is readable; -1 for none.
    package static func value(_ attributes: [String: String], until stop: CInt = -1) throws(UnusableSecret) -> String {
        var bytes = try output(of: "lookup", attributes, until: stop)[...]
        if bytes.last == 0x0A { bytes.removeLast() }
        guard !bytes.isEmpty else {
            throw UnusableSecret(description: "the keyring has no secret with \(text(attributes))")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns why a secret cannot be read, as far as is known without prompting the user; `nil` if nothing is wrong.
    ///
    /// It blocks the thread.
    package static func fault(_ attributes: [String: String]) -> String? {
        do throws(UnusableSecret) {
            // Unlike a lookup, a search unlocks nothing.
            let found = try output(of: "search", attributes, until: -1)
            return found.isEmpty ? "the keyring has no secret with \(text(attributes))" : nil
        } catch {
            return error.description
        }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    #if os(Linux)
    /// The variables that the program needs to find the session and to prompt the user.
    private static let inherited = [
        "PATH", "HOME", "USER", "LANG", "LC_ALL", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY",
        "WAYLAND_DISPLAY", "XAUTHORITY",
    ]

    private static func output(
        of action: String,
        _ attributes: [String: String],
        until stop: CInt
    ) throws(UnusableSecret) -> [UInt8] {
        func fault(_ text: String) -> UnusableSecret {
            UnusableSecret(description: "secret-tool, which reads the keyring: \(text)")
        }
        guard let program else { throw fault("it is not installed (package libsecret-tools)") }
        guard accepts(attributes) else { throw fault("the attributes cannot be its arguments") }
        let words = attributes.sortedByKey.flatMap { [$0.key, $0.value] }
        let environment = inherited.compactMap { name in variable(name).map { "\(name)=\($0)" } }
        let child: ChildProcess
        do throws(ChildProcess.Refusal) {
            // Confined, because only a confined program has a standard output and ends with this thread.
            child = try ChildProcess(
                [program, action] + words,
                environment: environment,
                confinement: ChildProcess.Confinement(user: nil, writes: nil, limits: [])
            )
        } catch {
            throw fault(error.description)
        }
        child.input.close()
        let deadline = ContinuousClock.now + timeLimit
        let limit = HTTPQuestion.SecretField.Source.byteCountMax
        var (output, message) = ([UInt8](), [UInt8]())
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            var waits: [pollfd] = [
                .toRead(child.descriptor.number), .toRead(stop), .toRead(child.output.number),
                .toRead(child.error.number),
            ]
            Poll.wait(for: &waits, atMost: deadline - .now)
            let hasEnded = waits[0].isReady
            for (stream, index) in [(child.output, 2), (child.error, 3)] where waits[index].isReady {
                guard let count = stream.readOrEnd(into: &chunk) else { continue }
                if count == 0 { stream.close() }
                if index == 2 {
                    output += chunk[..<count]
                } else {
                    message += chunk[..<min(count, 400 - message.count)]
                }
            }
            guard output.count <= limit else { throw fault("it wrote more than \(limit) bytes") }
            // All output is read before the exit status.
            if hasEnded, !waits[2].isReady, !waits[3].isReady, let end = child.takeEnd() {
                if [.exited(status: 0), .unknown].contains(end) { return output }
                let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
                // The exit status is 1, without a message, if there is no such secret.
                if end == .exited(status: 1), lines.isEmpty { return [] }
                throw fault("\(end.text)\(lines.first.map { ": \(String($0).printable(limit: 160))" } ?? "")")
            }
            guard waits[1].isReady || deadline <= .now else { continue }
            child.signal(SIGKILL)
            throw fault(waits[1].isReady ? "it was stopped" : "it did not end within \(timeLimit.seconds) s")
        }
    }
    #else
    private static func output(
        of action: String,
        _ attributes: [String: String],
        until stop: CInt
    ) throws(UnusableSecret) -> [UInt8] {
        throw UnusableSecret(description: "this system has no keyring that secret-tool reads")
    }
    #endif
}
