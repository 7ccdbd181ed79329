import ConnectivityCore
import TestSupport
import Testing

@Suite struct `An HTTP URL` {
    @Test(arguments: [
        ("http://a.example", "http://a.example/"),
        ("HTTP://A.Example:80/x", "http://a.example/x"),
        ("https://a.example:443/?q=1#top", "https://a.example/?q=1#top"),
        ("http://a.example:8080/a/./b/../c", "http://a.example:8080/a/c"),
        ("http://[2001:DB8::1]:81/", "http://[2001:db8::1]:81/"),
        ("  http://a.example/a b\"<ü>  ", "http://a.example/a%20b%22%3C%C3%BC%3E"),
        ("http:\\\\a.example\\x", "http://a.example/x"),
        ("http://a.example/%2e%7E?a=%zz", "http://a.example/%2e%7E?a=%zz"),
        ("http://a.example/..//../x", "http://a.example/x"),
        ("http://a.example:/", "http://a.example/"),
        ("http://Bücher.example:81/ü", "http://xn--bcher-kva.example:81/%C3%BC"),
        ("http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/"), ("http://%61.example/", "http://a.example/"),
    ])
    func `A URL is parsed as browsers parse it`(text: String, expected: String) throws {
        try expect(HTTPURL(text).description, expected)
        try expect(HTTPURL(expected).description, expected)
    }

    // The WHATWG URL Standard, section 3.5.
    @Test(arguments: [
        ("127.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"),
        ("0177.0.0.01", "127.0.0.1"), ("127.0.0.1.", "127.0.0.1"), ("10.258", "10.0.1.2"), ("10.1.515", "10.1.2.3"),
        ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("192.0.2.08", nil), ("256.1.1.1", nil), ("1.2.3.4.5", nil),
        ("1.2.3.256", nil),
        ("4294967296", nil), ("a.1", nil), ("0x1.example", "0x1.example"), ("1.2.3.a", "1.2.3.a"),
        ("1e100.net", "1e100.net"),
    ])
    func `A host that ends with a number is an address in any spelling`(host: String, expected: String?) {
        expect((try? HTTPURL("http://\(host)/"))?.host, expected)
    }

    @Test(arguments: [
        ("", HTTPURL.Fault.empty), ("   ", .empty), ("/path", .scheme(nil)), ("example.com", .scheme(nil)),
        ("ftp://a.example/", .scheme("ftp")), ("javascript:alert(1)", .scheme("javascript")),
        ("data:text/html,x", .scheme("data")), ("http:", .host), ("http://", .host), ("http:///x", .host),
        ("http://user:pass@a.example/", .userInfo), ("http://a.example@evil.example/", .userInfo),
        ("http://a.example:99999/", .port), ("http://a.example:0/", .port), ("http://a.example:8x/", .port),
        ("http://a b/", .host), ("http://[::1/", .host), ("http://[::1]x/", .host),
        ("http://[1.2.3.4]/", .host), ("http://a.example/\u{1B}[31m", .controlCharacter),
        ("http://a.example/\r\nSet-Cookie: x", .controlCharacter),
    ])
    func `A URL that must not be requested or shown is rejected`(text: String, fault: HTTPURL.Fault) {
        #expect(throws: fault) { try HTTPURL(text) }
    }

    /// Swift reads a delimiter with a mark after it as one character; a server reads the delimiter.
    @Test(arguments: [
        ("http://a.example/\u{301}@evil.example", "http://a.example/%CC%81@evil.example"),
        ("http://a.example?\u{301}", "http://a.example/?%CC%81"),
        ("http://a.example/#\u{301}", "http://a.example/#%CC%81"),
        ("http:\\\u{301}\\a.example", nil), ("http://a.example:\u{301}80/", nil), ("http://[\u{301}::1]/", nil),
        ("http://user@\u{301}a.example/", nil), ("http://a.example/b/\u{301}../c", "http://a.example/b/%CC%81../c"),
    ])
    func `A combining mark after a delimiter hides no delimiter`(text: String, expected: String?) {
        expect((try? HTTPURL(text))?.description, expected)
    }

    @Test func `A URL beyond the size limit is rejected`() {
        let text = "http://a.example/" + String(repeating: "x", count: HTTPURL.byteCountMax)
        #expect(throws: HTTPURL.Fault.tooLong) { try HTTPURL(text) }
    }

    // RFC 3986, section 5.4, with a base that has a path and a query.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("https://h/x", "https://h/x"), ("//h:8080/x", "http://h:8080/x"),
    ])
    func `References are resolved as RFC 3986 specifies`(reference: String, expected: String) throws {
        let base: HTTPURL = "http://a/b/c/d;p?q"
        try expect(base.resolving(reference).description, expected)
    }

    @Test func `No truncation or mutation of a URL traps`() {
        let text = Array("https://[2001:db8::1]:8443/a/../b?c=%41#d".utf8)
        for count in 0...text.count {
            for byte in [0x00, 0x20, 0x2F, 0x3A, 0x5B, 0x5D, 0x40, 0x25, 0xFF] as [UInt8] {
                var mutated = Array(text.prefix(count))
                mutated.append(byte)
                mutated += text.dropFirst(count + 1)
                let string = String(decoding: mutated, as: UTF8.self)
                if let url = try? HTTPURL(string) { expect((try? HTTPURL(url.description)), url) }
            }
        }
    }
}
