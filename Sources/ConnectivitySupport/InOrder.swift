extension Sequence {
    /// The elements by what a closure makes of each; equal ones stay in their order, which `sorted` does not promise.
    package func inOrder(of key: (Element) -> some Comparable) -> [Element] {
        map { (key($0), $0) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }
}
