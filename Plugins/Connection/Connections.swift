#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

/// The connections of a prober and its copies, on one thread, which starts with the first and ends with the last copy.
struct Connections: Sendable {
    /// The PEM file with the trusted certificate authorities; `nil` for those of the system.
    let caFile: String?
    private let driver = BlockingDriver { () throws(ProbeFailure) in SocketExchanges<ConnectionExchange>() }
    private let trust: TLSTrust

    init(caFile: String?) {
        self.caFile = CertificateAuthorities.file(caFile)
        trust = TLSTrust(caFile: self.caFile)
    }

    /// Opens one connection for a request; `awaitsMessage` adds a wait for one message with a length prefix.
    func open(
        _ question: ConnectionQuestion,
        for request: ProbeRequest,
        awaitsMessage: Bool = false
    ) async -> ProbeExchange {
        let all = (try? IPAddress(question.host)).map { [$0] } ?? request.path.addresses
        let usable = all.filter { $0.family == request.path.family ?? $0.family }
        let asked = ConnectionExchange.Request(
            question: question,
            addresses: usable.interleaved,
            interface: request.path.interface,
            limits: request.limits,
            trust: trust,
            awaitsMessage: awaitsMessage
        )
        guard all.isEmpty || !usable.isEmpty else {
            let failure = ProbeFailure(.unreachable, detail: "no address of \(question.host) is of the wanted family")
            return ProbeExchange(request: request, outcome: .failure(failure))
        }
        do throws(BlockingRefusal<ProbeFailure>) {
            let outcome = try (await driver.run(asked)).get(orThrow: BlockingRefusal.library)
            var exchange = ProbeExchange(
                request: request,
                outcome: outcome.result,
                remoteAddress: outcome.source,
                timings: outcome.timings
            )
            if case .success = outcome.result, question.transport == .tls, question.isVerified {
                exchange.authentication = .verified
            }
            return exchange
        } catch {
            return ProbeExchange(request: request, outcome: .failure(error.failure))
        }
    }
}

extension Result {
    fileprivate func get<Other: Error>(orThrow convert: (Failure) -> Other) throws(Other) -> Success {
        switch self {
        case .success(let value): value
        case .failure(let failure): throw convert(failure)
        }
    }
}

extension [IPAddress] {
    /// The addresses with alternating families (RFC 8305, section 4), beginning with that of the first.
    fileprivate var interleaved: [IPAddress] {
        guard let family = first?.family else { return [] }
        var (own, other) = (filter { $0.family == family }[...], filter { $0.family != family }[...])
        var mixed: [IPAddress] = []
        while let next = own.popFirst() {
            mixed.append(next)
            if let next = other.popFirst() { mixed.append(next) }
        }
        return mixed + other
    }
}
#endif
