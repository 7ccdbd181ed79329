#if Cares
package import ConnectivityCore
internal import ConnectivityBlocking

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why a name led to no address.
package struct NameLookupFailure: Error, Hashable, Sendable {
    /// What went wrong.
    package enum Cause: Hashable, Sendable {
        /// The text is not a name, so that nobody was asked.
        case badName
        /// A server answers that the name does not exist.
        case noSuchName
        /// A server answers that it could not find out.
        case serverFailure
        /// A server does not want to answer.
        case refused
        /// A server answers with another code.
        case otherCode(DNSResponseCode)
        /// The name exists, without an address of a family that was asked for.
        case noAddress
        /// There is no reply.
        case noReply(NameExchangeFailure)
    }

    /// What went wrong.
    package var cause: Cause
    /// Why the server answers as it does; empty if it does not say.
    package var extendedErrors: [ExtendedDNSError] = []
    /// The server that answered, if one did.
    package var server: NameServer?
    /// The servers that there were to ask.
    package var asked: [NameServer] = []
}

extension NameLookupFailure {
    /// What went wrong with an exchange.
    init(_ cause: Cause, in exchange: NameExchange) {
        self.init(cause: cause, server: exchange.server, asked: exchange.asked)
    }

    /// What a reply without an address means.
    init(_ reply: DNSReply, in exchange: NameExchange) {
        cause =
            switch reply.code {
            case .noError: .noAddress
            case .noSuchName: .noSuchName
            case .serverFailure: .serverFailure
            case .refused: .refused
            default: .otherCode(reply.code)
            }
        extendedErrors = reply.extendedErrors
        server = exchange.server
        asked = exchange.asked
    }

    /// How much the failure says about the name; of several, the least is told.
    var rank: Int {
        switch cause {
        case .noReply(.interfaceUnavailable), .noReply(.cancelled): 0
        case .badName: 1
        case .noSuchName: 2
        case .serverFailure: 3
        case .refused: 4
        case .otherCode: 5
        case .noAddress: 6
        case .noReply(.noAnswer): 8
        case .noReply: 7
        }
    }

    /// Whether it can be why the system's resolver found nothing, which had more time and may have asked elsewhere.
    var explainsFailureOfSystem: Bool {
        switch cause {
        case .badName, .noSuchName, .serverFailure, .refused, .otherCode, .noAddress: true
        case .noReply(.connectionRefused), .noReply(.unreachable), .noReply(.malformed): true
        case .noReply: false
        }
    }

    /// The failure of the probe that needed the name, or that asked a name server, through an interface.
    /// - Parameters:
    ///   - interface: The interface; `nil` if the system chose the way.
    ///   - phase: What the probe was at: the lookup of its peer's name, or the response if the question itself was one to a
    ///     name server.
    /// - Returns: The failure, of which the kind says the phase and the facts say why.
    package func failure(
        through interface: String?,
        in phase: ProbeFailure.Phase = .nameLookup
    ) -> ProbeFailure {
        switch cause {
        case .noReply(.cancelled): ProbeFailure(.cancelled)
        case .noReply(.interfaceUnavailable(let number)):
            ProbeFailure(
                .interfaceUnavailable,
                detail: DeviceBinding.explanation(of: number, for: interface ?? "")
            )
        default: ProbeFailure(kind(in: phase), detail: detail, facts: facts(in: phase))
        }
    }

    private func kind(in phase: ProbeFailure.Phase) -> ProbeFailure.Kind {
        guard case .noReply(let failure) = cause else { return .nameLookup }
        let isOfName = phase == .nameLookup
        return switch failure {
        case .noAnswer: .timedOut(phase)
        case .connectionRefused: isOfName ? .nameLookup : .connectionRefused
        case .unreachable: isOfName ? .nameLookup : .unreachable
        case .malformed: isOfName ? .nameLookup : .malformed
        case .noServer: isOfName ? .nameLookup : .unsupported
        case .interfaceUnavailable: .interfaceUnavailable
        case .cancelled: .cancelled
        case .system(let number): .other(.errno, code: Int(number))
        case .library(let status): .other(.cAres, code: Int(status))
        }
    }

    /// What is known, by the names of ``ConnectivityCore/ProbeFailure/facts``; of a question to a name server, the kind is the
    /// cause.
    private func facts(in phase: ProbeFailure.Phase) -> Facts {
        var facts: Facts = [:]
        if phase == .nameLookup { facts["cause"] = causeName.map(Fact.text) }
        if let code { facts["rcode"] = .text("\(code)") }
        if !extendedErrors.isEmpty { facts["extendedErrors"] = .list(extendedErrors.map { .record($0.facts) }) }
        if let server {
            facts["server"] = .text("\(server)")
        } else if !asked.isEmpty {
            facts["asked"] = .list(asked.map { .text("\($0)") })
        }
        return facts
    }

    private var causeName: String? {
        switch cause {
        case .badName: "bad-name"
        case .noSuchName: "no-such-name"
        case .serverFailure: "server-failure"
        case .refused: "refused"
        case .otherCode: "other-code"
        case .noAddress: "no-address"
        case .noReply(.noAnswer): "no-answer"
        case .noReply(.connectionRefused): "server-closed"
        case .noReply(.unreachable): "server-unreachable"
        case .noReply(.malformed): "malformed"
        case .noReply(.noServer): "no-server"
        case .noReply: nil
        }
    }

    /// The code of the reply; `nil` if there is none.
    private var code: DNSResponseCode? {
        switch cause {
        case .noSuchName: .noSuchName
        case .serverFailure: .serverFailure
        case .refused: .refused
        case .otherCode(let code): code
        case .noAddress: .noError
        case .badName, .noReply: nil
        }
    }

    /// One line for people.
    private var detail: String {
        let server = server?.description ?? asked.map(\.description).joined(separator: ", ")
        let reasons = extendedErrors.map(\.description).joined(separator: "; ")
        let tail = reasons.isEmpty ? "" : " (\(reasons))"
        return switch cause {
        case .badName: "the host is not a name of the domain name system"
        case .noSuchName: "\(server) answers \(DNSResponseCode.noSuchName)\(tail)"
        case .serverFailure: "\(server) answers \(DNSResponseCode.serverFailure)\(tail)"
        case .refused: "\(server) answers \(DNSResponseCode.refused)\(tail)"
        case .otherCode(let code): "\(server) answers \(code)\(tail)"
        case .noAddress: "\(server) knows the name without an address\(tail)"
        case .noReply(.noAnswer): "no answer from \(server)"
        case .noReply(.connectionRefused): "no name server listens on \(server)"
        case .noReply(.malformed): "what \(server) sent is not a reply"
        case .noReply(.unreachable(let number)), .noReply(.system(let number)):
            "asking \(server): \(unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)")"
        case .noReply(.library(let status)): "asking \(server): status \(status) of c-ares"
        case .noReply(.noServer): "no name server is known"
        case .noReply(.interfaceUnavailable), .noReply(.cancelled): ""
        }
    }
}
#endif
