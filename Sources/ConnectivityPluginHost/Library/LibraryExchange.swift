#if os(Linux)
internal import CConnectivityPlugin
internal import ConnectivityCore

/// An exchange as a library reads it, in memory that serves many exchanges, one after the other.
///
/// It is written where the exchange is, and not on the thread of the library: counting the references to the parts of an
/// exchange on two processors in turn takes longer than a call.
@safe struct LibraryExchange: ~Copyable {
    /// The validator that is asked.
    private(set) var use = LibraryUse(id: "", options: "")
    private var written = unsafe connectivity_exchange_v1()
    private var texts = Room<UInt8>()
    private var fields = unsafe Room<connectivity_header>()
    private var body: [UInt8] = []

    /// Writes an exchange in place of the one before.
    mutating func write(_ use: LibraryUse, _ exchange: borrowing ProbeExchange) throws(PluginFault) {
        let response = exchange.response
        let kind = exchange.request.question.kind
        let url = exchange.request.url
        let record = kind == .http ? "" : try exchange.record
        let failure = if case .failure(let cause) = exchange.outcome { cause.kind.name } else { "" }
        let headers = response?.headers.fields ?? []
        var count = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        for text in [use.id, use.options, kind.rawValue, failure, record] { count += text.utf8.count }
        url?.write { count += $0.utf8.count }

        texts.clear(forUpTo: count)
        unsafe fields.clear(forUpTo: headers.count)
        unsafe written.size = MemoryLayout<connectivity_exchange_v1>.size
        unsafe written.use = texts.add(use.id)
        unsafe written.options = texts.add(use.options)
        unsafe written.kind = texts.add(kind.rawValue)
        unsafe written.url = texts.add(url)
        unsafe written.failure = texts.add(failure)
        unsafe written.record = texts.add(record)
        unsafe written.status = CInt(clamping: response?.status ?? 0)
        unsafe written.is_cut = response?.completeness == .cutAtLimit ? 1 : 0
        for field in headers {
            unsafe fields.add(connectivity_header(name: texts.add(field.name), value: texts.add(field.value)))
        }
        unsafe written.headers = fields.start
        unsafe written.header_count = fields.count
        body = response?.body ?? []
        self.use = use
    }

    /// Releases the body, which can be large.
    mutating func clear() { body = [] }

    /// Calls a function with the exchange.
    borrowing func with<Result>(
        _ call: (UnsafePointer<connectivity_exchange_v1>) throws(PluginFault) -> Result
    ) throws(PluginFault) -> Result {
        try unsafe body.withUnsafeBufferPointer { bytes throws(PluginFault) in
            var exchange = unsafe written
            unsafe exchange.body = connectivity_bytes(bytes)
            return try unsafe withUnsafePointer(to: exchange) { exchange throws(PluginFault) in
                try unsafe call(exchange)
            }
        }
    }
}

/// Memory for elements, which are not moved until it is cleared.
@safe private struct Room<Element: BitwiseCopyable>: ~Copyable {
    /// The room that is kept for the next elements even if they need less, in bytes.
    private static var kept: Int { 4096 }
    #if AddressSanitizer
    /// Without room to spare, the sanitizer sees a read beyond the end.
    private static var isExact: Bool { true }
    #else
    private static var isExact: Bool { false }
    #endif

    private var memory = unsafe UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
    private(set) var count = 0

    var start: UnsafePointer<Element>? { unsafe UnsafePointer(memory.baseAddress) }

    deinit { unsafe memory.deallocate() }

    /// Removes all elements, and makes room for new ones.
    mutating func clear(forUpTo capacity: Int) {
        count = 0
        let isKept = unsafe memory.count * MemoryLayout<Element>.stride <= Self.kept
        guard unsafe Self.isExact || capacity > memory.count || !isKept else { return }
        unsafe memory.deallocate()
        unsafe memory = .allocate(capacity: capacity)
    }

    mutating func add(_ element: Element) {
        unsafe memory.initializeElement(at: count, to: element)
        count += 1
    }
}

extension Room<UInt8> {
    /// Copies a text, and returns its place.
    mutating func add(_ text: consuming String) -> connectivity_bytes {
        let begin = count
        text.withUTF8 { text in
            _ = unsafe memory[begin..<begin + text.count].initialize(fromContentsOf: text)
            count += text.count
        }
        return unsafe bytes(from: begin)
    }

    mutating func add(_ url: HTTPURL?) -> connectivity_bytes {
        let begin = count
        url?.write { _ = unsafe add($0) }
        return unsafe bytes(from: begin)
    }

    private func bytes(from begin: Int) -> connectivity_bytes {
        unsafe connectivity_bytes(UnsafeBufferPointer(rebasing: memory[begin..<count]))
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
