import ConnectivityDecoding

/// A recorded answer to a connectivity check, with the expected verdict.
///
/// ```swift
/// @Test(arguments: PortalFixture.portals.where(vendor: .ruckus))
/// func `My validator recognizes a Ruckus gateway`(fixture: PortalFixture) { ... }
/// ```
///
/// The collection has portals, filters, genuine answers and servers in trouble: about 265 files with 110 kB. Each was recorded in
/// a laboratory, modelled on a documented fact or made for one case, as ``provenance`` states; none is a page of a third party. The
/// licence is that of the package. The files are read and parsed at the first use, which takes some milliseconds. SwiftPM copies
/// them into a folder next to the program: a program that is moved needs `swift-connectivity_ConnectivityFixtures.resources` next
/// to it. Finding them requires all of Foundation, so this product is for tests.
public struct PortalFixture: StatedExchange, Identifiable {
    /// The kind of the sender of an answer.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// A captive portal that requires a sign-in.
        case portal
        /// Any other intermediary, without a sign-in: block pages, proxies, parked names.
        case filter
        /// The endpoint itself.
        case genuine
        /// The endpoint, or a server before it, in trouble.
        case trouble

        fileprivate var folder: String {
            switch self {
            case .portal: "portals"
            case .filter: "filters"
            case .genuine, .trouble: rawValue
            }
        }
    }

    /// A vendor of gateways that occurs in at least one recording.
    @nonexhaustive
    public enum Vendor: String, Hashable, Sendable, Codable, CaseIterable {
        /// Controllers and access points of Aruba.
        case aruba = "Aruba"
        /// Wireless LAN controllers of Cisco.
        case cisco = "Cisco"
        /// Cisco's Identity Services Engine.
        case ciscoISE = "Cisco ISE"
        /// Access points of Cisco Meraki.
        case ciscoMeraki = "Cisco Meraki"
        /// The access controller CoovaChilli.
        case coovaChilli = "CoovaChilli"
        /// Gateways of Dr.COM.
        case drCOM = "Dr.COM"
        /// Firewalls of Fortinet.
        case fortiGate = "FortiGate"
        /// The hotspot of RouterOS.
        case mikroTik = "MikroTik"
        /// The portal nodogsplash.
        case nodogsplash
        /// The portal openNDS.
        case openNDS
        /// The firewall OPNsense.
        case opnSense = "OPNsense"
        /// The access control PacketFence.
        case packetFence = "PacketFence"
        /// The firewall pfSense.
        case pfSense
        /// Controllers of Ruckus, such as SmartZone.
        case ruckus = "Ruckus"
        /// Gateways and the cloud of Ruijie.
        case ruijie = "Ruijie"
        /// Controllers of TP-Link Omada.
        case tpLinkOmada = "TP-Link Omada"
        /// The guest portal of UniFi.
        case uniFi = "UniFi"
        /// The gateway of wifidog.
        case wifidog
    }

    /// The kind of the sender.
    public let kind: Kind
    /// The folder and file without its ending, such as `portals/redirect-302-ruckus`.
    public let name: String
    /// The recording: the response as it was sent, and everything that the file states.
    public let recording: Recording
    /// The requested endpoint, with its expectation.
    public let endpoint: Endpoint
    /// The requested URL.
    public let url: HTTPURL
    /// The expected verdict on the answer.
    public let expectation: Recording.Expectation
    /// The vendor of the gateway; `nil` if no sign in the answer is unique to one vendor.
    public let vendor: Vendor?

    public var id: String { name }
    /// The expected finding of a verdict.
    public var finding: Verdict.Finding { expectation.finding }
    /// The reason code of the standard validators, such as `redirect`.
    public var reason: String { expectation.code }
    /// The URL where a person can sign in; `nil` if the answer names none.
    public var signInURL: HTTPURL? { expectation.signInURL }
    /// The language of the text for people, a tag such as `de`; `nil` if there is no such text.
    public var language: String? { recording.language }
    /// The origin of the recording.
    public var source: String { recording.source ?? "" }
    /// Where the answer comes from.
    public let provenance: Provenance

    public var findings: Set<Verdict.Finding> { [finding] }
    public var exchange: ProbeExchange {
        ProbeExchange(request: endpoint.request(), outcome: .success(BodyDecoder().decoded(recording.response)))
    }

    private init(_ kind: Kind, _ name: String, _ bytes: [UInt8]) throws {
        recording = try Recording(parsing: bytes)
        guard let endpoint = recording.endpoint, let url = endpoint.url, let expectation = recording.expectation else {
            preconditionFailure("\(name) does not state what was asked and what must follow")
        }
        guard let provenance = Provenance(source: recording.source ?? "") else {
            preconditionFailure("\(name) does not state where it comes from")
        }
        self.provenance = provenance
        (self.kind, self.name, self.endpoint, self.url, self.expectation) = (kind, name, endpoint, url, expectation)
        vendor = expectation.vendor.flatMap(Vendor.init)
    }

    /// The captive portals.
    public static let portals = fixtures(.portal)
    /// The answers in place of an endpoint, without a sign-in.
    public static let filters = fixtures(.filter)
    /// The answers of the endpoints themselves.
    public static let genuine = fixtures(.genuine)
    /// Endpoints, and servers before them, in trouble.
    public static let trouble = fixtures(.trouble)
    /// All recordings: portals, filters, genuine answers, trouble.
    public static let all = portals + filters + genuine + trouble

    private static func fixtures(_ kind: Kind) -> [PortalFixture] {
        Collection.files(in: kind.folder, ending: ".http").map { name, bytes in
            do {
                return try PortalFixture(kind, name, bytes)
            } catch {
                preconditionFailure("\(name): \(error)")
            }
        }
    }
}

extension PortalFixture: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PortalFixture: Codable {
    public init(from decoder: any Decoder) throws { self = try Collection.decode(decoder, from: Self.all) }

    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension PortalFixture: CustomStringConvertible {
    public var description: String { name }
}

extension Sequence<PortalFixture> {
    /// Returns the recordings with these properties, in order; `nil` stands for any value.
    ///
    /// An empty result would be a mistake in a test, which would then check nothing, so it ends the program.
    public func `where`(
        vendor: PortalFixture.Vendor? = nil,
        language: String? = nil,
        finding: Verdict.Finding? = nil
    ) -> [PortalFixture] {
        let found = filter { fixture in
            (vendor == nil || fixture.vendor == vendor) && (language == nil || fixture.language == language)
                && (finding == nil || fixture.finding == finding)
        }
        let wanted = [vendor?.rawValue, language, finding?.rawValue].compactMap(\.self).joined(separator: ", ")
        precondition(!found.isEmpty, "no recording here is of: \(wanted)")
        return found
    }
}
