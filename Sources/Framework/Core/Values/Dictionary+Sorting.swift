extension Dictionary where Key: Comparable {
    /// The members in the order of their keys.
    ///
    /// Only the keys are sorted, so the compiler does not generate a sort per type of the values.
    package var sortedByKey: [(key: Key, value: Value)] {
        keys.sorted().compactMap { key in self[key].map { (key, $0) } }
    }
}
