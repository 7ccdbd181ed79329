public import ConnectivityCore

/// One record that a name server sent.
public struct DNSRecord: Hashable, Sendable {
    /// The name that the record belongs to.
    public var name: DNSName
    /// The type of the record.
    public var type: DNSRecordType
    /// The class of the record, as its number.
    public var recordClass: UInt16
    /// For how many seconds the record may be kept; more than 2³¹ − 1 counts as zero (RFC 2181, section 8).
    public var ttl: UInt32
    /// What the record says.
    public var data: Data

    /// Creates a record.
    public init(
        _ name: DNSName,
        _ type: DNSRecordType,
        recordClass: UInt16 = DNSQuery.Question.internet,
        ttl: UInt32,
        data: Data
    ) {
        self.name = name
        self.type = type
        self.recordClass = recordClass
        self.ttl = ttl
        self.data = data
    }

    /// What a record says, by its type.
    @nonexhaustive
    public enum Data: Hashable, Sendable {
        /// A and AAAA.
        case address(IPAddress)
        /// CNAME, NS and PTR.
        case name(DNSName)
        /// MX: less is preferred.
        case mail(preference: UInt16, DNSName)
        /// TXT: one or more strings of at most 255 bytes.
        case text([[UInt8]])
        /// SRV (RFC 2782).
        case service(priority: UInt16, weight: UInt16, port: UInt16, DNSName)
        /// SOA.
        case authority(Authority)
        /// All other types, such as HTTPS and SVCB: the bytes as they came.
        case raw([UInt8])
    }

    /// What a zone says of itself (RFC 1035, section 3.3.13); all times are in seconds.
    public struct Authority: Hashable, Sendable {
        /// The server where the zone is kept.
        public var server: DNSName
        /// The mailbox of who is responsible, with a dot in place of the at sign.
        public var mailbox: DNSName
        /// The version of the zone.
        public var serial: UInt32
        /// How often copies are renewed.
        public var refresh: UInt32
        /// When a copy is renewed that could not be.
        public var retry: UInt32
        /// When a copy is too old.
        public var expire: UInt32
        /// For how long it may be kept that something does not exist (RFC 2308), if less than the record's own time.
        public var minimum: UInt32

        /// Creates what a zone says of itself.
        public init(
            server: DNSName,
            mailbox: DNSName,
            serial: UInt32,
            refresh: UInt32,
            retry: UInt32,
            expire: UInt32,
            minimum: UInt32
        ) {
            self.server = server
            self.mailbox = mailbox
            self.serial = serial
            self.refresh = refresh
            self.retry = retry
            self.expire = expire
            self.minimum = minimum
        }
    }
}
