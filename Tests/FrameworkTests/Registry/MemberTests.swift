import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ConnectivityWire
import Foundation
import TestSupport
import Testing

/// The names of members are part of the interface for programs, and every member is always present.
@Suite struct `Every object in the JSON of an assessment` {
    private static let url: HTTPURL = "http://a.example/"
    private static let service = InterfaceSnapshot.SystemConnectivity(
        .full,
        ipv4: .full,
        ipv6: .full,
        reportedBy: "a service"
    )
    private static let response = ProbeResponse(status: 200)

    private static var api: CaptivePortalAPI {
        var api = CaptivePortalAPI(isCaptive: true)
        (api.userPortalURL, api.venueInfoURL, api.userPortalURLFault) = (url, url, .host)
        (api.canExtendSession, api.secondsRemaining, api.bytesRemaining) = (true, 1, 1)
        return api
    }

    private static var message: WISPrMessage {
        var message = WISPrMessage()
        (message.messageType, message.responseCode, message.delay, message.maxSessionTime) = (100, 0, 1, 1)
        (message.accessProcedure, message.versionLow, message.versionHigh) = ("1.0", "1.0", "2.0")
        (message.accessLocation, message.locationName, message.replyMessage) = ("a", "b", "c")
        (message.loginURL, message.abortLoginURL, message.logoffURL) = (url, url, url)
        (message.nextURL, message.statusURL) = (url, url)
        return message
    }

    private static var portal: CaptivePortal {
        var portal = CaptivePortal(signInURL: url, source: .page, kind: .page)
        (portal.signInURLFault, portal.vendor, portal.wispr) = (.host, "a vendor", message)
        (portal.api, portal.apiURL) = (api, url)
        return portal
    }

    /// Creates an assessment with a value of every kind, either with everything known or with as little as
    /// possible.
    private static func assessment(knowing isKnown: Bool) -> Assessment {
        let bare = NetworkInterface(
            name: "a",
            index: 1,
            kind: .wifi,
            addresses: [.init("192.0.2.7", prefixLength: 24)],
            defaultRoutes: [.init(family: .ipv4, gateway: nil, metric: 1)],
            wifi: .init(ssid: [0xFF]),
            provisioning: [Provisioning(origin: "/a", nameServers: ["192.0.2.53"])],
            systemConnectivity: InterfaceSnapshot.SystemConnectivity(.full, reportedBy: "a service")
        )
        let full = NetworkInterface(
            name: "a",
            index: 1,
            kind: .wifi,
            driver: "d",
            carrierChangeCount: 2,
            operationalState: .up,
            isMetered: true,
            addresses: [
                .init(
                    "192.0.2.7",
                    prefixLength: 24,
                    assignedAt: .seconds(9),
                    preferredLifetime: .seconds(1),
                    validLifetime: .seconds(2)
                )
            ],
            defaultRoutes: [.init(family: .ipv4, gateway: "192.0.2.1", metric: 1)],
            egress: [.ipv4],
            nameServers: ["192.0.2.53"],
            wifi: .init(
                ssid: [65],
                bssid: "02:00:00:00:00:01",
                frequency: 2412,
                signal: -40,
                interworking: .init(hasInternet: true, requiresFurtherStep: false)
            ),
            captivePortal: .unrestricted,
            provisioning: [
                Provisioning(
                    origin: "/a",
                    channel: .dhcpv4,
                    captivePortal: Array("https://a.example/".utf8),
                    nameServers: ["192.0.2.53"],
                    isMetered: true,
                    domains: ["a.example"],
                    nat64Prefixes: ["64:ff9b::/96"],
                    ipv6OnlyWait: .seconds(1_800)
                ).withProxyScript(Array("http://a.example/wpad.dat".utf8)).designating(
                    EncryptedResolver(
                        .designated,
                        .https,
                        name: "dns.example",
                        addresses: ["192.0.2.53"],
                        port: 8_443,
                        path: "/dns-query"
                    )
                )
            ],
            systemConnectivity: service
        )
        let limits = ProbeRequest.Limits(total: .seconds(1))
        var exchange = ProbeExchange(
            request: isKnown
                ? ProbeRequest(url, interface: "a", family: .ipv4, limits: limits) : ProbeRequest(url),
            outcome: isKnown
                ? .failure(ProbeFailure(.truncated, detail: "words", partialResponse: response)) : .success(response),
            remoteAddress: isKnown ? "192.0.2.80" : nil,
            timings: isKnown
                ? ProbeExchange.Timings(
                    nameLookup: .seconds(1),
                    connect: .seconds(1),
                    tls: .seconds(1),
                    response: .seconds(1),
                    total: .seconds(1)
                ) : ProbeExchange.Timings(total: .seconds(1))
        )
        exchange.authentication = isKnown ? .verified : nil
        exchange.request.path.proxy = isKnown ? "http://proxy.example:3128" : nil
        exchange.request.path.isProxied = isKnown
        let verdict = Verdict(.genuine, because: .statusMatches(200))
        let report = EndpointReport(name: "a", owner: "a", exchange: exchange, verdict: verdict)
        let interface = isKnown ? full : bare
        let portal = isKnown ? Self.portal : CaptivePortal(signInURL: nil, kind: .unknown)
        var history = ProbeRound.History()
        if isKnown {
            history.append(RoundVerdict(.captive(portal), because: .notYetJudged))
            history.portalAPI = api
        }
        var context = ProbeRound.Context(isMetered: true, systemConnectivity: service)
        context.turn = 3
        let course = isKnown ? RoundCourse(context, arrivals: [.init(0, after: .seconds(1))]) : nil
        var path = PathAssessment(
            path: NetworkPath(interface: "a", family: isKnown ? .ipv4 : nil),
            access: .captive(portal),
            reason: .notYetJudged,
            endpoints: [report],
            portalAPI: isKnown ? report : nil,
            history: history
        )
        path.course = course
        path.network = isKnown ? "office" : nil
        if isKnown { path.quality = Self.quality }
        var assessment = Assessment(
            access: .captive(portal),
            reason: .notYetJudged,
            interface: interface,
            snapshot: InterfaceSnapshot([interface], systemConnectivity: isKnown ? service : nil),
            paths: [path],
            startedAt: Timestamp(sinceEpoch: .zero)
        )
        if isKnown { (assessment.confirmedAt, assessment.beganAt) = (assessment.startedAt, assessment.startedAt) }
        return assessment
    }

    private static var quality: PathQuality {
        let figure = PathQuality.Figure(median: .seconds(1), spread: .seconds(1))
        var quality = PathQuality(.slow, because: .notYetJudged)
        (quality.nameLookup, quality.connection, quality.tls, quality.firstByte) = (figure, figure, figure, figure)
        return quality
    }

    /// Collects the names of the members of each object, by path; all elements of a list share one path.
    private static func members(of value: Any, at path: String, into found: inout [String: Set<String>]) {
        if let object = value as? [String: Any] {
            found[path, default: []].formUnion(object.keys)
            for (key, value) in object { members(of: value, at: "\(path).\(key)", into: &found) }
        } else if let list = value as? [Any] {
            for value in list { members(of: value, at: "\(path).*", into: &found) }
        }
    }

    private static func members(of value: some Encodable) throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        members(of: try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)), at: "", into: &found)
        return found
    }

    @Test func `Every object in an assessment's JSON always has the same members`() throws {
        let full = try Self.members(of: Self.assessment(knowing: true))
        let bare = try Self.members(of: Self.assessment(knowing: false))
        for (path, names) in bare { expect(names, full[path], "\(path)") }
        // Make sure that objects at every depth were compared.
        #expect(bare.count >= 20, "\(bare.keys.sorted())")
        for path in [".interface.wifi", ".paths.*.endpoints.*.request.limits", ".paths.*.history", ".portal"] {
            #expect(bare[path] != nil, "\(path)")
        }
    }

    /// Returns the names of the members that are null anywhere.
    private static func nulls(in value: Any, named name: String = "") -> Set<String> {
        switch value {
        case is NSNull: [name]
        case let object as [String: Any]: object.reduce(into: []) { $0.formUnion(nulls(in: $1.value, named: $1.key)) }
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(nulls(in: $1, named: name)) }
        default: []
        }
    }

    @Test func `A member is null only if nothing is known or another member holds the value`() throws {
        let json = try JSONEncoder().encode(Self.assessment(knowing: true))
        let nulls = Self.nulls(in: try JSONSerialization.jsonObject(with: json))
        // These values are already given by `url`, `response`, `body` and `ssid`.
        expect(nulls, ["question", "answer", "bodyBase64", "ssidBase64"])
    }

    @Test func `Texts of a recorded resolver that no host or path can be are left out, and addresses are bounded`()
        throws
    {
        let addresses = (0...8).map { "\"192.0.2.\($0)\"" } + [#""0.0.0.0""#]
        func resolver(_ name: String, _ path: String) throws -> EncryptedResolver {
            let members = #""use": "designated", "transport": "https", "name": "\#(name)", "path": "\#(path)""#
            let text = "{ \(members), \"addresses\": [\(addresses.reversed().joined(separator: ", "))] }"
            var reader = JSONReader(text.utf8, byteCountMax: 2_000)
            return try reader.document().decode(EncryptedResolver.self)
        }
        let good = try resolver("DNS.example", "/dns-query")
        #expect(good.name == "dns.example" && good.path == "/dns-query")
        #expect(good.addresses.count == EncryptedResolver.addressCountMax && good.addresses.first == "192.0.2.8")
        for (name, path) in [
            ("a b", "dns"), (String(repeating: "a", count: 254), "/" + String(repeating: "a", count: 256)),
        ] {
            let bad = try resolver(name, path)
            #expect(bad.name == nil && bad.path == nil, "\(bad)")
        }
    }

    @Test func `Objects that may be null also always have the same members`() throws {
        try expect(Self.members(of: CaptivePortalAPI(isCaptive: false)), Self.members(of: Self.api))
        try expect(Self.members(of: WISPrMessage()), Self.members(of: Self.message))
    }
}

extension Provisioning {
    fileprivate func designating(_ resolver: EncryptedResolver) -> Provisioning {
        var copy = self
        copy.encryptedResolvers = [resolver]
        return copy
    }
}
