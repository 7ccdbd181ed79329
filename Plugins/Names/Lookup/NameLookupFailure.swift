#if canImport(CCares)
package import ConnectivityCore
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The reason why a lookup returned no address.
package struct NameLookupFailure: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// The text is not a valid name, so no server was asked.
        case badName
        case noSuchName
        case serverFailure
        case refused
        case otherCode(DNSResponseCode)
        /// The name exists, but has no address of a requested family.
        case noAddress
        case noReply(NameExchangeFailure)
    }

    package var cause: Cause
    /// The server's explanations of its answer; empty if it gave none.
    package var extendedErrors: [ExtendedDNSError] = []
    /// The server that answered; `nil` if there was no answer.
    package var server: NameServer?
    /// The servers that could be asked.
    package var asked: [NameServer] = []
}

extension NameLookupFailure {
    init(_ cause: Cause, in exchange: NameExchange) {
        self.init(cause: cause, server: exchange.server, asked: exchange.asked)
    }

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

    /// The rank of the failure by its information about the name; of several failures, the lowest is reported.
    var rank: Int {
        switch cause {
        case .noReply(.interfaceUnavailable), .noReply(.cancelled), .noReply(.shortage): 0
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

    /// Whether the server may be reachable through another interface.
    var isUnanswered: Bool {
        switch cause {
        case .noReply(.noAnswer), .noReply(.connectionRefused), .noReply(.unreachable): true
        default: false
        }
    }

    /// Whether no server can be reached, or its port is closed.
    var isRefusalOfServers: Bool {
        switch cause {
        case .noReply(.connectionRefused), .noReply(.unreachable): true
        default: false
        }
    }

    /// Whether this can explain the failure of the system's resolver, which had more time and possibly other servers.
    var explainsFailureOfSystem: Bool {
        switch cause {
        case .badName, .noSuchName, .serverFailure, .refused, .otherCode, .noAddress: true
        case .noReply(.connectionRefused), .noReply(.unreachable), .noReply(.malformed), .noReply(.shortage): true
        case .noReply: false
        }
    }

    /// Returns the failure of the probe that needed the name, or that asked a name server.
    ///
    /// The interface is `nil` if the system chose it. The phase is the lookup of the peer's name, or the response to a
    /// question to a name server. The kind of the failure states the phase, and its facts state the cause.
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
        case .shortage(let resource): .shortage(resource)
        }
    }

    /// Returns the known facts, named as in ``ConnectivityCore/ProbeFailure/facts``.
    ///
    /// For a question to a name server, the kind of the failure already states the cause.
    private func facts(in phase: ProbeFailure.Phase) -> Facts {
        let statedCause = phase == .nameLookup ? causeStated : nil
        var facts = NameFailure(statedCause, code: code, extendedErrors: extendedErrors).facts
        if phase != .nameLookup, case .noReply(.unreachable(EPERM)) = cause {
            // A firewall of this device.
            facts["cause"] = "prohibited"
        }
        if let server {
            facts["server"] = .text("\(server)")
        } else if !asked.isEmpty {
            facts["asked"] = .list(asked.map { .text("\($0)") })
        }
        return facts
    }

    private var causeStated: NameFailure.Cause? {
        switch cause {
        case .badName: .badName
        case .noSuchName: .noSuchName
        case .serverFailure: .serverFailure
        case .refused: .refused
        case .otherCode: .otherCode
        case .noAddress: .noAddress
        case .noReply(.noAnswer): .noAnswer
        case .noReply(.connectionRefused): .serverClosed
        case .noReply(.unreachable): .serverUnreachable
        case .noReply(.malformed): .malformed
        case .noReply(.noServer): .noServer
        case .noReply: nil
        }
    }

    /// The code of the reply; `nil` if there is no reply.
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

    private var detail: String {
        let server = server?.description ?? asked.map(\.description).joined(separator: ", ")
        let reasons = extendedErrors.map(\.description).joined(separator: "; ")
        let tail = reasons.isEmpty ? "" : " (\(reasons))"
        return switch cause {
        case .badName: "the host is not a valid DNS name"
        case .noSuchName: "\(server) answered \(DNSResponseCode.noSuchName)\(tail)"
        case .serverFailure: "\(server) answered \(DNSResponseCode.serverFailure)\(tail)"
        case .refused: "\(server) answered \(DNSResponseCode.refused)\(tail)"
        case .otherCode(let code): "\(server) answered \(code)\(tail)"
        case .noAddress: "\(server) has no address for the name\(tail)"
        case .noReply(.noAnswer): "no answer from \(server)"
        case .noReply(.connectionRefused): "\(server) refuses connections"
        case .noReply(.malformed): "the reply of \(server) is not a valid DNS message"
        case .noReply(.unreachable(let number)), .noReply(.system(let number)):
            "error while asking \(server): \(Errno(number))"
        case .noReply(.shortage(let resource)): "no \(resource.rawValue) for asking \(server)"
        case .noReply(.library(let status)): "error while asking \(server): status \(status) of c-ares"
        case .noReply(.noServer): "no DNS server is configured"
        case .noReply(.interfaceUnavailable), .noReply(.cancelled): ""
        }
    }
}
#endif
