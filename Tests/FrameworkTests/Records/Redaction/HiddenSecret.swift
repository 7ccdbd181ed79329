import ConnectivityCore
import ConnectivityRedaction

/// A secret in a container, which a redaction must find.
struct HiddenSecret: CustomStringConvertible {
    /// The container, its escaping, and the name or spelling of the secret.
    let description: String
    let bytes: [UInt8]
    /// Whether the bytes are the value of a header field.
    let isField: Bool
    /// Parts of the secret, of which none may be left, however it is escaped.
    let traces: [String]

    /// Returns the parts that are left in a text after its escapes are resolved.
    func left(in redacted: [UInt8]) -> [String] {
        // UTF-16 text here has a zero in every other byte.
        let narrow = redacted.filter { $0 != 0 }
        let text = String(decoding: DecodedText(narrow).bytes, as: UTF8.self).lowercased()
        return traces.filter { text.contains($0.lowercased()) }
    }
}

/// A place in which a name and a secret value can stand.
struct Container: Sendable {
    let label: String
    var isField = false
    var isJSON = false
    /// Puts a name and an unescaped value into the container.
    let text: @Sendable (_ name: String, _ value: String) -> String

    static let named: [Container] =
        json + urls + markup + scripts + [
            Container(label: "field", isField: true) { #"Digest realm="r", \#($0)="\#(json($1))", qop=auth"# },
            Container(label: "field, no quotes", isField: true) { "Digest realm=r, \($0)=\(percent($1)), qop=auth" },
            Container(label: "location", isField: true) { "https://p.example/a?x=1&\($0)=\(percent($1))&y=2" },
        ]

    private static let json: [Container] = [
        Container(label: "member", isJSON: true) { #"{"captive": true, "\#($0)": "\#(json($1))", "a": 1}"# },
        Container(label: "member, tight", isJSON: true) { #"{"\#($0)":"\#(json($1))"}"# },
        Container(label: "nested member", isJSON: true) { #"{"a":{"b":[{"c":1,"\#($0)" : "\#(json($1))"}]}}"# },
        Container(label: "list", isJSON: true) { #"{"\#($0)": ["\#(json($1))", "\#(json($1))"], "n": 0}"# },
        Container(label: "object", isJSON: true) { #"{"\#($0)": {"value": "\#(json($1))", "ttl": 1}}"# },
        Container(label: "deep object", isJSON: true) { #"{"\#($0)": {"a": [{"b": "\#(json($1))"}]}, "n": 0}"# },
        Container(label: "escaped name", isJSON: true) { #"{"\#(units($0))": "\#(json($1))"}"# },
        Container(label: "escaped value", isJSON: true) { #"{"\#($0)": "\#(units($1))"}"# },
        Container(label: "JSON in JSON", isJSON: true) {
            #"{"state": "\#(json(#"{"\#($0)": "\#(json($1))"}"#))", "n": 0}"#
        },
        Container(label: "JSON that was cut") { #"{"a": 1, "\#($0)": "\#(json($1))"# },
        Container(label: "URL in JSON", isJSON: true) {
            #"{"url": "\#("https://p.example/?\($0)=\(percent($1))&a=1".replacing("/", with: "\\/"))"}"#
        },
        Container(label: "URL of Go", isJSON: true) {
            #"{"url": "https://p.example/?a=1\u0026\#($0)=\#(percent($1))"}"#
        },
    ]

    private static let urls: [Container] = [
        Container(label: "query") { "see https://p.example/?\($0)=\(percent($1))&b=1" },
        Container(label: "second parameter") { "see https://p.example/?b=1&\($0)=\(percent($1)) now" },
        Container(label: "fragment") { "https://p.example/#\($0)=\(percent($1))" },
        Container(label: "path parameter") { "https://p.example/a;\($0)=\(percent($1))" },
        Container(label: "form") { "\($0)=\(percent($1))&b=1" },
        Container(label: "brackets") { "a=1&user[\($0)]=\(percent($1))&b=1" },
        Container(label: "encoded brackets") { "user%5B\($0)%5D=\(percent($1))&b=1" },
        Container(label: "brackets behind") { "?\($0)[value]=\(percent($1))&b=1" },
        Container(label: "list in a form") { "?\($0)[]=\(percent($1))&b=1" },
        Container(label: "dots") { "?a=1&account.\($0)=\(percent($1))&b=1" },
        Container(label: "encoded name") { "https://p.example/?\(percentAll($0))=\(percent($1))&b=1" },
        Container(label: "URL in a URL") {
            "https://p.example/?next=\(percent("https://q.example/?a=1&\($0)=\(percent($1))&b=2"))&c=3"
        },
        Container(label: "URL in a URL in a URL") {
            "https://p.example/?n=\(percent("https://q.example/?n=\(percent("https://r.example/?\($0)=\(percent($1))&b=2"))"))"
        },
    ]

    private static let markup: [Container] = [
        Container(label: "input") { #"<input type="hidden" name="\#($0)" value="\#(html($1))"><p>Sign in</p>"# },
        Container(label: "input, value first") { #"<input value='\#(html($1))' name='\#($0)'/>"# },
        Container(label: "input, no quotes") { "<input name=\($0) value=\(percent($1))>" },
        Container(label: "textarea") { "<textarea rows=2 name=\($0)>\(html($1))</textarea>" },
        Container(label: "meta") { #"<meta name="\#($0)" content="\#(html($1))">"# },
        Container(label: "attribute") { #"<body data-\#($0)="\#(html($1))">"# },
        Container(label: "attribute, no quotes") { "<session \($0)=\(percent($1))>" },
        Container(label: "link") { #"<a href="/?a=1&amp;\#($0)=\#(html(percent($1)))&amp;b=2">Sign in</a>"# },
        Container(label: "JSON in an attribute") { #"<div data-x="\#(html(#"{"\#($0)":"\#(json($1))"}"#))">"# },
        Container(label: "element") { "<a><\($0)>\(html($1))</\($0)></a>" },
        Container(label: "element with attribute") { #"<\#($0) type="1">\#(html($1))</\#($0)>"# },
        Container(label: "namespace") { "<w:\($0) xmlns:w='u'>\n  \(html($1))\n</w:\($0)>" },
        Container(label: "CDATA") { "<\($0)><![CDATA[\($1)]]></\($0)>" },
        Container(label: "inner element") { "<\($0)><value>\(html($1))</value></\($0)>" },
        Container(label: "named element") { #"<field name="\#($0)">\#(html($1))</field>"# },
        Container(label: "property") { #"<property key="\#($0)" value="\#(html($1))"/>"# },
        Container(label: "property list") { "<dict><key>\($0)</key>\n<string>\(html($1))</string></dict>" },
        Container(label: "XML that was cut") { "<a><\($0)>\(html($1))" },
    ]

    private static let scripts: [Container] = [
        Container(label: "script") { "<script>var a = {\($0): '\(json($1))', b: 1};</script>" },
        Container(label: "assignment") { "<script>\($0) = \"\(json($1))\";</script>" },
        Container(label: "template") { "x = { \"\($0)\": `\(json($1))` }" },
        Container(label: "arrow") { "['\($0)' => '\(json($1))']" },
    ]

    // MARK: Escapes

    static func json(_ text: String) -> String {
        text.map { "\"\\'`".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    static func units(_ text: String) -> String {
        text.utf16.map {
            "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
        }.joined()
    }

    static func percent(_ text: String) -> String {
        text.utf8.map {
            ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || "-_.~".utf8.contains($0)
                ? String(Unicode.Scalar($0)) : hexadecimal($0)
        }.joined()
    }

    static func percentAll(_ text: String) -> String { text.utf8.map(hexadecimal).joined() }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "%0" : "%") + String(byte, radix: 16) }

    static func html(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(character)
            }
        }
        .joined()
    }

    /// The encodings of a whole container.
    static let encodings: [(label: String, bytes: @Sendable (String) -> [UInt8])] = [
        ("plain", { Array($0.utf8) }),
        ("in JSON", { Array("{\"m\": \"\(json($0))\"}".utf8) }),
        ("in HTML", { Array("<pre>\(html($0))</pre>".utf8) }),
        ("percent", { Array("https://p.example/?q=\(percent($0))".utf8) }),
        ("percent twice", { Array(percent(percent($0)).utf8) }),
        ("UTF-16LE", { [0xFF, 0xFE] + wide($0) }),
        ("UTF-16BE", { [0xFE, 0xFF] + wide($0, isLittleEndian: false) }),
        ("UTF-16LE without mark", { wide($0) }),
    ]

    private static func wide(_ text: String, isLittleEndian: Bool = true) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
            return isLittleEndian ? [low, high] : [high, low]
        }
    }
}

extension HiddenSecret {
    /// A piece that no container has by itself.
    private static func piece(_ random: inout some RandomNumberGenerator, _ count: Int = 5) -> String {
        String((0..<count).map { _ in "bcdfghjkmnqrtvwxz".randomElement(using: &random) ?? "q" })
    }

    /// The text between the two pieces of a value: nothing, or characters that containers escape.
    private static let joints = [
        "", "\"", "&", "<", "/", "'", " ", "+", "\\", "=", "ü", "%", "a&b=c", "\"},{\"", "#", "_", ",", ";",
    ]

    /// Returns secrets with listed names, in every container and every encoding of it.
    static func named(seed: UInt64, count: Int) -> [HiddenSecret] {
        var random = SplitMix64(seed: seed)
        let names = SecretNames.parameters.map { pattern in
            pattern.hasPrefix("*")
                ? "guest\(pattern.dropFirst())" : pattern.hasSuffix("*") ? "\(pattern.dropLast())-no" : pattern
        }
        var secrets: [HiddenSecret] = []
        while secrets.count < count {
            for container in Container.named {
                for encoding in Container.encodings where !container.isField || encoding.label == "plain" {
                    var name = names.randomElement(using: &random) ?? "token"
                    if Bool.random(using: &random), container.label != "property list" { name = name.uppercased() }
                    let joint = joints.randomElement(using: &random) ?? ""
                    let (head, tail) = (piece(&random), piece(&random))
                    let value = head + (joint) + tail
                    let text = container.text(name, value)
                    secrets.append(
                        HiddenSecret(
                            description: "\(name) = \(value) as \(container.label), \(encoding.label): \(text)",
                            bytes: encoding.bytes(text),
                            isField: container.isField,
                            traces: [head, tail]
                        )
                    )
                }
            }
        }
        return secrets
    }

    // MARK: Shapes

    /// Sentences, pages and data in which a secret can stand without a name.
    private static let surroundings: [@Sendable (String) -> String] = [
        { "Device \($0) is known." }, { "(\($0))" }, { #"{"a": "\#(Container.json($0))", "b": [1]}"# },
        { "<p>Welcome, \(Container.html($0))!</p>" }, { "https://p.example/?a=\(Container.percent($0))&b=1" },
        { "https://p.example/?u=\(Container.percent("https://q.example/?a=\(Container.percent($0))"))" },
        { #"{"a": "\#(Container.units($0))"}"# }, { "<a href='/x?d=\(Container.html(Container.percent($0)))'>" },
    ]

    /// Returns secrets of promised shapes, in every spelling, surrounding and encoding.
    static func shaped(seed: UInt64) -> [HiddenSecret] {
        var random = SplitMix64(seed: seed)
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in "23456789".randomElement(using: &random) ?? "2" })
        }
        func octets(_ count: Int) -> [String] {
            (0..<count).map { place in
                let first = "bcde".randomElement(using: &random) ?? "b"
                return place % 2 == 0 ? "\(first)\(digits(1))" : "\(digits(1))\(first)"
            }
        }
        func pairs(_ octets: [String]) -> [String] {
            stride(from: 0, to: octets.count, by: 2).map { octets[$0] + octets[$0 + 1] }
        }
        var found: [(label: String, secret: String, traces: [String])] = []
        for separator in [":", "-", ".", "_", " ", ",", ", "] {
            for count in [6, 8] {
                let address = octets(count)
                let text = address.joined(separator: separator)
                found.append(("\(count) octets", text, [address.suffix(3).joined(separator: separator)]))
                found.append(("upper case", text.uppercased(), [address.suffix(3).joined(separator: separator)]))
            }
        }
        for separator in [",", ", ", " "] {
            let address = octets(6)
            found.append(
                (
                    "0x", address.map { "0x" + $0 }.joined(separator: separator),
                    [address[4] + separator + "0x" + address[5]]
                )
            )
        }
        for separator in [".", "-"] {
            for count in [6, 8] {
                let words = pairs(octets(count))
                found.append(
                    ("words", words.joined(separator: separator), [words.suffix(2).joined(separator: separator)])
                )
            }
        }
        let (run, wide, interface, host) = (octets(6).joined(), octets(8).joined(), octets(6).joined(), octets(6))
        found += [("run", run, [run]), ("long run", wide, [wide]), ("interface", "enx\(interface)", [interface])]
        found += [("halves", "\(run.prefix(6))-\(run.suffix(6))", [String(run.suffix(6))])]
        let suffix = "\(host[3]):\(host[4])\(host[5])"
        found.append(("IPv6", "2001:db8::\(host[0])\(host[1]):\(host[2])ff:fe\(suffix)", ["fe\(suffix)"]))
        for groups in [[2, 6, 6, 1], [6, 2, 6, 1], [2, 6, 6], [15], [3, 2, 10], [20]] {
            for separator in ["-", " ", ".", "/"] {
                let number = groups.map(digits)
                found.append(
                    ("device number", number.joined(separator: separator), [number.joined(separator: separator)])
                )
            }
        }
        for separator in ["-", " "] {
            let number = ["89" + digits(2), digits(4), digits(4), digits(4), digits(3)]
            found.append(("ICCID", number.joined(separator: separator), [number[1], number[3]]))
        }
        for separator in [",", ", ", ";", " ", "/"] {
            let (latitude, longitude) = ("52.\(digits(6))", "-13.\(digits(5))")
            found.append(("position", latitude + separator + longitude, [latitude, longitude]))
        }
        let (person, code) = (piece(&random), digits(3))
        found.append(("e-mail", "\(person).g@mail.example", [person]))
        for word in ["Room", "room no.", "Zimmer", "Room #", "seat", "Seat number"] {
            found.append((word, "\(word) \(code)", [code]))
        }
        found.append(("seat", "seat \(digits(1))7K", ["7K"]))
        let (user, password) = (piece(&random), piece(&random))
        found.append(("user info", "http://\(user):\(password)@h.example/", [user, password]))
        found.append(
            (
                "user info", "http://\(user):\(Container.percent("/" + password + "@" + user))@h.example/",
                [user, password]
            )
        )
        let token = piece(&random, 12)
        found.append(("JWT", "eyJhbGciOiJIUzI1NiJ9.eyJ\(token).\(token)", [token]))
        found.append(("UUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", ["a765"]))
        return found.flatMap { shape in
            let besides: [@Sendable (String) -> String] =
                shape.secret.contains(" ") ? [] : [{ "Device \($0) 1a2b-3c 47:11." }]
            return (surroundings + besides).flatMap { surrounding in
                Container.encodings.map { encoding in
                    let text = surrounding(shape.secret)
                    return HiddenSecret(
                        description: "\(shape.label), \(encoding.label): \(text)",
                        bytes: encoding.bytes(text),
                        isField: false,
                        traces: shape.traces
                    )
                }
            }
        }
    }
}
