import ConnectivityCore
import TestSupport
import Testing

@Suite struct `The encoding of forms` {
    @Test(arguments: [
        ("a b", "a+b"), ("a&b=c", "a%26b%3Dc"), ("é", "%C3%A9"), ("*-._", "*-._"), ("~", "%7E"), ("\n", "%0A"),
        ("", ""),
        ("100 %", "100+%25"),
    ])
    func `A text that is encoded as a form does is read as the same text`(text: String, encoded: String) {
        expect(text.formEncoded, encoded)
        expect("n=\(encoded)".formFields.map(\.value), [text])
    }

    @Test func `Fields keep their order, and one without an equals sign has an empty value`() {
        let fields = "a=1&b&c==2&=3&&a=4%2".formFields
        expect(fields.map(\.name), ["a", "b", "c", "", "a"])
        expect(fields.map(\.value), ["1", "", "=2", "3", "4%2"])
    }

    @Test func `Invalid percent-encoding is left unchanged, and so is a plus sign outside of forms`() {
        expect(Array("%+5%zz%41+".utf8)[...].percentDecoded, "%+5%zzA+")
    }

    @Test func `Octets have two digits each`() { expect([0, 15, 255].hexadecimal, "000fff") }
}
