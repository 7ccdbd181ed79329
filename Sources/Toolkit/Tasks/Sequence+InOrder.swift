extension Sequence {
    /// Returns the elements sorted by a key; unlike with `sorted`, elements with equal keys keep their order.
    package func inOrder(of key: (Element) -> some Comparable) -> [Element] {
        map { (key($0), $0) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }
}
