extension KeyedDecodingContainer {
    /// Returns the error for a value that is not accepted.
    package func fault(_ key: Key, _ sentence: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: sentence)
    }
}
