#if os(Linux)
internal import ConnectivityCore

/// What a function of a library replied.
final class LibraryReply: Sendable {
    let text: [UInt8]
    /// What it says of an exchange, if that was asked.
    let verdict: PluginVerdict

    init(_ text: [UInt8], _ verdict: PluginVerdict = PluginVerdict()) { (self.text, self.verdict) = (text, verdict) }

    func json(of name: String) throws(PluginFault) -> JSON {
        var reader = JSONReader(text, byteCountMax: LibraryCalls.replyLimit)
        guard let json = try? reader.document(), case .object = json.value else {
            let quoted = String(decoding: text.prefix(800), as: UTF8.self).printable(limit: 160)
            throw PluginFault(.stray, "its reply to \(name) is no JSON object: \"\(quoted)\"")
        }
        return json
    }
}
#endif
