#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// One question for a connection: opens a socket, then performs the steps of the question over it.
final class ConnectionExchange: SocketExchange {
    struct Request: Sendable {
        var question: ConnectionQuestion
        var addresses: [IPAddress]
        var interface: String?
        var limits: ProbeRequest.Limits
        var trust: TLSTrust
        /// Whether to wait for one message with a length prefix after the dialogue (RFC 1035, section 4.2.2).
        var awaitsMessage = false
    }

    struct Outcome: Sendable {
        var result: Result<ConnectionAnswer, ProbeFailure>
        var source: IPAddress?
        var timings: ProbeExchange.Timings
    }

    private enum Stage {
        case dialling(Dial)
        case talking(Conversation, IPAddress)
        case ended(Result<ConnectionAnswer, ProbeFailure>, IPAddress?)
    }

    private let request: Request
    private let startedAt: ContinuousClock.Instant = .now
    private var stage: Stage
    private var timings = ProbeExchange.Timings()

    init(_ request: Request) throws(ProbeFailure) {
        self.request = request
        let question = request.question
        stage = .dialling(
            Dial(
                request.addresses,
                port: question.port,
                through: request.interface,
                question: question.transport == .quic ? QUICVersions() : nil,
                segmentSize: question.segmentSize
            )
        )
    }

    var sockets: [pollfd] {
        switch stage {
        case .dialling(let dial): dial.sockets
        case .talking(let conversation, _): conversation.sockets
        case .ended: []
        }
    }

    func advance(at now: ContinuousClock.Instant, isReady: Bool) {
        switch stage {
        case .dialling(let dial):
            switch dial.advance(at: now) {
            case nil: expire(.connect, at: now)
            case .failed(let failure): end(.failure(failure), at: now)
            case .answered(let versions, let source):
                timings.response = now - startedAt
                end(.success(ConnectionAnswer(from: source, quicVersions: versions)), from: source, at: now)
            case .open(let descriptor, let source):
                timings.connect = now - startedAt
                talk(over: descriptor, source, at: now)
            }
        case .talking(let conversation, let source):
            // Before the handshake there is nothing to read, but something to send.
            do throws(ProbeFailure) {
                let isOver = try conversation.advance(at: now)
                if let shakenAt = conversation.shakenAt {
                    timings.tls = shakenAt - startedAt - (timings.connect ?? .zero)
                }
                if let firstByteAt = conversation.firstByteAt {
                    timings.response = firstByteAt - startedAt - (timings.connect ?? .zero) - (timings.tls ?? .zero)
                }
                guard isOver else { return expire(conversation.phase, at: now) }
                end(.success(conversation.answer(from: source)), from: source, at: now)
            } catch {
                end(.failure(error), from: source, at: now)
            }
        case .ended: break
        }
    }

    private func talk(over descriptor: Descriptor, _ source: IPAddress, at now: ContinuousClock.Instant) {
        do throws(ProbeFailure) {
            let isOverTLS = request.question.transport == .tls
            let conversation = Conversation(
                over: descriptor,
                request.question,
                try isOverTLS ? request.trust.conversation(for: request.question) : nil,
                receivedCountMax: request.limits.maximumBodySize,
                awaitsMessage: request.awaitsMessage
            )
            stage = .talking(conversation, source)
            advance(at: now, isReady: true)
        } catch {
            end(.failure(error), from: source, at: now)
        }
    }

    private func end(
        _ result: Result<ConnectionAnswer, ProbeFailure>,
        from source: IPAddress? = nil,
        at now: ContinuousClock.Instant
    ) {
        timings.total = now - startedAt
        stage = .ended(result, source)
    }

    // MARK: Limits

    private var deadline: ContinuousClock.Instant { startedAt + request.limits.total }

    private func expire(_ phase: ProbeFailure.Phase, at now: ContinuousClock.Instant) {
        guard now >= deadline else { return }
        // A host without QUIC is as silent as a path that drops it.
        end(.failure(ProbeFailure(.timedOut(request.question.transport == .quic ? .response : phase))), at: now)
    }

    func outcome(at now: ContinuousClock.Instant) -> Result<Outcome, ProbeFailure>? {
        guard case .ended(let result, let source) = stage else { return nil }
        return .success(Outcome(result: result, source: source, timings: timings))
    }

    func remainingTime(at now: ContinuousClock.Instant) -> Duration {
        let due: ContinuousClock.Instant
        switch stage {
        case .dialling(let dial): due = min(deadline, dial.due ?? deadline)
        case .talking: due = deadline
        case .ended: due = now
        }
        return max(.zero, due - now)
    }
}
#endif
