/// A character reference of HTML, such as `&nbsp;`, `&eacute;` or `&#1578;`.
///
/// Pages in other languages than English often contain letters in this form. The names known here are those of Latin-1 and a few
/// for punctuation (HTML Living Standard, "Named character references"); a reference with an unknown name stays unchanged.
package struct CharacterReference {
    package let character: Unicode.Scalar
    /// The size of the reference in bytes, including both of its marks.
    package let byteCount: Int

    /// The maximum size of a resolved reference in bytes; longer ones stay unchanged.
    private static let byteCountMax = 10

    /// The names of the characters from U+00A0 through U+00FF, in order.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
        para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
        Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
        igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
        thorn yuml
        """
    private static let names: [Substring: Unicode.Scalar] = {
        var names: [Substring: Unicode.Scalar] = [
            "amp": "&", "quot": "\"", "apos": "'", "rsquo": "'", "lsquo": "'", "lt": "<", "gt": ">",
        ]
        for (offset, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
            names[name] = Unicode.Scalar(UInt8(0xA0 + offset))
        }
        return names
    }()

    /// Reads the reference at the beginning of a text; `nil` if the text does not begin with one.
    package init?(at text: ArraySlice<UInt8>) {
        let name = text.dropFirst().prefix(Self.byteCountMax).prefix { $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        byteCount = name.count + 2
        if name.first == UInt8(ascii: "#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
            let text = (isHexadecimal ? digits.dropFirst() : digits).text
            guard let number = UInt32(text, radix: isHexadecimal ? 16 : 10), number >= 0x20,
                let scalar = Unicode.Scalar(number)
            else { return nil }
            // The number of the right quotation mark stands for an apostrophe, as its name does.
            character = scalar == "\u{2019}" ? "'" : scalar
        } else {
            guard let scalar = Self.names[Substring(name.text)] else { return nil }
            character = scalar
        }
    }
}
