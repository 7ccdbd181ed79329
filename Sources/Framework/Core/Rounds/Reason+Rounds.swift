// The reasons of this package's policies and of the state machine. Each code has its template in ConnectivityText.

extension Reason {
    package static let noUsableInterface = Reason("no-usable-interface")
    /// The requested interface does not exist or is not usable.
    package static func interfaceNotUsable(name: String) -> Reason {
        Reason("interface-not-usable", ["interface": .text(name)])
    }
    /// The interface has an address, but no route leads to the Internet.
    package static func noDefaultRoute(interface: String) -> Reason {
        Reason("no-default-route", ["interface": .text(interface)])
    }
    /// One path decides; `parts` holds its reason.
    package static func path(_ path: NetworkPath, access: String, _ reason: Reason) -> Reason {
        let family = Fact(path.family?.rawValue)
        return Reason(
            "path",
            ["interface": .text(path.interface), "family": family, "access": .text(access)],
            parts: [reason]
        )
    }
    /// The interfaces changed and no round has ended since.
    package static let notYetJudged = Reason("not-yet-judged")
    package static func enoughGenuine(_ count: Int, of total: Int, needed: Int) -> Reason {
        Reason("enough-genuine", counts(count, total, needed))
    }
    package static func tooFewGenuine(_ count: Int, of total: Int, needed: Int) -> Reason {
        Reason("too-few-genuine", counts(count, total, needed))
    }
    /// Enough owners are genuine; `parts` holds the reason of the first endpoint that is not.
    package static func enoughOwners(
        _ count: Int,
        of total: Int,
        needed: Int,
        except: (endpoint: String, Reason)? = nil
    ) -> Reason {
        var facts = counts(count, total, needed)
        guard let except else { return Reason("enough-owners", facts) }
        facts["endpoint"] = .text(except.endpoint)
        return Reason("enough-owners-except", facts, parts: [except.1])
    }
    package static func tooFewOwners(_ count: Int, of total: Int, needed: Int) -> Reason {
        Reason("too-few-owners", counts(count, total, needed))
    }
    /// Most owners are genuine, some of them over TLS; `parts` holds the reason of the first that is not.
    package static func provedOwners(
        _ count: Int,
        of total: Int,
        overTLS: Int,
        except: (endpoint: String, Reason)?
    ) -> Reason {
        let (count, total, tls) = (Fact(count), Fact(total), Fact(overTLS))
        guard let except else { return Reason("proved-owners", ["count": count, "total": total, "tls": tls]) }
        let facts: Facts = ["count": count, "total": total, "tls": tls, "endpoint": .text(except.endpoint)]
        return Reason("proved-owners-except", facts, parts: [except.1])
    }
    /// Enough is genuine, but nothing in one part of the Internet; `parts` holds the reason of its first endpoint.
    package static func broken(_ part: InternetPart, endpoint: String, _ reason: Reason) -> Reason {
        Reason("broken", ["part": .text(part.rawValue), "endpoint": .text(endpoint)], parts: [reason])
    }
    /// Enough is genuine, but the answer of one endpoint contradicts it.
    package static func contradicted(endpoint: String, _ reason: Reason) -> Reason {
        Reason("contradicted", ["endpoint": .text(endpoint)], parts: [reason])
    }
    /// The round shows another access, but not yet in enough consecutive rounds to replace the current one.
    package static func held(against access: String, count: Int, needed: Int, _ reason: Reason) -> Reason {
        Reason(
            "held",
            ["against": .text(access), "count": Fact(count), "needed": Fact(needed)],
            parts: [reason]
        )
    }
    package static func portal(endpoint: String, _ reason: Reason) -> Reason {
        Reason("portal", ["endpoint": .text(endpoint)], parts: [reason])
    }
    package static func substituted(endpoint: String, _ reason: Reason) -> Reason {
        Reason("substituted", ["endpoint": .text(endpoint)], parts: [reason])
    }
    /// No endpoint has a usable answer; `parts` holds the failure of the first one.
    package static func nothingUsable(endpoint: String, _ reason: Reason) -> Reason {
        Reason("nothing-usable", ["endpoint": .text(endpoint)], parts: [reason])
    }
    /// The answers so far show a working Internet, but others were missing when the round had to end.
    package static func cutOff(_ count: Int, endpoint: String) -> Reason {
        Reason("cut-off", ["count": Fact(count), "endpoint": .text(endpoint)])
    }
    package static let noEndpoint = Reason("no-endpoint")
    /// A server answers, but the endpoints have no expectation; `endpoint` is the first one.
    package static func expectationMissing(endpoint: String) -> Reason {
        Reason(expectationMissing.code, ["endpoint": .text(endpoint)])
    }
    /// The policy broke its law: it gave no verdict although every endpoint has its report.
    package static let noVerdict = Reason("no-verdict")

    private static func counts(_ count: Int, _ total: Int, _ needed: Int) -> Facts {
        ["count": Fact(count), "total": Fact(total), "needed": Fact(needed)]
    }
}

/// A part of the Internet that can be unreachable while the rest is reachable.
package enum InternetPart: String, CaseIterable {
    /// Endpoints asked over plain HTTP.
    case http
    /// Endpoints asked over TLS.
    case https
    /// Endpoints asked only over IPv4.
    case ipv4
    /// Endpoints asked only over IPv6.
    case ipv6
}
