/// Builds a list with `if`, `for` and availability checks.
///
/// One builder serves all lists of the package: endpoints, validators and notifiers.
@resultBuilder
public enum PipelineBuilder<Element>: Sendable {
    /// Makes a list of one element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Passes the elements of a list.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Joins the parts of a block.
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
    /// Passes the part of an `if` without `else`; no elements if the condition is false.
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    /// Passes the first branch of an `if` or `switch`.
    public static func buildEither(first part: [Element]) -> [Element] { part }
    /// Passes the second branch of an `if` or `switch`.
    public static func buildEither(second part: [Element]) -> [Element] { part }
    /// Joins the parts of a loop.
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
    /// Passes the part after an availability check.
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
    /// Makes the list.
    public static func buildFinalResult(_ list: [Element]) -> [Element] { list }
}
