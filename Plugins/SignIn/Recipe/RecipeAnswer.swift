import ConnectivityCore

/// The answer to a step of a recipe, as the subject of conditions and values.
struct RecipeAnswer {
    static let valueByteCountMax = 4096

    private let page: PortalAnswer
    private let json: JSON?

    init(_ page: PortalAnswer) {
        self.page = page
        json = JSONBody(page.response).tree
    }

    func meets(_ condition: SignInRecipe.Condition) -> Bool {
        let body = page.response.body
        if let status = condition.status, !status.contains(page.response.status) { return false }
        if let text = condition.contains, !body.contains(bytes: Array(text.utf8)) { return false }
        if let text = condition.lacks {
            guard page.response.completeness == .complete, !body.contains(bytes: Array(text.utf8)) else { return false }
        }
        for (pointer, fact) in condition.json ?? [:] {
            guard let json, let value = (try? JSONPointer(pointer))?.value(in: json), Fact(value) == fact else {
                return false
            }
        }
        return condition.redirect.map(meets) ?? true
    }

    private func meets(_ condition: SignInRecipe.Redirect) -> Bool {
        guard let url = page.redirect else { return false }
        return (condition.host.map { $0 == url.host } ?? true)
            && (condition.path.map { url.path.hasPrefix($0) } ?? true)
            && condition.query.allSatisfy { name, value in url.parameter(name) == value }
    }

    /// Returns the value of a source; `nil` if it is missing, too long or malformed.
    func value(of source: SignInRecipe.Source) -> [UInt8]? {
        let text: [UInt8]?
        if let pointer = source.json {
            text = json.flatMap { (try? JSONPointer(pointer))?.value(in: $0)?.plainText }
        } else if let name = source.query {
            text = (page.redirect?.parameter(name) ?? page.url.parameter(name)).map { Array($0.utf8) }
        } else if let after = source.after, let before = source.before {
            let body = page.response.body
            let start = body.firstOffset(of: Array(after.utf8)).map { $0 + after.utf8.count }
            text = start.flatMap { start in
                body.firstOffset(of: Array(before.utf8), from: start).map { Array(body[start..<$0]) }
            }
        } else {
            text = nil
        }
        guard let text, text.count <= Self.valueByteCountMax else { return nil }
        switch source.encoding {
        case .text: return text
        case .hex: return SignInRecipe.Octets.bytes(ofHex: String(decoding: text, as: UTF8.self))
        case .javascript: return text.unescapedJavaScript
        }
    }
}

extension JSON {
    /// The text of a JSON string, number or truth value.
    fileprivate var plainText: [UInt8]? {
        switch value {
        case .string(let text): Array(text.utf8)
        case .integer, .number, .bool: Array(text.utf8)
        case .null, .array, .object: nil
        }
    }
}

extension [UInt8] {
    /// The octets of a JavaScript string, one per code unit without its upper half, as gateways' scripts digest them.
    fileprivate var unescapedJavaScript: [UInt8]? {
        var output: [UInt8] = []
        var index = 0
        func digits(_ count: Int, radix: Int, from start: Int) -> (value: Int, count: Int) {
            var (value, used) = (0, 0)
            while used < count, start + used < self.count,
                let digit = Character(Unicode.Scalar(self[start + used])).hexDigitValue, digit < radix
            {
                value = value * radix + digit
                used += 1
            }
            return (value, used)
        }
        while index < count {
            guard self[index] == UInt8(ascii: "\\") else {
                // The code unit of a byte beyond ASCII depends on the character set of the page.
                guard self[index] < 0x80 else { return nil }
                output.append(self[index])
                index += 1
                continue
            }
            guard index + 1 < count else { return nil }
            let next = self[index + 1]
            index += 2
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                // At most three digits, and no more than \377.
                let octal = digits(next <= UInt8(ascii: "3") ? 3 : 2, radix: 8, from: index - 1)
                output.append(UInt8(truncatingIfNeeded: octal.value))
                index += octal.count - 1
            case UInt8(ascii: "x"), UInt8(ascii: "u"):
                let wanted = next == UInt8(ascii: "x") ? 2 : 4
                let found = digits(wanted, radix: 16, from: index)
                guard found.count == wanted else { return nil }
                output.append(UInt8(truncatingIfNeeded: found.value))
                index += wanted
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "v"): output.append(0x0B)
            case UInt8(ascii: "f"): output.append(0x0C)
            default: output.append(next)
            }
        }
        return output
    }
}

extension HTTPURL {
    /// The value of the first parameter of a name in the query, as in a form (URL Standard, section 5.1); `nil` without one.
    func parameter(_ name: String) -> String? {
        (query ?? "").formFields.first { $0.name == name }?.value
    }
}

extension PortalAnswer {
    /// The target of a redirect; `nil` for other answers, an error if the target cannot be used.
    var target: HTTPURL? {
        get throws(SignInStop) {
            if let redirect { return redirect }
            guard [301, 302, 303, 307, 308].contains(response.status), response.headers["Location"] != nil else {
                return nil
            }
            throw SignInStop(.signIn("target-unusable"))
        }
    }
}
