#if os(Linux)
internal import CConnectivityPlugin
internal import CProgram
internal import ConnectivityCore
internal import Glibc

/// A validator of a library with its options.
struct LibraryUse: Equatable, Sendable {
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
    /// What `open` stored, as numbers; few, so that comparing is faster than hashing.
    private var states: [(use: LibraryUse, state: UInt)] = []
    /// The last verdicts with their texts, because a library says few different things.
    private var verdicts: [LibraryReply] = []
    private let reply = UnsafeMutableBufferPointer<CChar>.allocate(capacity: replyLength)

    /// Ends what the library began.
    mutating func end() {
        for (_, state) in states { unsafe table.close?(UnsafeMutableRawPointer(bitPattern: state)) }
        states = []
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
    func introduction() throws(PluginFault) -> LibraryReply {
        guard let introduce = unsafe table.introduce else {
            throw PluginFault(.malformed, "it has no function introduce, so it registers nothing")
        }
        return LibraryReply(try unsafe reply(of: "introduce") { unsafe introduce($0, $1) })
    }

    // MARK: Judging

    /// Returns the verdict of a validator; an empty reply is no opinion.
    mutating func verdict(on exchange: borrowing LibraryExchange) throws(PluginFault) -> LibraryReply {
        guard let validate = unsafe table.validate else {
            throw PluginFault(.malformed, "it has no function validate")
        }
        let state = try state(of: exchange.use)
        let text = try unsafe exchange.with { written throws(PluginFault) in
            try unsafe reply(of: "validate") {
                unsafe validate(UnsafeMutableRawPointer(bitPattern: state), written, $0, $1)
            }
        }
        if let known = verdicts.first(where: { $0.text == text }) { return known }
        var new = LibraryReply(text)
        if !text.isEmpty { new = LibraryReply(text, try new.json(of: "validate").plugin(of: "validate")) }
        if verdicts.count >= 8 { verdicts.removeFirst() }
        verdicts.append(new)
        return new
    }

    private mutating func state(of use: LibraryUse) throws(PluginFault) -> UInt {
        if let known = states.first(where: { $0.use == use }) { return known.state }
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
                let _: Nothing = try LibraryReply(refusal).json(of: "open").plugin(of: "open")
                throw PluginFault(.malformed, "its reply to open has no \"error\"")
            }
        }
        states.append((use, UInt(bitPattern: state)))
        return UInt(bitPattern: state)
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

    private static func copy(_ buffer: UnsafeMutableBufferPointer<CChar>, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
    }
}
#endif
