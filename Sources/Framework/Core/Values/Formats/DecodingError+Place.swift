extension Decoder {
    /// Returns the error for a value that is invalid as a whole.
    package func fault(_ sentence: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: sentence))
    }

    /// Decodes a text and returns its value; throws an error with the sentence if it has none.
    package func value<Value>(orThrow sentence: String, _ read: (String) -> Value?) throws -> Value {
        guard let value = read(try singleValueContainer().decode(String.self)) else { throw fault(sentence) }
        return value
    }
}

extension KeyedDecodingContainer {
    package func fault(_ key: Key, _ sentence: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: sentence)
    }
}
