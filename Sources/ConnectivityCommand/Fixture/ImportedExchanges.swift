import ConnectivityCore
import ConnectivityDecoding
import ConnectivityRecords

/// What another program recorded, before it is a session.
struct ImportedExchanges {
    var exchanges: [SessionRecording.Exchange]
    var startedAt: Timestamp
    var snapshot: InterfaceSnapshot
    /// The origin, if the user states none.
    var source: String
    /// What is not known, and what was not read.
    var notes: [String]

    /// The maximum number of exchanges of a session that is imported.
    private static let countMax = 5_000

    /// The kinds of files, by their first bytes; the name counts only if these do not distinguish them.
    enum Format {
        case archive, capture, response

        /// - Throws: A `CommandError` if the name is that of a capture, and the content is not.
        init(of bytes: [UInt8], _ path: String) throws(CommandError) {
            let magic = bytes.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            let name = path.lowercased()
            switch magic {
            // pcap with microseconds and nanoseconds, in both byte orders, and pcapng.
            case 0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1, 0x0A0D_0D0A: self = .capture
            case _ where [".pcap", ".pcapng", ".cap"].contains(where: name.hasSuffix) || magic >> 16 == 0x1F8B:
                let fault =
                    magic >> 16 == 0x1F8B
                    ? "is compressed; decompress it first, such as with gunzip"
                    : "is no packet capture (pcap or pcapng)"
                throw .data("\(path.printable(limit: 200)) \(fault)")
            default:
                let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
                self = name.hasSuffix(".har") || first == UInt8(ascii: "{") ? .archive : .response
            }
        }
    }

    /// Reads an HTTP Archive.
    init(archive bytes: [UInt8], _ path: String) throws(CommandError) {
        let archive: HARFile
        do throws(SessionRecordingError) {
            archive = try HARFile(parsing: bytes)
        } catch {
            throw CommandError(error, in: path)
        }
        guard let start = archive.startedAt else {
            throw .data("\(path.printable(limit: 200)): it contains no GET or HEAD request over http or https")
        }
        (exchanges, startedAt, source) = (archive.exchanges, start, "imported from an HTTP Archive")
        snapshot = InterfaceSnapshot([NetworkInterface(named: "unknown")])
        notes = [Self.note(on: snapshot)]
        note(
            archive.skippedCount,
            "entry that no probe could have sent was skipped",
            "entries that no probe could have sent were skipped"
        )
        dropGivenUp()
        try checkCount(path)
    }

    #if os(Linux)
    /// Reads a packet capture.
    init(capture bytes: [UInt8], _ path: String, _ console: Console) async throws {
        let output = try await CaptureProgram.read(bytes, from: path, console)
        let capture = PacketCapture(fields: output.fields)
        guard let start = capture.startedAt else {
            let why = capture.notes.isEmpty ? "" : " (\(capture.notes.joined(separator: "; ")))"
            throw CommandError.data(
                "\(path.printable(limit: 200)): it contains no GET or HEAD request over http, and none that failed\(why)"
            )
        }
        // Bodies are decoded, so that secrets in compressed pages are found, too.
        exchanges = capture.exchanges.map { .init(BodyDecoder().decoded($0.exchange), offset: $0.offset) }
        (startedAt, source) = (start, "imported from a packet capture")
        snapshot = capture.snapshot
        notes = [Self.note(on: snapshot)] + capture.notes
        if let fault = output.fault { notes.append("the capture was not read to its end: \(fault)") }
        try checkCount(path)
    }
    #endif

    private func checkCount(_ path: String) throws(CommandError) {
        // Each round has each request, and begins when one is repeated.
        var (all, asked, roundCount): (Set<Question>, Set<Question>, Int) = ([], [], 1)
        for question in exchanges.map(\.exchange.request.question.identity) {
            all.insert(question)
            if !asked.insert(question).inserted { (asked, roundCount) = ([question], roundCount + 1) }
        }
        guard exchanges.count > Self.countMax || all.count * roundCount > 4 * Self.countMax else { return }
        throw .data(
            "\(path.printable(limit: 200)): it has more requests than a session may have; import a part of it, such as that of one hour"
        )
    }

    private static func note(on snapshot: InterfaceSnapshot) -> String {
        snapshot.interfaces.first?.name == "unknown"
            ? "the interface is not known; \"unknown\" stands for it"
            : "of the interface, only its name and addresses are known"
    }

    private mutating func dropGivenUp() {
        let count = exchanges.count
        exchanges.removeAll { $0.exchange.isGivenUp }
        note(
            count - exchanges.count,
            "request that the client gave up was skipped",
            "requests that the client gave up were skipped"
        )
    }

    private mutating func note(_ count: Int, _ one: String, _ many: String) {
        if count > 0 { notes.append("\(count) \(count == 1 ? one : many)") }
    }
}
