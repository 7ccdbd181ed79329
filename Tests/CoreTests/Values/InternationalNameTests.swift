import ConnectivityCore
import TestSupport
import Testing

@Suite struct `An internationalised name` {
    // The A-labels are those of Python's idna 3.13 (RFC 5891).
    @Test(arguments: [
        ("münchen.example", "xn--mnchen-3ya.example"), ("MÜNCHEN.EXAMPLE", "xn--mnchen-3ya.example"),
        ("straße.example", "xn--strae-oqa.example"), ("βόλος.example", "xn--nxasmm1c.example"),
        ("пример.example", "xn--e1afmkfd.example"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
        ("مثال.example", "xn--mgbh0fb.example"), ("उदाहरण.example", "xn--p1b6ci4b4b3a.example"),
        ("한국.example", "xn--3e0b707e.example"), ("a-ü-b.example", "xn--a--b-1ra.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
        ("m%C3%BCnchen.example", "xn--mnchen-3ya.example"), ("𐌰𐌱.example", "xn--ec8cc.example"),
        ("pаypal.example", "xn--pypal-4ve.example"), ("_x.ü.example", "_x.xn--tda.example"),
    ])
    func `A name in other scripts becomes its A-labels`(name: String, expected: String) throws {
        try expect(HTTPURL("http://\(name)/").host, expected)
    }

    @Test(arguments: [
        "ab\u{2044}c.example", "ü\u{200B}x.example", "ü\u{202E}x.example", "\u{301}ü.example", "ü-.example",
        "-ü.example", "üx--y.example", "ﬀ.example", "ｅxample.example", "ü😀.example", "½.example", "ü%2Fx.example",
        "%FF.example", "%C3.example", "%zz.example", "%C3%BC%4.example", "ü$.example",
        String(repeating: "ü", count: 64), "가것괆궉긌꺏꼒꾕뀘낛넞놡눤늧댪뎭됰뒳딶떹똼뚿띂럅.example",
    ])
    func `A name with characters that no name may have is refused`(name: String) {
        #expect(throws: HTTPURL.Fault.host) { try HTTPURL("http://\(name)/") }
    }

    @Test func `A redirect to an internationalised name leads to its A-label`() throws {
        let asked: HTTPURL = "http://a.example/"
        try expect(asked.resolving("//Zürich.example/x").description, "http://xn--zrich-kva.example/x")
    }
}
