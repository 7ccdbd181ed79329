public import ConnectivityCore

extension BodyJSON: FieldCodable {
    package static let fields = FieldTable(
        Self(at: ""),
        [
            .converted(
                "pointer",
                \.pointer,
                FieldForm(Rule { _ = try JSONPointer($0) }, read: { try? JSONPointer($0) }, write: \.text)
            ),
            .anything("equals", \.equals),
            .anything("contains", \.part)
                .checked("must not be empty") { $0.part?.string != "" }
                .checked("cannot be combined with equals") { $0.equals == nil },
            .optional("min", \.min).checked { $0.min == nil ? nil : $0.conflict },
            .optional("max", \.max).checked { json in
                guard let max = json.max else { return nil }
                return json.conflict ?? json.min.flatMap { $0 > max ? "leaves no number: min is \($0)" : nil }
            },
        ]
    )

    /// The error text for a bound next to another comparison.
    private var conflict: String? {
        guard equals != nil || part != nil else { return nil }
        return "cannot be combined with \(equals == nil ? "contains" : "equals")"
    }
}
