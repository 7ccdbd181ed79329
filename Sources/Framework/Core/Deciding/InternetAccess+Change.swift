// Changes of the access. Portals write a token, a counter, the time or the requested URL into their answers, so two answers of
// one portal are seldom equal.

extension InternetAccess {
    /// Returns whether both are the same access to a listener: they are equal, or captive by the same portal.
    ///
    /// Two portals are the same if their sign-in pages have the same host and the same stable part of the path: the segments
    /// before the first one that is a number, long and mixed like a token, or that holds a URL or a host name. The query, the
    /// kind of evidence for the portal and its other details do not count. If one has no sign-in page, nothing shows that they
    /// differ.
    package func isSame(as other: InternetAccess) -> Bool {
        guard let portal, let before = other.portal else { return self == other }
        guard let page = portal.ownSignInPage, let known = before.ownSignInPage else { return true }
        return page == known
    }
}

extension CaptivePortal {
    /// The stable part of the sign-in page's URL; `nil` if no URL is known, or if it is the requested URL.
    fileprivate var ownSignInPage: [String]? {
        guard let url = signInURL, source != .page else { return nil }
        return [url.host] + url.path.split(separator: "/").prefix { !$0.isVolatile }.map(String.init)
    }
}

extension Substring {
    /// The minimum length of a token of letters mixed with digits.
    private static let tokenLength = 16

    /// Whether a segment of a path differs from one answer to the next.
    fileprivate var isVolatile: Bool {
        let digits = utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isToken = digits > 0 && utf8.count >= Self.tokenLength
        let holdsURL = utf8.contains(UInt8(ascii: ":")) || utf8.contains(UInt8(ascii: "%"))
        let holdsHost = utf8.count { $0 == UInt8(ascii: ".") } > 1
        return digits == utf8.count || isToken || holdsURL || holdsHost
    }
}
