/// Builds a list with `if`, `for` and availability checks.
///
/// One builder serves all lists of the package: endpoints, validators and notifiers.
@resultBuilder
public enum ListBuilder<Element>: Sendable {
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
    public static func buildEither(first part: [Element]) -> [Element] { part }
    public static func buildEither(second part: [Element]) -> [Element] { part }
    public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap(\.self) }
    public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}
