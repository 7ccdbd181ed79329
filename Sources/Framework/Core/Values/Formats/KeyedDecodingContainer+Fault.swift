extension KeyedDecodingContainer {
    package func fault(_ key: Key, _ sentence: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: sentence)
    }
}
