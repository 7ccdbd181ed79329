import ConnectivityCore

// All kinds of failure, so that a test can find those that occur in no fixture. The switch makes the compiler report
// a kind that is added.

enum FailureName: Hashable, CaseIterable {
    case nameLookup, connectionRefused, unreachable, connectionReset, emptyReply, malformed, headerTooLarge, truncated
    case interfaceUnavailable, unsupported, cancelled, cutOff, notRecorded, other
    case timedOut(ProbeFailure.Phase)
    case tls(ProbeFailure.TLSFault)
    case shortage(ProbeFailure.Resource)

    static var allCases: [Self] {
        [
            .nameLookup, .connectionRefused, .unreachable, .connectionReset, .emptyReply, .malformed, .headerTooLarge,
            .truncated, .interfaceUnavailable, .unsupported, .cancelled, .cutOff, .notRecorded, .other,
        ] + ProbeFailure.Phase.allCases.map(Self.timedOut) + ProbeFailure.TLSFault.allCases.map(Self.tls)
            + ProbeFailure.Resource.allCases.map(Self.shortage)
    }

    init(_ kind: ProbeFailure.Kind) {
        switch kind {
        case .nameLookup: self = .nameLookup
        case .connectionRefused: self = .connectionRefused
        case .unreachable: self = .unreachable
        case .timedOut(let phase): self = .timedOut(phase)
        case .tls(let fault): self = .tls(fault)
        case .connectionReset: self = .connectionReset
        case .emptyReply: self = .emptyReply
        case .malformed: self = .malformed
        case .headerTooLarge: self = .headerTooLarge
        case .truncated: self = .truncated
        case .interfaceUnavailable: self = .interfaceUnavailable
        case .unsupported: self = .unsupported
        case .shortage(let resource): self = .shortage(resource)
        case .cancelled: self = .cancelled
        case .cutOff: self = .cutOff
        case .notRecorded: self = .notRecorded
        case .other: self = .other
        }
    }
}
