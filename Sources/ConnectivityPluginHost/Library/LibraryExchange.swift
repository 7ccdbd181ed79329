#if os(Linux)
internal import CConnectivityPlugin
internal import ConnectivityCore

/// An exchange as a library reads it.
///
/// It is written where the exchange is, and not on the thread of the library: counting the references to the parts of an
/// exchange on two processors in turn takes longer than a call.
final class LibraryExchange: Sendable {
    /// The validator that is asked.
    let use: LibraryUse
    private let texts: Texts
    private let body: [UInt8]
    private let status: CInt
    private let isCut: Bool

    /// Writes the texts of an exchange.
    init(_ use: LibraryUse, _ exchange: borrowing ProbeExchange) throws(PluginFault) {
        self.use = use
        let response = exchange.response
        body = response?.body ?? []
        status = CInt(clamping: response?.status ?? 0)
        isCut = response?.completeness == .cutAtLimit
        let kind = exchange.request.question.kind
        var failure = ""
        if case .failure(let cause) = exchange.outcome { failure = cause.kind.name }
        let (url, record) = kind == .http ? (exchange.request.url?.description ?? "", "") : ("", try exchange.record)
        texts = Texts([use.id, use.options, kind.rawValue, url, failure, record], response?.headers.fields ?? [])
    }

    /// Texts, one after the other.
    private struct Texts {
        /// Without room to spare, so that the address sanitizer sees a read beyond the end.
        var bytes: [UInt8] = []
        /// Where each text ends.
        var ends: [Int] = []

        init(_ parts: [String], _ fields: [HeaderFields.Field]) {
            var count = 0
            for part in parts { count += part.utf8.count }
            for field in fields { count += field.name.utf8.count + field.value.utf8.count }
            bytes.reserveCapacity(count)
            ends.reserveCapacity(parts.count + 2 * fields.count)
            for part in parts { add(part) }
            for field in fields {
                add(field.name)
                add(field.value)
            }
        }

        private mutating func add(_ text: consuming String) {
            text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
            ends.append(bytes.count)
        }
    }

    /// Calls a body with the exchange.
    func with<Result>(
        _ body: (UnsafePointer<connectivity_exchange_v1>) throws(PluginFault) -> Result
    ) throws(PluginFault) -> Result {
        let ends = texts.ends
        return try unsafe texts.bytes.withUnsafeBufferPointer { texts throws(PluginFault) in
            var (start, index) = (0, 0)
            func next() -> connectivity_bytes {
                defer { (start, index) = (ends[index], index + 1) }
                return unsafe connectivity_bytes(UnsafeBufferPointer(rebasing: texts[start..<ends[index]]))
            }
            var exchange = unsafe connectivity_exchange_v1()
            unsafe exchange.size = MemoryLayout<connectivity_exchange_v1>.size
            unsafe exchange.use = next()
            unsafe exchange.options = next()
            unsafe exchange.kind = next()
            unsafe exchange.url = next()
            unsafe exchange.failure = next()
            unsafe exchange.record = next()
            unsafe exchange.status = status
            unsafe exchange.is_cut = isCut ? 1 : 0
            var fields: [connectivity_header] = unsafe []
            while index < ends.count { unsafe fields.append(connectivity_header(name: next(), value: next())) }
            return try unsafe fields.withUnsafeBufferPointer { fields throws(PluginFault) in
                unsafe exchange.headers = fields.baseAddress
                unsafe exchange.header_count = fields.count
                return try unsafe self.body.withUnsafeBufferPointer { bytes throws(PluginFault) in
                    unsafe exchange.body = connectivity_bytes(bytes)
                    return try unsafe withUnsafePointer(to: exchange) { written throws(PluginFault) in
                        try unsafe body(written)
                    }
                }
            }
        }
    }
}

extension ProbeExchange {
    /// The exchange as JSON.
    fileprivate var record: String {
        get throws(PluginFault) {
            do { return try JSON(encoding: self).text } catch {
                throw PluginFault(.malformed, "the exchange cannot be written: \(error)")
            }
        }
    }
}

extension connectivity_bytes {
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(
            start: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
            count: bytes.count
        )
    }
}
#endif
