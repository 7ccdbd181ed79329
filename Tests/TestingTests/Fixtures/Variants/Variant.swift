import ConnectivityCore

@testable import ConnectivityFixtures

/// An answer that differs from the default one in properties of gateways and networks, with the right findings.
///
/// A variant is made by rules of how gateways, filters, servers and connections work, without any validator. Its
/// ``description`` is one line with everything, such as `portal form=refresh language=ja tags=upper`: its base and each
/// change. The same line makes the same variant, so a failure can be kept by its line.
///
/// ```swift
/// let table = Variant.portals(count: 100, seed: 7).judged(by: ExchangeJudge([MyValidator(), PortalSignals()]))
/// #expect(table.falselyGenuine.isEmpty)
/// ```
///
/// A portal with its sign must be found captive. If an answer is cut before the sign of the portal, it only must not be
/// genuine, as a filter's answer must not be. An answer of an endpoint with unusual transfer must be genuine or inconclusive.
struct Variant: StatedExchange, Identifiable, Hashable {
    /// The base of a variant.
    enum Base: Hashable, Sendable {
        /// A portal, as this package models it: by default a redirect with the status 302.
        case portal
        /// Any other intermediary, without a sign-in: by default a page that refuses.
        case filter
        /// The answer of an endpoint.
        case genuine
        /// A recording, whose page stays unchanged.
        case recorded(PortalFixture)

        var isRecorded: Bool { if case .recorded = self { true } else { false } }

        /// The forms of the answer other than the default one.
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

    /// One change of a variant from its base.
    struct Change: Hashable, Sendable, CustomStringConvertible {
        let axis: Axis
        let value: String

        var description: String { "\(axis.rawValue)=\(value)" }
    }

    /// The base of the variant.
    let base: Base
    /// The changes from the base, in a fixed order.
    let changes: [Change]

    var id: String { description }
    var name: String { description }

    init(_ base: Base, _ changes: [Change]) {
        self.base = base
        self.changes = changes
    }

    /// Returns the value of an axis; `nil` for the default value.
    subscript(axis: Axis) -> String? { changes.first { $0.axis == axis }?.value }

    /// Returns the variant without one of its changes.
    func removing(_ change: Change) -> Variant { Variant(base, changes.filter { $0 != change }) }

    /// Removes changes one after the other as long as the fault stays.
    ///
    /// The result has the fault, and no single change can be removed from it; it is this variant if this variant does
    /// not have the fault.
    func minimized(while isWrong: (Variant) -> Bool) -> Variant {
        let smaller = changes.lazy.map { removing($0) }.first(where: isWrong)
        return smaller?.minimized(while: isWrong) ?? self
    }
}

extension Variant: LosslessStringConvertible {
    var description: String { ([base.name] + changes.map(\.description)).joined(separator: " ") }

    /// Reads a variant from its line; `nil` if a name or a value is unknown, or if an axis occurs twice.
    init?(_ description: String) {
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
    init(from decoder: any Decoder) throws {
        let line = try decoder.singleValueContainer().decode(String.self)
        guard let variant = Variant(line) else { throw decoder.fault("not a variant: \(line)") }
        self = variant
    }

    func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
