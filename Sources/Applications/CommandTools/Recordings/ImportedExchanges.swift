package import ConnectivityCore
package import ConnectivityRecords

/// The exchanges of another program's recording, before the conversion to a session.
package struct ImportedExchanges {
    package var exchanges: [SessionRecording.Exchange]
    package var startedAt: Timestamp
    package var snapshot: InterfaceSnapshot
    /// The default origin.
    package var source: String
    /// The unknown facts, and the parts that were not read.
    package var notes: [String]

    private static let countMax = 5_000
    private static let faultCountMax = 10

    /// The kinds of files.
    package enum Format {
        case archive, bundle, response

        /// - Throws: A `CommandError` if the file is a packet capture.
        package init(of bytes: [UInt8], _ path: String) throws(CommandError) {
            // pcap with microseconds and nanoseconds, in both byte orders, and pcapng.
            let captures: Set<UInt32> = [0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1, 0x0A0D_0D0A]
            guard !captures.contains(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }) else {
                let advice = "record with fixture record, or import an HTTP Archive of a browser or of mitmproxy"
                throw .data("\(path.printable(limit: 200)) is a packet capture, which is not read; \(advice)")
            }
            if path.lowercased().hasSuffix(".har") {
                self = .archive
                return
            }
            switch FileKind(bytes) {
            case .bundle?, .diagnosis?, .assessment?: self = .bundle
            default:
                let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
                self = first == UInt8(ascii: "{") ? .archive : .response
            }
        }
    }

    /// Reads an HTTP Archive, whose questions are the requests of known endpoints and of those that the user names.
    ///
    /// If there are none, each request that no earlier answer led to is a question.
    package init(archive bytes: [UInt8], _ path: String, endpoints: [HTTPURL]) throws(CommandError) {
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
        notes = ["the interface is not known; \"unknown\" stands for it"]
        addNote(
            archive.skippedCount,
            "entry that no probe could have sent was skipped",
            "entries that no probe could have sent were skipped"
        )
        for fault in archive.faults.prefix(Self.faultCountMax) { notes.append("left out: \(fault)") }
        addNote(
            archive.faults.count - Self.faultCountMax,
            "more entry that cannot be read was left out",
            "more entries that cannot be read were left out"
        )
        dropGivenUp()
        keepQuestions(of: endpoints)
        guard !exchanges.isEmpty else {
            throw .data(
                "\(path.printable(limit: 200)): no request is of a known endpoint; name one with --endpoint URL"
            )
        }
        try checkCount(path)
    }

    private func checkCount(_ path: String) throws(CommandError) {
        // A round has every request, and a repeated request begins a new round.
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

    private mutating func dropGivenUp() {
        let count = exchanges.count
        exchanges.removeAll { $0.exchange.isCancelled }
        addNote(
            count - exchanges.count,
            "request that the client gave up was skipped",
            "requests that the client gave up were skipped"
        )
    }

    /// Keeps the questions, without the pages, scripts and pictures that a browser loaded because of an answer.
    private mutating func keepQuestions(of endpoints: [HTTPURL]) {
        let all = exchanges
        exchanges = all.filter { item in
            item.exchange.request.url.map { endpoints.contains($0) || Endpoint.known(at: $0) != nil } ?? false
        }
        if !exchanges.isEmpty {
            addNote(
                all.count - exchanges.count,
                "request of no known endpoint was left out; --endpoint names one",
                "requests of no known endpoint were left out; --endpoint names one"
            )
            return
        }
        var targets: Set<HTTPURL> = []
        exchanges = all.filter { item in
            guard let http = item.exchange.request.http else { return false }
            let isLedTo = http.headers["Referer"] != nil || targets.contains(http.url)
            if let response = item.exchange.response, (300...399).contains(response.status),
                let target = response.headers["Location"].flatMap({ try? http.url.resolving($0) })
            {
                targets.insert(target)
            }
            return !isLedTo
        }
        addNote(
            all.count - exchanges.count,
            "request that an answer led to was left out",
            "requests that answers led to were left out"
        )
    }

    private mutating func addNote(_ count: Int, _ one: String, _ many: String) {
        if count > 0 { notes.append("\(count) \(count == 1 ? one : many)") }
    }
}
