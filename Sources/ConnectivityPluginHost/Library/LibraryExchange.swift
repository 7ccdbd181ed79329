#if os(Linux)
internal import CConnectivityPlugin
internal import ConnectivityCore

extension ProbeExchange {
    /// Calls a function of a library with the exchange, in memory that ends with the call.
    ///
    /// Each part is as long as the memory that holds it, so that a sanitizer sees a read beyond its end.
    func read<Result>(
        by use: LibraryUse,
        _ call: (UnsafePointer<connectivity_exchange_v1>) throws(PluginFault) -> Result
    ) throws(PluginFault) -> Result {
        let kind = request.question.kind
        let failure = if case .failure(let cause) = outcome { cause.kind.name } else { "" }
        let record = kind == .http ? "" : try record
        let headers = response?.headers.fields ?? []
        var texts = [use.id, use.options, kind.rawValue, request.url?.description ?? "", failure, record]
        for field in headers { texts += [field.name, field.value] }

        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: texts.reduce(0) { $0 + $1.utf8.count })
        defer { unsafe memory.deallocate() }
        var end = 0
        let places = unsafe texts.map { text in
            let start = end
            unsafe end = memory[start...].initialize(fromContentsOf: text.utf8)
            return unsafe connectivity_bytes(UnsafeBufferPointer(rebasing: memory[start..<end]))
        }
        let fields = unsafe stride(from: 6, to: places.count, by: 2).map { place in
            unsafe connectivity_header(name: places[place], value: places[place + 1])
        }
        return try unsafe fields.withUnsafeBufferPointer { fields throws(PluginFault) in
            try unsafe (response?.body ?? []).withUnsafeBufferPointer { body throws(PluginFault) in
                let exchange = unsafe connectivity_exchange_v1(
                    size: MemoryLayout<connectivity_exchange_v1>.size,
                    use: places[0],
                    options: places[1],
                    kind: places[2],
                    url: places[3],
                    failure: places[4],
                    status: CInt(clamping: response?.status ?? 0),
                    is_cut: response?.completeness == .cutAtLimit ? 1 : 0,
                    headers: fields.baseAddress,
                    header_count: fields.count,
                    body: connectivity_bytes(body),
                    record: places[5]
                )
                return try unsafe withUnsafePointer(to: exchange) { exchange throws(PluginFault) in
                    try unsafe call(exchange)
                }
            }
        }
    }

    /// The exchange as JSON.
    private var record: String {
        get throws(PluginFault) {
            do { return String(decoding: try JSONOutput.bytes(of: self), as: UTF8.self) } catch {
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
