import ConnectivityCore
package import ConnectivitySignIn

/// The steps and rules of a recipe, in sentences for people.
package struct RecipeOutline {
    private let recipe: SignInRecipe

    package init(_ recipe: SignInRecipe) { self.recipe = recipe }

    package var lines: [String] {
        var lines = ["recipe: \(recipe.name)"]
        if let match = recipe.match {
            var conditions = match.hosts.isEmpty ? [] : ["on \(Self.list(match.hosts))"]
            if let path = match.path { conditions.append("below \(path)") }
            if let vendor = match.vendor { conditions.append("of the vendor \(vendor)") }
            if !match.words.isEmpty { conditions.append("that shows \(Self.list(match.words.map(Self.quoted)))") }
            lines.append("for: a sign-in page \(conditions.joined(separator: ", "))")
        }
        lines.append("asks: \(recipe.hosts.isEmpty ? "the host of the sign-in page alone" : Self.list(recipe.hosts))")
        lines.append(
            "submits: \(recipe.plainHTTP ? "also without TLS, where everybody on the network can read it" : "over https alone")"
        )
        if !recipe.secrets.isEmpty {
            lines.append("secrets: \(Self.list(recipe.secrets)), each to the one host that the rule names")
        }
        if recipe.accepts {
            lines.append("accepts: terms in place of a person, which the rule must state with \"accepts\"")
        }
        lines += steps
        if recipe.steps.last?.expect == nil {
            lines.append("note: the last step has no \"expect\", so that its answer is taken for neither yes nor no")
        }
        return lines
    }

    /// The numbered steps, followed by the log-off steps.
    package var steps: [String] {
        Self.numbered(recipe.steps, "step") + Self.numbered(recipe.logOff ?? [], "log-off step")
    }

    private static func numbered(_ steps: [SignInRecipe.Step], _ word: String) -> [String] {
        steps.enumerated().map { "\(word) \($0 + 1): \(text($1))" }
    }

    private static func text(_ step: SignInRecipe.Step) -> String {
        var text = "does nothing"
        if let place = step.get { text = "gets \(name(ofPlace: place))" }
        if let follow = step.follow {
            if let count = follow.redirects { text = "follows up to \(count) redirect\(count == 1 ? "" : "s")" }
            if let link = follow.link { text = "follows the first link with \(quoted(link))" }
            if follow.refresh { text = "follows the refresh of the page" }
        }
        if let submit = step.submit {
            text = "submits \(submit.form.map(form) ?? "the form that has all these fields")"
            let filled = submit.inputs.sortedByKey.map { "\($0.key) = \(input($0.value))" }
            text += filled.isEmpty ? " as it is" : ": \(filled.joined(separator: ", ")); the other fields as they are"
            if let button = submit.button { text += ", by the button \(quoted(button))" }
        }
        if let send = step.send {
            let filled = send.values.sortedByKey.map { "\($0.key) = \(value($0.value))" }
            let content = send.json != nil ? "JSON" : filled.isEmpty ? "nothing" : filled.joined(separator: ", ")
            text = "sends \(content) to \(name(of: send.to)) (\(send.method.rawValue))"
        }
        if step.terms { text += "; this is the page with the terms" }
        if !step.read.isEmpty { text += "; reads \(list(step.read.keys.sorted()))" }
        if let condition = step.expect { text += "; expects \(self.condition(condition))" }
        return text
    }

    private static func name(ofPlace place: String) -> String {
        switch place {
        case "portal": "the sign-in page"
        case "log-off": "the URL that ends the session"
        default: place
        }
    }

    private static func name(of place: SignInRecipe.Place) -> String {
        switch place {
        case .text(let text): name(ofPlace: text)
        case .segments(let segments):
            segments.map { segment in
                if case .text(let text) = segment { "/\(text)" } else { "/(\(value(segment)))" }
            }.joined()
        }
    }

    private static func form(_ form: SignInRecipe.Form) -> String {
        var conditions: [String] = []
        if let id = form.id { conditions.append("the id \(quoted(id))") }
        if let name = form.name { conditions.append("the name \(quoted(name))") }
        if let action = form.action { conditions.append("a target with \(quoted(action))") }
        if !form.fieldNames.isEmpty { conditions.append("the fields \(list(form.fieldNames))") }
        return conditions.isEmpty ? "the form" : "the form with \(conditions.joined(separator: ", "))"
    }

    private static func input(_ input: SignInRecipe.Input) -> String {
        switch input {
        case .value(let value): self.value(value)
        case .checked(let isChecked): isChecked ? "checked" : "not checked"
        }
    }

    private static func value(_ value: SignInRecipe.Value) -> String {
        switch value {
        case .text(let text): quoted(text)
        case .secret(let name): "the secret \(name)"
        case .read(let name): "what was read as \(name)"
        case .chap(let chap): "the answer to a challenge with the secret \(chap.secret)"
        }
    }

    private static func condition(_ condition: SignInRecipe.Condition) -> String {
        var parts: [String] = []
        if let status = condition.status { parts.append("status \(list(status.map(String.init), "or"))") }
        if let text = condition.contains { parts.append("the text \(quoted(text))") }
        if let text = condition.lacks { parts.append("no text \(quoted(text))") }
        if let json = condition.json { parts.append("certain values at \(list(json.keys.sorted()))") }
        if let redirect = condition.redirect {
            parts.append("a redirect\(redirect.host.map { " to \($0)" } ?? "")\(redirect.path.map { " \($0)" } ?? "")")
        }
        return parts.joined(separator: " and ")
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }

    private static func list(_ words: [String], _ last: String = "and") -> String {
        words.count < 2 ? words.joined() : "\(words.dropLast().joined(separator: ", ")) \(last) \(words.last ?? "")"
    }
}
