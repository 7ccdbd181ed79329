extension String {
    /// A text that is embedded in this module, without the line end at its end.
    init(embedded text: [UInt8]) { self.init(decoding: text.dropLast(), as: UTF8.self) }
}
