#if Cares
package import ConnectivityCore
internal import ConnectivitySupport

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

    /// The failure of the probe that needed the name, which was asked for through an interface.
    package func failure(through interface: String) -> ProbeFailure {
        guard case .noReply(let failure) = cause else { return ProbeFailure(.nameLookup, detail: detail) }
        return switch failure {
        case .interfaceUnavailable(let number):
            ProbeFailure(.interfaceUnavailable, detail: DeviceBinding.explanation(of: number, for: interface))
        case .noAnswer: ProbeFailure(.timedOut(.nameLookup), detail: detail)
        case .cancelled: ProbeFailure(.cancelled)
        case .system(let number): ProbeFailure(.other(.errno, code: Int(number)), detail: detail)
        case .library(let status): ProbeFailure(.other(.cAres, code: Int(status)), detail: detail)
        case .connectionRefused, .unreachable, .malformed, .noServer: ProbeFailure(.nameLookup, detail: detail)
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
