import ConnectivityCore

extension DNSReply {
    /// Decodes a received message.
    ///
    /// Names may be compressed. The additional section is read only for the extension; bytes after the last record are
    /// ignored. A message with another ID or question is not a reply to the query.
    package init(_ bytes: [UInt8], to query: DNSQuery) throws(Fault) {
        guard bytes.count <= Self.byteCountMax else { throw .tooLong }
        var reader = DNSMessageReader(bytes)
        let (id, flags) = (try reader.number16(), try reader.number16())
        let questionCount = try reader.number16()
        let counts = (try reader.number16(), try reader.number16(), try reader.number16())
        let (isReply, operation) = (flags & 0x8000 != 0, flags >> 11 & 15)
        guard id == query.id, isReply, operation == 0, questionCount == 1 else { throw .notForQuery }
        let (name, type) = (try reader.name(), DNSRecordType(rawValue: try reader.number16()))
        question = DNSQuery.Question(name, type, recordClass: try reader.number16())
        guard question == query.question else { throw .notForQuery }

        self.flags = DNSFlags(rawValue: flags & 0x07B0)
        (answers, authorities) = ([], [])
        for _ in 0..<counts.0 {
            if let record = try reader.record(isKept: answers.count < Self.recordCountMax) { answers.append(record) }
        }
        let room = Self.recordCountMax - answers.count
        for _ in 0..<counts.1 {
            if let record = try reader.record(isKept: authorities.count < room) { authorities.append(record) }
        }
        var high: UInt16 = 0
        for _ in 0..<counts.2 {
            guard let found = try reader.edns() else { continue }
            guard edns == nil else { throw .badExtension }
            edns = found.value
            high = found.codeBits
        }
        code = DNSResponseCode(rawValue: high << 4 | flags & 15)
    }
}

/// Reads a message from beginning to end, or the data of one record.
struct DNSMessageReader {
    private static let headerByteCount = 12
    /// The maximum number of pointers in a name; a valid name has no more, because it has no more labels.
    private static let jumpCountMax = 127

    private let message: [UInt8]
    private var reader: ByteReader

    init(_ message: [UInt8]) { self.init(message, at: message[...]) }

    /// Creates a reader of a part of the message; names in it may point back into the message.
    private init(_ message: [UInt8], at part: ArraySlice<UInt8>) {
        self.message = message
        reader = ByteReader(part)
    }

    private var isAtEnd: Bool { reader.isAtEnd }

    mutating func bytes(_ count: Int) throws(DNSReply.Fault) -> ArraySlice<UInt8> {
        guard let bytes = reader.bytes(count) else { throw .cut }
        return bytes
    }

    mutating func byte() throws(DNSReply.Fault) -> UInt8 {
        guard let byte = reader.byte() else { throw .cut }
        return byte
    }

    mutating func number16() throws(DNSReply.Fault) -> UInt16 {
        guard let number = reader.uint16() else { throw .cut }
        return number
    }

    mutating func number32() throws(DNSReply.Fault) -> UInt32 {
        guard let number = reader.uint32() else { throw .cut }
        return number
    }

    /// Reads a name; each pointer must lead to an offset before its part of the name (RFC 1035, section 4.1.4).
    mutating func name() throws(DNSReply.Fault) -> DNSName {
        var labels: [[UInt8]] = []
        var byteCount = 1
        // A pointer ends this part of the name; its target may be anywhere before.
        var part = self
        var partStart = reader.position
        var jumpCount = 0
        while true {
            let length = try part.byte()
            switch length >> 6 {
            case 0 where length == 0:
                if jumpCount == 0 { reader = part.reader }
                return DNSName(checked: labels)
            case 0:
                labels.append(Array(try part.bytes(Int(length))))
                byteCount += Int(length) + 1
                guard byteCount <= DNSName.byteCountMax else { throw .badName }
            case 3:
                let target = Int(length & 0x3F) << 8 | Int(try part.byte())
                if jumpCount == 0 { reader = part.reader }
                jumpCount += 1
                guard target >= Self.headerByteCount, target < partStart, jumpCount <= Self.jumpCountMax else {
                    throw .badName
                }
                part = DNSMessageReader(message, at: message.dropFirst(target))
                partStart = target
            default: throw .badName
            }
        }
    }

    /// Skips a name without following pointers; returns `true` for the root.
    private mutating func skipName() throws(DNSReply.Fault) -> Bool {
        let start = reader.position
        while true {
            let length = try byte()
            switch length >> 6 {
            case 0 where length == 0: return reader.position == start + 1
            case 0: _ = try bytes(Int(length))
            case 3:
                _ = try byte()
                return false
            default: throw .badName
            }
        }
    }

    /// Reads the next record; `nil` if it is skipped.
    mutating func record(isKept: Bool) throws(DNSReply.Fault) -> DNSRecord? {
        guard isKept else {
            _ = try skipName()
            _ = try bytes(8)
            _ = try bytes(Int(try number16()))
            return nil
        }
        let name = try name()
        let (type, recordClass) = (DNSRecordType(rawValue: try number16()), try number16())
        let ttl = try number32()
        let count = Int(try number16())
        var data = DNSMessageReader(message, at: try bytes(count))
        let value: DNSRecord.Data
        do {
            value = try data.data(of: type, in: recordClass)
        } catch {
            throw .badRecord(type)
        }
        guard data.isAtEnd else { throw .badRecord(type) }
        let lifetime = ttl <= Int32.max ? ttl : 0
        return DNSRecord(name: name, type: type, recordClass: recordClass, ttl: lifetime, data: value)
    }

    /// Reads the next record of the additional section; `nil` if it is not the extension.
    mutating func edns() throws(DNSReply.Fault) -> (value: DNSReply.EDNS, codeBits: UInt16)? {
        let isOfRoot = try skipName()
        let type = DNSRecordType(rawValue: try number16())
        let payloadSize = try number16()
        let (codeBits, version, flags) = (try byte(), try byte(), try number16())
        let count = Int(try number16())
        var options = DNSMessageReader(message, at: try bytes(count))
        guard type == .opt else { return nil }
        guard isOfRoot else { throw .badExtension }
        var errors: [ExtendedDNSError] = []
        while !options.isAtEnd {
            guard let (code, data) = try? (options.number16(), options.bytes(Int(options.number16()))) else {
                throw .badExtension
            }
            // An extended error: two bytes of code and a text (RFC 8914, section 2).
            guard code == 15, errors.count < DNSReply.extendedErrorCountMax else { continue }
            guard data.count >= 2 else { throw .badExtension }
            let number = data.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
            // Some servers terminate the text with a zero byte.
            let text = data.dropFirst(2).prefix(ExtendedDNSError.textByteCountMax).prefix { $0 != 0 }
            errors.append(ExtendedDNSError(code: number, text: String(decoding: text, as: UTF8.self)))
        }
        let value = DNSReply.EDNS(
            payloadSize: payloadSize,
            version: version,
            wantsSignatures: flags & 0x8000 != 0,
            extendedErrors: errors
        )
        return (value, UInt16(codeBits))
    }

    private mutating func data(
        of type: DNSRecordType,
        in recordClass: UInt16
    ) throws(DNSReply.Fault) -> DNSRecord.Data {
        switch type {
        case .cname, .ns, .ptr: return .name(try name())
        case .mx: return .mail(preference: try number16(), try name())
        case .txt:
            var strings = [Array(try bytes(Int(try byte())))]
            while !isAtEnd { strings.append(Array(try bytes(Int(try byte())))) }
            return .text(strings)
        case .soa: return .authority(try authority())
        case .a where recordClass == DNSQuery.Question.internet: return .address(try address(byteCount: 4))
        case .aaaa where recordClass == DNSQuery.Question.internet: return .address(try address(byteCount: 16))
        case .srv where recordClass == DNSQuery.Question.internet:
            let (priority, weight) = (try number16(), try number16())
            return .service(priority: priority, weight: weight, port: try number16(), try name())
        default: return .raw(Array(try bytes(reader.rest.count)))
        }
    }

    private mutating func address(byteCount: Int) throws(DNSReply.Fault) -> IPAddress {
        guard let address = IPAddress(bytes: try bytes(byteCount)) else { throw .cut }
        return address
    }

    private mutating func authority() throws(DNSReply.Fault) -> DNSRecord.Authority {
        let (server, mailbox) = (try name(), try name())
        let (serial, refresh, retry) = (try number32(), try number32(), try number32())
        return DNSRecord.Authority(
            server: server,
            mailbox: mailbox,
            serial: serial,
            refresh: refresh,
            retry: retry,
            expire: try number32(),
            minimum: try number32()
        )
    }
}
