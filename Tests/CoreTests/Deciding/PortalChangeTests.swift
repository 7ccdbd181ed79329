import ConnectivityCore
import TestSupport
import Testing

@Suite struct `Another access` {
    private static func portal(
        _ url: HTTPURL?,
        _ source: CaptivePortal.Source = .location,
        kind: CaptivePortal.Kind = .redirect
    ) -> InternetAccess {
        .captive(CaptivePortal(signInURL: url, source: source, kind: kind))
    }

    @Test(
        arguments: [
            ("http://login.example/guest?id=1&t=1700000000&url=http://a.example/", "http://login.example/guest?id=2"),
            ("http://login.example/s/default/1017/page", "http://login.example/s/default/1018/page"),
            (
                "http://login.example/r/captive.apple.com/x",
                "http://login.example/r/connectivitycheck.gstatic.com/generate_204"
            ),
            ("http://login.example/in/9f2c41aa03b17de5", "http://login.example/in/0a77d2e9c0ffee12/welcome"),
            ("http://login.example/go/http:/a.example/", "http://login.example/go/http:/b.example/204"),
            ("http://192.0.2.1/login", "http://192.0.2.1:8080/login#top"),
        ] as [(HTTPURL, HTTPURL)]
    )
    func `The same portal with another token, counter, time or requested URL is no change`(one: HTTPURL, other: HTTPURL)
    {
        #expect(Self.portal(one).isSame(as: Self.portal(other)))
        #expect(Self.portal(one).isSame(as: Self.portal(other, .metaRefresh, kind: .page)))
    }

    @Test(
        arguments: [
            ("http://login.example/guest", "http://other.example/guest"),
            ("http://login.example/guest", "http://login.example/expired"),
            ("http://login.example/guest", "http://login.example/guest/pay"),
            ("http://192.0.2.1/login", "http://192.0.2.2/login"),
        ] as [(HTTPURL, HTTPURL)]
    )
    func `A sign-in page at another host or path is a change`(one: HTTPURL, other: HTTPURL) {
        #expect(!Self.portal(one).isSame(as: Self.portal(other)))
    }

    @Test func `A page in place of the requested one is the same portal for every endpoint`() {
        let (one, other) = (Self.portal("http://a.example/x", .page), Self.portal("http://b.example/", .page))
        #expect(one.isSame(as: other) && one.isSame(as: Self.portal("http://login.example/", .location)))
        #expect(one.isSame(as: Self.portal(nil)))
    }

    @Test func `Every other access is the same only as itself`() {
        let all: [InternetAccess] = [
            .determining, .disconnected, .unreachable, Self.portal("http://login.example/"), .blocked, .partial,
            .online,
        ]
        for (place, one) in all.enumerated() {
            for (other, second) in all.enumerated() { expect(one.isSame(as: second), (place == other)) }
        }
    }
}
