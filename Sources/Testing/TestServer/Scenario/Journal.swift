package import ConnectivityCore
import ConnectivityToolkit

/// The questions to a served network, in order, for tests to read afterwards.
///
/// It keeps the newest entries and counts the dropped ones. Texts of a client are cut.
package final class Journal: Sendable {
    /// A question and the source of its answer.
    package struct Entry: Hashable, Sendable {
        /// The kind of question.
        package enum Kind: String, Hashable, Sendable {
            /// A request over HTTP.
            case request
            case handshake
            /// A question to the name server.
            case name
        }

        /// The time since the start.
        package var time: Duration
        package var kind: Kind
        /// The state of the client before the answer; `nil` if the answer does not depend on it.
        package var state: String?
        /// The requested host, or the name of a question; `nil` if the client named none.
        package var host: String?
        package var method: String?
        package var url: String?
        package var path: String?
        /// The type of record of a name question, such as `A`.
        package var type: String?
        /// The place in the scenario of the reply, the certificate or the rule; `nil` if none matched.
        package var source: String?
        /// The status of the reply; `nil` if it is not an HTTP response.
        package var status: Int?
        /// The certificate of a handshake, or the result of a name question.
        package var result: String?
        /// The part of the scenario that states the fault of the reply; `nil` without a fault.
        package var faultOwner: Scenario.Answer.FaultOwner?

        init(_ kind: Kind, at time: Duration, state: String? = nil, host: String? = nil) {
            (self.kind, self.time, self.state) = (kind, time, state)
            self.host = host?.cut(to: 255)
        }

        package init(_ request: TestServer.Request, _ answer: Scenario.Answer, at time: Duration) {
            let asked = Scenario.Asked(request)
            self.init(.request, at: time, state: answer.state, host: asked.host)
            method = request.method.cut(to: 40)
            url = request.url.cut(to: Journal.characterCountMax)
            path = asked.path.cut(to: Journal.characterCountMax)
            source = answer.source
            status = answer.reply.status
            faultOwner = answer.faultOwner
        }

        /// An entry for a TLS handshake and its answer, with the state of the client before it; the source is the place
        /// of the certificate in the scenario.
        package init(
            _ handshake: TestServer.Security.Handshake,
            for host: String?,
            state: String,
            source: String? = nil,
            at time: Duration
        ) {
            self.init(.handshake, at: time, state: state, host: host)
            self.source = source
            result = handshake.certificate.rawValue
        }

        /// The entry as an object, without members that are `nil`.
        package var json: JSON {
            .object([
                ("at", .integer(time.milliseconds)), ("kind", .string(kind.rawValue)),
                ("state", state.map(JSON.string)),
                ("host", host.map(JSON.string)), ("method", method.map(JSON.string)), ("url", url.map(JSON.string)),
                ("scheme", url.map { .string($0.hasPrefix("https:") ? "https" : "http") }),
                ("path", path.map(JSON.string)), ("type", type.map(JSON.string)),
                ("answeredBy", source.map(JSON.string)), ("status", status.map { .integer($0) }),
                ("result", result.map(JSON.string)), ("fault", faultOwner.map { .string($0.rawValue) }),
            ])
        }
    }

    /// The maximum number of characters of a URL or a path.
    static let characterCountMax = 2000

    private struct State {
        /// The entries; the oldest is at `start`.
        var entries: [Entry] = []
        var start = 0
        var droppedCount = 0

        var inOrder: [Entry] { Array(entries[start...] + entries[..<start]) }
    }

    private let countMax: Int
    private let start = ContinuousClock.now
    private let state = Lock(State())

    /// Creates an empty journal of at most `countMax` entries, whose time begins.
    package init(countMax: Int = 10_000) { self.countMax = countMax }

    /// The time since the start.
    package var now: Duration { ContinuousClock.now - start }

    /// Adds an entry, and drops the oldest one if there is no room.
    package func add(_ entry: Entry) {
        state.withLock { state in
            guard state.entries.count >= countMax else { return state.entries.append(entry) }
            state.entries[state.start] = entry
            state.start = (state.start + 1) % countMax
            state.droppedCount += 1
        }
    }

    /// The entries, the oldest first.
    package var entries: [Entry] { state.withLock(\.inOrder) }

    /// The number of entries that were dropped since the last ``clear()``.
    package var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Removes all entries and resets the number of dropped ones; the time continues.
    package func clear() { state.withLock { $0 = State() } }

    /// The journal as an object: `dropped` and `entries`.
    package var json: JSON {
        let (entries, dropped) = state.withLock { ($0.inOrder, $0.droppedCount) }
        return .object([("dropped", .integer(dropped)), ("entries", .array(entries.map(\.json)))])
    }
}

extension Duration {
    /// The number of whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

extension String {
    fileprivate func cut(to count: Int) -> String { String(String.UnicodeScalarView(unicodeScalars.prefix(count))) }
}

extension TestServer.Reply {
    /// The status of the first action, with the fault; `nil` if it sends no response.
    var status: Int? {
        guard case .respond(let message)? = actions.first else { return nil }
        switch fault?.instead {
        case nil: return message.status
        case .redirectLoop: return 302
        case .signInRequired: return 511
        case .garbage: return nil
        }
    }
}
