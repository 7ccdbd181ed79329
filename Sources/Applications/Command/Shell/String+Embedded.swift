extension String {
    /// Decodes an embedded text, and replaces its marks by parts.
    init(embedded text: some Collection<UInt8>, replacing parts: KeyValuePairs<String, String> = [:]) {
        self = parts.reduce(String(decoding: text, as: UTF8.self)) { $0.replacing($1.key, with: $1.value) }
    }
}
