/// Bodies that are slow to judge: as large as a probe keeps, full of text that a parser has to look at repeatedly.
enum HostileBodies {
    static let byteCount = 262_144

    /// Each part is used twice: repeated until the body is full, and once at the start, followed by a single
    /// repeated byte.
    private static let parts = [
        "<", "<a", "<a ", "<a b=", "<a b='", "</", "&", "&amp;", "&#", "<!--", "<!-- <form>", "<!", "<?", " ", "\n",
        "a", "é",
        "<meta http-equiv=refresh content=", "<form><input ", "<form>", "<input type=password",
        "<iframe src=x width=100%>",
        "<frame src=", "<title>", "<title></title>", "<style>", "<style", "<script>", "<script", "</script", "</scrip",
        "<script>location", "location=", "location.href", "location .replace(", "<body onload=",
        "<WISPAccessGatewayParam>",
        "<LoginURL>", "<MessageType>", "<![CDATA[", "<LoginURL><![CDATA[", "{", "[", "\"", "\\\"", "{\"captive\":",
        "[{\"a\":", "{\"captive\":true,", "1", "-", "is block", "access denie", "Success", "<HTML><HEAD><TITLE>Success",
        "0;url=", "url=", "http://", "..", "/../", "%", "\u{0}", "<a href=\"", "location.assign('", "accès bloqu", "차",
    ]

    static let all: [(name: String, bytes: [UInt8])] = parts.flatMap { part in
        let bytes = Array(part.utf8)
        let repeated = (0..<byteCount).map { bytes[$0 % bytes.count] }
        let opened = bytes + [UInt8](repeating: 0x61, count: byteCount - bytes.count)
        return [("\(part) repeated", repeated), ("\(part) and then nothing", opened)]
    }
}
