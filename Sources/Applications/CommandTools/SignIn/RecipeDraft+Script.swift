import ConnectivityCore
import ConnectivityRecords
import ConnectivitySignIn

// What a script sends in place of a form: constants, values of answers before it, and what was typed.

extension RecipeDraft {
    mutating func send(_ step: RecordedVisit.Step) throws(Failure) {
        var send = SignInRecipe.Send()
        send.to = try place(of: step)
        if step.contentType == "application/json" {
            var reader = JSONReader(step.body, byteCountMax: 64 * 1024)
            guard let body = try? reader.document() else { throw Failure(text: "a script sent JSON that is damaged") }
            send.json = fact(body, "value", step)
        } else {
            for (name, text) in step.fields { send.values[name] = value(of: text, name, step) }
        }
        notes.append(
            "a script sent what \(Self.shown(send.to)) received; check which values it took from a page (\"read\")"
        )
        add { $0.send = send }
    }

    /// The path of a request of a script; what no answer before it has was typed.
    private mutating func place(of step: RecordedVisit.Step) throws(Failure) -> SignInRecipe.Place {
        let segments = step.url.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let texts = segments.map { Array($0.utf8)[...].percentDecoded }
        let before = all.prefix { $0 != step }
        let isKnown = texts.map { text in
            let bytes = Array(text.utf8)
            // Shorter ones are parts of an interface, such as `api`.
            return text.utf8.count < 4
                || before.contains { $0.url.path.contains(text) || $0.response?.body.contains(bytes: bytes) == true }
        }
        let isElsewhere = step.url.authority != documents[current].url.authority
        guard isKnown.contains(false) || texts.contains(where: isGenerated) else {
            return .text(isElsewhere ? step.url.withoutQuery.description : step.url.path)
        }
        guard !isElsewhere else { throw Failure(text: "a script put what was typed into the path of another host") }
        var parts: [SignInRecipe.Value] = []
        for (index, text) in texts.enumerated() {
            let name = index > 0 && isKnown[index - 1] ? texts[index - 1] : "code"
            parts.append(isKnown[index] && !isGenerated(text) ? .text(text) : value(of: text, name, step))
        }
        return .segments(parts)
    }

    private static func shown(_ place: SignInRecipe.Place) -> String {
        place.text ?? place.segments.map { if case .text(let text) = $0 { "/\(text)" } else { "/..." } }.joined()
    }

    /// The value of a text that a script sent: a constant of a script, what an answer before it has, or what was typed.
    private mutating func value(of text: String, _ name: String, _ step: RecordedVisit.Step) -> SignInRecipe.Value {
        let before = all.prefix { $0 != step }
        if text.isEmpty || before.contains(where: { !$0.isDocument && $0.quotes(text) }) { return .text(text) }
        if let name = readName(of: text, name, before: step) { return .read(name) }
        return before.contains { $0.quotes(text) } ? .text(text) : .secret(secret(for: name, text, step))
    }

    /// Whether a text looks as if a program had made it, and not a person.
    private func isGenerated(_ text: String) -> Bool {
        text.utf8.count >= 8 && text.contains(where: \.isNumber) && documents.contains { $0.quotes(text) }
    }

    /// The name of a value that the newest answer with it has, which is read there; `nil` if it is in no answer.
    private mutating func readName(of text: String, _ name: String, before sent: RecordedVisit.Step) -> String? {
        for index in documents.prefix(while: { $0 != sent }).indices.reversed() {
            let document = documents[index]
            guard let source = document.source(of: text, isGenerated: isGenerated(text)) else { continue }
            if stepOfDocument[index] == nil {
                guard document.method == .get, document.url.query == nil else { continue }
                add { $0.get = document.url.path }
                add(host: document.url)
                arrive(at: index)
            }
            guard let step = stepOfDocument[index] else { continue }
            if let known = recipe.steps[step].read.first(where: { $0.value == source }) { return known.key }
            let free = free(name, besides: Set(recipe.steps.flatMap(\.read.keys)))
            recipe.steps[step].read[free] = source
            return free
        }
        return nil
    }

    private mutating func fact(_ json: JSON, _ name: String, _ step: RecordedVisit.Step) -> Fact {
        switch json.value {
        case .object(let members):
            var facts = Facts()
            for member in members { facts[member.name] = fact(member.value, member.name, step) }
            return .record(facts)
        case .array(let elements): return .list(elements.map { fact($0, name, step) })
        case .null, .bool: return Fact(json)
        case .string, .integer, .number:
            switch value(of: json.plain, name, step) {
            case .read(let name): return .record(["read": .text(name)])
            case .secret(let name): return .record(["secret": .text(name)])
            case .text, .chap: return Fact(json)
            }
        }
    }
}

extension RecordedVisit.Step {
    /// Whether the answer has a text between quotation marks.
    fileprivate func quotes(_ text: String) -> Bool {
        ["\"\(text)\"", "'\(text)'"].contains { response?.body.contains(bytes: Array($0.utf8)) == true }
    }

    /// The place of a text in the answer: a value of a short JSON body or, if a program made it, between others in a page.
    fileprivate func source(of text: String, isGenerated: Bool) -> SignInRecipe.Source? {
        guard let response, response.body.count <= 64 * 1024 else { return nil }
        var source = SignInRecipe.Source()
        if let tree = JSONBody(response).tree {
            guard isGenerated || text.utf8.count >= 4 && response.body.count <= 4096 else { return nil }
            source.json = tree.pointer(to: text)
            return source.json == nil ? nil : source
        }
        guard isGenerated, isPage, let start = response.body.firstOffset(of: Array(text.utf8)) else { return nil }
        let line = response.body[..<start].suffix(40)
        let after = Array(line[(line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex)...])
        let before = Array(response.body[(start + text.utf8.count)...].prefix(1))
        // The text before it leads to it only if it is there for the first time.
        guard !before.isEmpty, let first = response.body.firstOffset(of: after), first + after.count == start else {
            return nil
        }
        (source.after, source.before) = (String(validUTF8: after[...]), String(validUTF8: before[...]))
        return source.after?.isEmpty == false && source.before != nil ? source : nil
    }
}

extension JSON {
    /// The pointer to the first text or number that is equal to a text (RFC 6901); `nil` without one.
    fileprivate func pointer(to text: String) -> String? {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = element.pointer(to: text) { return "/\(index)\(rest)" }
            }
        case .object(let members):
            for member in members {
                guard let rest = member.value.pointer(to: text) else { continue }
                return "/\(member.name.replacing("~", with: "~0").replacing("/", with: "~1"))\(rest)"
            }
        default: return !text.isEmpty && plain == text ? "" : nil
        }
        return nil
    }

    /// The text of a string or number.
    fileprivate var plain: String {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .number(let text): text
        case .null, .bool, .array, .object: ""
        }
    }
}
