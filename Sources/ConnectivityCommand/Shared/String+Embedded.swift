extension String {
    /// A text that is embedded in this module, without the line end at its end, and with parts in place of marks.
    init(embedded text: [UInt8], replacing parts: KeyValuePairs<String, String> = [:]) {
        self = parts.reduce(String(decoding: text.dropLast(), as: UTF8.self)) { $0.replacing($1.key, with: $1.value) }
    }
}
