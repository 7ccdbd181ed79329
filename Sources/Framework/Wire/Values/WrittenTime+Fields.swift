package import ConnectivityCore

extension WrittenTime: SchemaProviding {
    package static var schema: Schema { .either([.number, .text()]) }

    /// The rule that a time is within a range.
    package static func rule(_ range: ClosedRange<Duration>) -> Rule<WrittenTime> {
        Rule(fault(range)) { range.contains($0.duration) }
    }
}
