/// An answer that differs from the usual one in ways that gateways and networks have, with the findings that are right.
///
/// A variant is made by rules of how gateways, filters, servers and connections work, and no validator takes part in it. Its
/// ``description`` is one line that holds everything, such as `portal form=refresh language=ja tags=upper`: what it is made
/// from, and each way in which it is unusual. The same line makes the same variant, so that a failure can be kept by its line.
///
/// ```swift
/// let table = Variant.portals(count: 100, seed: 7).judged(by: ExchangeJudge([MyValidator(), PortalSignals()]))
/// #expect(table.falselyGenuine.isEmpty)
/// ```
///
/// A portal that shows itself must be found captive. If an answer is cut before the sign of the portal, it only must not be
/// genuine, as a filter's answer must not be. An answer of an endpoint that is sent unusually must be genuine or inconclusive.
public struct Variant: StatedExchange, Identifiable, Hashable {
    /// What a variant is made from.
    @nonexhaustive
    public enum Base: Hashable, Sendable {
        /// A portal, as this package models it: by default a redirect with the status 302.
        case portal
        /// Another intermediary, without a sign-in: by default a page that refuses.
        case filter
        /// The answer of an endpoint.
        case genuine
        /// A recording, whose page stays as it is.
        case recorded(PortalFixture)

        var isRecorded: Bool { if case .recorded = self { true } else { false } }

        /// The forms of the answer other than the usual one.
        var forms: [String] {
            switch self {
            case .portal: (AnswerForm.portals + AnswerForm.connections).dropFirst().map(\.rawValue)
            case .filter: (AnswerForm.filters + AnswerForm.connections).dropFirst().map(\.rawValue)
            case .genuine, .recorded: []
            }
        }

        fileprivate var name: String {
            switch self {
            case .portal: "portal"
            case .filter: "filter"
            case .genuine: "genuine"
            case .recorded(let fixture): fixture.name
            }
        }

        fileprivate init?(_ name: String) {
            switch name {
            case "portal": self = .portal
            case "filter": self = .filter
            case "genuine": self = .genuine
            default:
                guard let fixture = PortalFixture.all.first(where: { $0.name == name }) else { return nil }
                self = .recorded(fixture)
            }
        }
    }

    /// One way in which a variant is unusual.
    public struct Change: Hashable, Sendable, CustomStringConvertible {
        let axis: Axis
        let value: String

        public var description: String { "\(axis.rawValue)=\(value)" }
    }

    /// What the variant is made from.
    public let base: Base
    /// The ways in which it is unusual, in a fixed order.
    public let changes: [Change]

    public var id: String { description }
    public var name: String { description }

    init(_ base: Base, _ changes: [Change]) {
        self.base = base
        self.changes = changes
    }

    /// Returns the value of an axis, or `nil` if it is the usual one.
    subscript(axis: Axis) -> String? { changes.first { $0.axis == axis }?.value }

    /// Returns the variant without one change.
    /// - Parameter change: A change of this variant.
    /// - Returns: The variant with all other changes.
    public func removing(_ change: Change) -> Variant { Variant(base, changes.filter { $0 != change }) }

    /// Removes changes one after the other as long as a fault stays.
    /// - Parameter isWrong: Whether a variant shows the fault.
    /// - Returns: A variant that shows it and from which no single change can be removed; itself if it does not show it.
    public func minimized(while isWrong: (Variant) -> Bool) -> Variant {
        let smaller = changes.lazy.map { removing($0) }.first(where: isWrong)
        return smaller?.minimized(while: isWrong) ?? self
    }
}

extension Variant: LosslessStringConvertible {
    public var description: String { ([base.name] + changes.map(\.description)).joined(separator: " ") }

    /// Reads a variant from its line.
    /// - Parameter description: The line. It is refused if a name or a value is unknown, or if an axis occurs twice.
    public init?(_ description: String) {
        let parts = description.split(separator: " ").map(String.init)
        guard let first = parts.first, let base = Base(first) else { return nil }
        var values: [Axis: String] = [:]
        for part in parts.dropFirst() {
            guard let sign = part.firstIndex(of: "="), let axis = Axis(rawValue: String(part[..<sign])) else {
                return nil
            }
            let value = String(part[part.index(after: sign)...])
            let isKnown = axis == .signIn ? (try? HTTPURL(value)) != nil : axis.values(for: base).contains(value)
            guard isKnown, values.updateValue(value, forKey: axis) == nil else { return nil }
        }
        self.init(base, Axis.allCases.compactMap { axis in values[axis].map { Change(axis: axis, value: $0) } })
    }
}

extension Variant: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let line = try container.decode(String.self)
        guard let variant = Variant(line) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a variant: \(line)")
        }
        self = variant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
