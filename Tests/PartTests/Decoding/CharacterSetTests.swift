import ConnectivityCore
import ConnectivityTestKit
import TestSupport
import Testing

@testable import ConnectivityDecoding

@Suite struct CharacterSetTests {
    /// A label, a text in bytes as encoded by Python's codecs, and the text.
    private static let labelled: [(String, String, String)] = [
        ("ISO-8859-1", "5a7572fc636b209620848093", "Zurück – „€“"),
        ("latin1", "46656eea747265", "Fenêtre"),
        ("us-ascii", "4772f6df65", "Größe"),
        ("windows-1250", "50f869686ce19a656eed", "Přihlášení"),
        ("iso-8859-2", "5a616c6f67756a207369ea", "Zaloguj się"),
        ("windows-1251", "c2eee9f2e8", "Войти"),
        ("iso-8859-5", "b2ded9e2d8", "Войти"),
        ("koi8-r", "f7cfcad4c9", "Войти"),
        ("koi8-u", "f5d7a6cad4c920a7a7", "Увійти її"),
        ("ibm866", "82aea9e2a8", "Войти"),
        ("x-mac-cyrillic", "82eee9f2e8", "Войти"),
        ("macintosh", "5a75729f636b", "Zurück"),
        ("windows-1253", "d3fdede4e5f3e7", "Σύνδεση"),
        ("iso-8859-7", "d3fdede4e5f3e7", "Σύνδεση"),
        ("iso-8859-9", "47697269fe20796170fd6e", "Giriş yapın"),
        ("windows-1255", "ebf0e9f1e4", "כניסה"),
        ("iso-8859-8-i", "ebf0e9f1e4", "כניסה"),
        ("windows-1256", "cad3ccede1", "تسجيل"),
        ("iso-8859-6", "cad3cceae4", "تسجيل"),
        ("windows-1257", "50726973696a756e67746920f069756f", "Prisijungti šiuo"),
        ("iso-8859-13", "50726973696a756e67746920f069756f", "Prisijungti šiuo"),
        ("windows-1258", "d0e36e67", "Đăng"),
        ("iso-8859-15", "313020a4", "10 €"),
        ("iso-8859-16", "436f6e65637461fe69", "Conectați"),
        ("tis-620", "e0a2e9d2cad9e8c3d0baba", "เข้าสู่ระบบ"),
        ("gb2312", "b5c7c2bcc9cfcdf8", "登录上网"),
        ("GBK", "b5c7e49ba1aae946", "登錄—镕"),
        ("gb18030", "b5c7c2bc2095328236", "登录 𠀀"),
        ("big5", "b56ea44aa457baf4", "登入上網"),
        ("Shift_JIS", "838d834f834383938740955c8ea6", "ログイン①表示"),
        ("euc-jp", "a5eda5b0a5a4a5f3c9bdbca8", "ログイン表示"),
        ("iso-2022-jp", "1b2442256d2530252425731b2842", "ログイン"),
        ("euc-kr", "b7ceb1d7c0ce208c63", "로그인 똠"),
        ("ks_c_5601-1987", "b7ceb1d7c0ce", "로그인"),
        ("utf-16le", "5a0075007200fc0063006b0020007b76555f", "Zurück 登录"),
        ("utf-16be", "005a0075007200fc0063006b0020767b5f550020d840dc00", "Zurück 登录 𠀀"),
        ("utf-16", "5a0075007200fc0063006b0020007b76555f", "Zurück 登录"),
    ]

    @Test(arguments: labelled)
    func `The charset label of the header determines the character set`(label: String, digits: String, text: String) {
        expect(ProbeResponse(bytes(digits), type: "text/html; charset=\(label)").decoded.text, text)
    }

    @Test(arguments: labelled.filter { !$0.0.hasPrefix("utf-16") })
    func `The charset label of the page determines the character set`(label: String, digits: String, text: String) {
        let meta = "<meta charset=\"\(label)\">"
        expect(ProbeResponse(Array(meta.utf8) + bytes(digits)).decoded.text, meta + text)
    }

    @Test(arguments: [
        "text/html;charset=gbk", "text/html; Charset = \"GBK\" ; x=y", "text/html; charset='gb2312'",
        "text/html; charset charset=gbk", "application/xhtml+xml; charset=gbk", "application/json; charset=x-gbk",
    ])
    func `The charset parameter is read in all spellings`(type: String) {
        expect(ProbeResponse(bytes("b5c7c2bc"), type: type).decoded.text, "登录")
    }

    @Test(arguments: [
        "<META CHARSET=GBK>", "<meta charset='gbk' >", "<meta name=a/><meta x charset = \"gbk\"/>",
        "<meta http-equiv=Content-Type content=\"text/html; charset=gbk\">",
        "<meta content='text/html;charset=gb2312' http-equiv=\"content-type\">",
        "<!-- <meta charset=koi8-r> --><meta charset=gbk>", "<!--><meta charset=gbk>",
        "<p title='<meta charset=koi8-r>'><meta charset=gbk>", "<!DOCTYPE html><html><meta/charset=gbk>",
        "<meta charset=nonsense><meta charset=gbk>", "<?xml version='1.0' encoding='gbk'?>",
        "<?xml version=\"1.0\" encoding = \"GB18030\"?>", "<script>if (a < b) c = '</'</script><meta charset=gbk>",
    ])
    func `The character set is read from all forms of declaration in a page`(beginning: String) {
        expect(ProbeResponse(Array(beginning.utf8) + bytes("b5c7c2bc")).decoded.text, beginning + "登录")
    }

    @Test(arguments: [
        "<meta name=charset content=gbk>", "<meta content='text/html; charset=gbk'>", "<meta charset=gbk",
        "<title charset=gbk>", "<!-- <meta charset=gbk>", "<meta charset=\"gbk>", "<meta charset=hz-gb-2312>",
        String(repeating: " ", count: 1024) + "<meta charset=gbk>",
    ])
    func `An invalid declaration of a character set is ignored`(beginning: String) {
        expect(ProbeResponse(Array(beginning.utf8) + bytes("b5c7")).decoded.text, beginning + "µÇ")
    }

    @Test func `A byte order mark precedes the header, and the header precedes the page`() {
        let page = Array("<meta charset=koi8-r>".utf8)
        let marked = ProbeResponse(bytes("fffe 7b76555f"), type: "text/html; charset=gbk")
        expect(marked.decoded.text, "登录")
        expect(ProbeResponse(bytes("feff 767b5f55")).decoded.text, "登录")
        expect(ProbeResponse(bytes("efbbbf") + page).decoded.body, page)
        let headed = ProbeResponse(page + bytes("b5c7c2bc"), type: "text/html; charset=gbk")
        expect(headed.decoded.text, "<meta charset=koi8-r>登录")
    }

    @Test(arguments: [
        "text/html; charset=gbk", "text/html; charset=utf-16", "text/html; charset=us-ascii", "text/html",
    ])
    func `A text in valid UTF-8 stays unchanged under any label`(type: String) {
        for text in ["Zurück 登录", "plain", "", "<meta charset=utf-16>登", "<meta charset=iso-2022-jp>plain"] {
            let response = ProbeResponse(Array(text.utf8), type: type)
            expect(response.decoded, response)
        }
    }

    @Test func `A text without a label is UTF-8 or else windows-1252`() {
        expect(ProbeResponse(bytes("4772c3b6c39f65")).decoded.text, "Größe")
        expect(ProbeResponse(bytes("4772f6df65")).decoded.text, "Größe")
        expect(ProbeResponse(bytes("818d")).decoded.text, "\u{81}\u{8D}")
        expect(ProbeResponse(bytes("4772f6df65"), type: "text/html; charset=nonsense").decoded.text, "Größe")
    }

    @Test func `A page that declares UTF-16 in ASCII bytes is UTF-8`() {
        let page = "<meta charset=utf-16>"
        expect(ProbeResponse(Array(page.utf8) + [0xFF]).decoded.text, page + "\u{FFFD}")
        let labelled = ProbeResponse(Array("plain".utf8) + [0xFC], type: "text/html; charset=utf-16")
        expect(labelled.decoded.text, "plainü")
    }

    @Test func `Markup in UTF-16 is recognized without a mark or label`() {
        expect(ProbeResponse(bytes("3c0070003e007b76")).decoded.text, "<p>登")
        expect(ProbeResponse(bytes("003c0070003e767b"), type: "text/html; charset=utf-8").decoded.text, "<p>登")
    }

    @Test func `Invalid bytes are replaced and do not hide the bytes after them`() {
        func text(_ digits: String, _ charset: String) -> String? {
            ProbeResponse(bytes(digits), type: "text/html; charset=\(charset)").decoded.text
        }
        expect(text("e93c", "utf-8"), "\u{FFFD}<")
        expect(text("b5c7ff3cb5", "gbk"), "登\u{FFFD}<\u{FFFD}")
        expect(text("838d833c", "shift_jis"), "ロ\u{FFFD}<")
        expect(text("fffe00d83c0041", "gbk"), "\u{FFFD}<\u{FFFD}")
        expect(text("fffe3c0000003e00", "gbk"), "<\u{FFFD}>")
    }

    @Test func `The label is ignored if the text has too many invalid bytes`() {
        let page = [UInt8](repeating: 0xFF, count: 5000)
        let decoded = ProbeResponse(page, type: "text/html; charset=gbk").decoded
        expect(decoded.text, String(repeating: "ÿ", count: 5000))
    }

    @Test func `UTF-16 is decoded as by the standard library, including unpaired surrogates`() {
        var random = SplitMix64(seed: 16)
        let units: [UInt16] = [0x41, 0xE9, 0x767B, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFD]
        for _ in 0..<5000 {
            let count = Int.random(in: 0...7, using: &random)
            let text = (0..<count).map { _ in units[Int.random(in: units.indices, using: &random)] }
            let expected = Array(String(decoding: text, as: UTF16.self).utf8)
            let little = text.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            let big = text.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            expect(little.decodedUTF16(.utf16LittleEndian), expected)
            expect(big.decodedUTF16(.utf16BigEndian), expected)
        }
    }

    @Test func `A missing iconv table is not an error`() {
        expect(converted([0x41], from: "NO-SUCH-TABLE"), nil)
        expect(converted([0x41, 0xFC], from: "ISO-8859-1"), Array("Aü".utf8))
    }

    @Test func `A character cut at the limit does not change the character set`() {
        var response = ProbeResponse(bytes("5a7572c3bc636b20e799"))
        expect(response.decoded.text, "ZurÃ¼ck ç™")
        response.completeness = .cutAtLimit
        expect(response.decoded.text, "Zurück \u{FFFD}")
    }

    @Test func `A body that is not a text stays unchanged`() {
        let image = ProbeResponse(bytes("fffe0041"), type: "image/png")
        expect(image.decoded, image)
        expect(ProbeResponse(bytes("fffe4100"), type: nil).decoded.text, "A")
    }
}
