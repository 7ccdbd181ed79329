package import ConnectivityCore

package struct DNSRecord: Hashable, Sendable {
    package var name: DNSName
    package var type: DNSRecordType
    package var recordClass: UInt16
    /// The time to live in seconds; more than 2³¹ − 1 counts as zero (RFC 2181, section 8).
    package var ttl: UInt32
    package var data: Data

    /// The data of a record, by its type.
    @nonexhaustive
    package enum Data: Hashable, Sendable {
        /// A and AAAA.
        case address(IPAddress)
        /// CNAME, NS and PTR.
        case name(DNSName)
        /// MX: a lower preference value is preferred.
        case mail(preference: UInt16, DNSName)
        /// TXT: one or more strings of at most 255 bytes.
        case text([[UInt8]])
        /// SRV (RFC 2782).
        case service(priority: UInt16, weight: UInt16, port: UInt16, DNSName)
        /// SOA.
        case authority(Authority)
        /// All other types, such as HTTPS and SVCB: the bytes as received.
        case raw([UInt8])
    }

    /// The parameters of a zone (RFC 1035, section 3.3.13); all times are in seconds.
    package struct Authority: Hashable, Sendable {
        /// The primary name server of the zone.
        package var server: DNSName
        /// The mailbox of the zone's administrator, with a dot instead of the at sign.
        package var mailbox: DNSName
        /// The version number of the zone.
        package var serial: UInt32
        /// The interval at which secondary servers refresh their copies.
        package var refresh: UInt32
        /// The time until a failed refresh is tried again.
        package var retry: UInt32
        /// The time after which a copy that could not be refreshed expires.
        package var expire: UInt32
        /// The time for which a record's absence may be cached (RFC 2308), if shorter than the record's time to live.
        package var minimum: UInt32
    }
}
