public import Testing

/// Expects two values to be equal, and otherwise records an issue with both at the place of the caller.
///
/// `#expect` costs the compiler six times as much, and shows no more of two values.
public func expect<Value: Equatable>(
    _ value: Value,
    _ expected: Value,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    if value == expected { return }
    let comments = comment().map { "; \($0)" } ?? ""
    Issue.record(
        "\(String(reflecting: value)) in place of \(String(reflecting: expected))\(comments)",
        sourceLocation: sourceLocation
    )
}
