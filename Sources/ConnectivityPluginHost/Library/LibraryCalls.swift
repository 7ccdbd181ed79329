#if os(Linux)
internal import CConnectivityPlugin
internal import CSystem
internal import ConnectivityCore
internal import Glibc

/// A validator of a library with its options.
struct LibraryUse: Hashable, Sendable {
    var id: String
    /// The options as JSON.
    var options: String
}

/// The functions of one library; it is used on one thread.
@safe struct LibraryCalls {
    /// The room for most replies.
    private static let replyLength = 4096
    /// The maximum length of a reply.
    static let replyLimit = 1024 * 1024
    /// The maximum of what a library may state as the size of its table.
    private static let tableLimit = 4096
    private static let symbol = "connectivity_plugin_v1"

    private var table = connectivity_table_v1()
    /// What `open` stored, as numbers.
    private var states: [LibraryUse: UInt] = [:]
    private let reply = UnsafeMutableBufferPointer<CChar>.allocate(capacity: replyLength)

    /// Ends what the library began.
    mutating func end() {
        for state in states.values { unsafe table.close?(UnsafeMutableRawPointer(bitPattern: state)) }
        states = [:]
        unsafe reply.deallocate()
    }

    // MARK: Loading

    /// Loads a library, for as long as this process lives.
    mutating func load(_ file: LibraryFile) throws(PluginFault) {
        let (handle, path) = unsafe (try LibraryLoading.load(file), file.path)
        guard let address = unsafe dlsym(handle, Self.symbol) else {
            throw PluginFault(.start, "\(path) does not export \(Self.symbol)")
        }
        guard unsafe connectivity_is_function(address) != 0 else {
            throw PluginFault(.start, "\(Self.symbol) of \(path) is no function")
        }
        typealias Entry = @convention(c) () -> UnsafeRawPointer?
        guard let start = unsafe unsafeBitCast(address, to: Entry.self)() else {
            throw PluginFault(.malformed, "\(Self.symbol) returns a null pointer")
        }
        guard UInt(bitPattern: start) % UInt(MemoryLayout<connectivity_table_v1>.alignment) == 0 else {
            throw PluginFault(.malformed, "\(Self.symbol) returns a pointer that is not aligned")
        }
        let size = unsafe start.load(as: Int.self)
        let word = MemoryLayout<Int>.size
        guard size >= 2 * word, size <= Self.tableLimit, size % word == 0 else {
            throw PluginFault(
                .malformed,
                "the size of its table is \(size); it must be sizeof(struct connectivity_table_v1)"
            )
        }
        // What an older library does not have stays null; what a newer one has in addition is not read.
        unsafe withUnsafeMutableBytes(of: &table) { table in
            let count = min(size, table.count)
            unsafe table.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// What the library says of itself, as in the answer to `hello`.
    func introduction() throws(PluginFault) -> JSON {
        guard let introduce = unsafe table.introduce else {
            throw PluginFault(.malformed, "it has no function introduce, so it registers nothing")
        }
        return try Self.json(try unsafe reply(of: "introduce") { unsafe introduce($0, $1) }, of: "introduce")
    }

    // MARK: Judging

    /// Returns the verdict of a validator, as programs write it.
    mutating func verdict(_ use: LibraryUse, on exchange: ProbeExchange) throws(PluginFault) -> JSON {
        guard let validate = unsafe table.validate else {
            throw PluginFault(.malformed, "it has no function validate")
        }
        let state = try state(of: use)
        let text = try unsafe exchange.read(by: use) { exchange throws(PluginFault) in
            try unsafe reply(of: "validate") {
                unsafe validate(UnsafeMutableRawPointer(bitPattern: state), exchange, $0, $1)
            }
        }
        // An empty reply is no opinion.
        if text.isEmpty { return .object([("verdict", .string(Verdict.Finding.inconclusive.rawValue))]) }
        return try Self.json(text, of: "validate")
    }

    private mutating func state(of use: LibraryUse) throws(PluginFault) -> UInt {
        if let known = states[use] { return known }
        var state: UnsafeMutableRawPointer?
        if let open = unsafe table.open {
            let refusal = try unsafe Array(use.id.utf8).withUnsafeBufferPointer { id throws(PluginFault) in
                try unsafe Array(use.options.utf8).withUnsafeBufferPointer { options throws(PluginFault) in
                    try unsafe reply(of: "open") {
                        unsafe open(connectivity_bytes(id), connectivity_bytes(options), &state, $0, $1)
                    }
                }
            }
            if !refusal.isEmpty {
                let _: Nothing = try Self.json(refusal, of: "open").plugin(of: "open")
                throw PluginFault(.malformed, "its reply to open has no \"error\"")
            }
        }
        let opened = UInt(bitPattern: state)
        states[use] = opened
        return opened
    }

    private struct Nothing: Decodable {}

    // MARK: Replies

    /// Calls a function that writes a reply, again if it needs more room.
    private func reply(
        of name: String,
        _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(PluginFault) -> [UInt8] {
        // What the function does not write must not look as if it had.
        unsafe reply.initialize(repeating: 0)
        let count = unsafe call(reply.baseAddress, reply.count)
        if count >= 0, count <= Self.replyLength { return unsafe Self.copy(reply, count) }
        guard count > 0, count <= Self.replyLimit else {
            throw PluginFault(
                .malformed,
                "its reply to \(name) has \(UInt(bitPattern: count)) bytes, more than \(Self.replyLimit)"
            )
        }
        let larger = UnsafeMutableBufferPointer<CChar>.allocate(capacity: count)
        defer { unsafe larger.deallocate() }
        unsafe larger.initialize(repeating: 0)
        let again = unsafe call(larger.baseAddress, larger.count)
        guard again >= 0, again <= count else {
            throw PluginFault(
                .malformed,
                "its reply to \(name) has \(count) bytes first and \(UInt(bitPattern: again)) then"
            )
        }
        return unsafe Self.copy(larger, again)
    }

    private static func json(_ reply: [UInt8], of name: String) throws(PluginFault) -> JSON {
        var reader = JSONReader(reply, byteCountMax: replyLimit)
        guard let json = try? reader.document(), case .object = json.value else {
            let quoted = String(decoding: reply.prefix(800), as: UTF8.self).printable(limit: 160)
            throw PluginFault(.stray, "its reply to \(name) is no JSON object: \"\(quoted)\"")
        }
        return json
    }

    private static func copy(_ buffer: UnsafeMutableBufferPointer<CChar>, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
    }
}
#endif
