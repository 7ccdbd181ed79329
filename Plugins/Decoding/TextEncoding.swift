enum TextEncoding: Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian, windows1252
    /// An encoding of the C library's tables, by its name there.
    case table(String)

    /// Finds the encoding of a label (WHATWG Encoding, section 4.2); `nil` if browsers do not know or reject the label.
    init?(label: some Collection<UInt8>) {
        guard label.count <= 64 else { return nil }
        let name = String(decoding: label, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        guard let encoding = Self.byLabel[name] else { return nil }
        self = encoding
    }

    private static let byLabel: [String: TextEncoding] = {
        var byLabel: [String: TextEncoding] = [:]
        for (encoding, labels) in table {
            for label in labels.split(whereSeparator: \.isWhitespace) { byLabel[String(label)] = encoding }
        }
        return byLabel
    }()

    /// The labels of each encoding, or of the closest encoding that the C library has.
    private static let table: [(TextEncoding, String)] = [
        (.utf8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"),
        (.utf16LittleEndian, "utf-16le utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff"),
        (.utf16BigEndian, "utf-16be unicodefffe"),
        (
            .windows1252,
            """
            windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 l1
            csisolatin1 ibm819 cp819 ascii us-ascii ansi_x3.4-1968
            """
        ),
        (.table("CP1250"), "windows-1250 cp1250 x-cp1250"),
        (.table("CP1251"), "windows-1251 cp1251 x-cp1251"),
        (.table("CP1253"), "windows-1253 cp1253 x-cp1253"),
        (
            .table("CP1254"),
            """
            windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5
            csisolatin5
            """
        ),
        (.table("CP1255"), "windows-1255 cp1255 x-cp1255"),
        (.table("CP1256"), "windows-1256 cp1256 x-cp1256"),
        (.table("CP1257"), "windows-1257 cp1257 x-cp1257"),
        (.table("CP1258"), "windows-1258 cp1258 x-cp1258"),
        (.table("CP874"), "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"),
        (
            .table("ISO-8859-2"),
            "iso-8859-2 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 csisolatin2"
        ),
        (
            .table("ISO-8859-3"),
            "iso-8859-3 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 csisolatin3"
        ),
        (
            .table("ISO-8859-4"),
            "iso-8859-4 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 csisolatin4"
        ),
        (
            .table("ISO-8859-5"),
            "iso-8859-5 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic csisolatincyrillic"
        ),
        (
            .table("ISO-8859-6"),
            """
            iso-8859-6 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-8859-6-e iso-8859-6-i iso-ir-127 arabic asmo-708
            csiso88596e csiso88596i csisolatinarabic ecma-114
            """
        ),
        (
            .table("ISO-8859-7"),
            """
            iso-8859-7 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 csisolatingreek ecma-118
            elot_928 sun_eu_greek
            """
        ),
        (
            .table("ISO-8859-8"),
            """
            iso-8859-8 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-8859-8-e iso-8859-8-i iso-ir-138 hebrew visual
            logical csiso88598e csiso88598i csisolatinhebrew
            """
        ),
        (.table("ISO-8859-10"), "iso-8859-10 iso8859-10 iso885910 iso-ir-157 latin6 l6 csisolatin6"),
        (.table("ISO-8859-13"), "iso-8859-13 iso8859-13 iso885913"),
        (.table("ISO-8859-14"), "iso-8859-14 iso8859-14 iso885914"),
        (.table("ISO-8859-15"), "iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 csisolatin9"),
        (.table("ISO-8859-16"), "iso-8859-16"),
        (.table("IBM866"), "ibm866 866 cp866 csibm866"),
        (.table("KOI8-R"), "koi8-r koi8_r koi8 koi cskoi8r"),
        (.table("KOI8-U"), "koi8-u koi8-ru"),
        (.table("MACINTOSH"), "macintosh mac x-mac-roman csmacintosh"),
        (.table("MAC-UK"), "x-mac-cyrillic x-mac-ukrainian"),
        (
            .table("GB18030"),
            """
            gb18030 gbk x-gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58
            """
        ),
        (.table("BIG5-HKSCS"), "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
        (.table("EUC-JP-MS"), "euc-jp x-euc-jp cseucpkdfmtjapanese"),
        (.table("CP932"), "shift_jis shift-jis sjis x-sjis ms_kanji csshiftjis ms932 windows-31j"),
        (.table("ISO-2022-JP"), "iso-2022-jp csiso2022jp"),
        (
            .table("UHC"),
            """
            euc-kr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean iso-ir-149 windows-949 cseuckr csksc56011987
            """
        ),
    ]
}
