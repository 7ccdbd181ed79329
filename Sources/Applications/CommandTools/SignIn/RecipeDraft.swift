import ConnectivityCore
package import ConnectivityRecords
package import ConnectivitySignIn

/// A recipe from the recording of a person's sign-in in a browser, without the person's input.
///
/// It is a draft: a browser runs scripts, and the sign of success is a guess. The notes list the unknown parts.
package struct RecipeDraft {
    /// The reason for a missing recipe.
    package struct Failure: Error {
        package let text: String
    }

    package internal(set) var recipe = SignInRecipe()
    /// Notes for the user of the recipe.
    package internal(set) var notes: [String] = []
    /// The receiving host of each secret.
    package private(set) var receivers: [String: String] = [:]

    let documents: [RecordedVisit.Step]
    let all: [RecordedVisit.Step]
    /// The person's input, by the name of its secret.
    private var typed: [(name: String, value: String)] = []
    private var hosts: [String] = []
    /// The index of the current document of the recipe.
    var current = 0
    /// The step of the recipe that has a document as its answer.
    var stepOfDocument: [Int: Int] = [:]

    /// Creates a recipe from a recorded visit; without a name, the recipe has the host of the portal.
    package init(_ visit: RecordedVisit, name: String?) throws(Failure) {
        all = visit.steps
        documents = visit.steps.filter(\.isDocument)
        let submissions = documents.indices.filter { isSubmission($0) }
        guard let first = submissions.first, let last = submissions.last else {
            throw Failure(text: "nothing was submitted in what was recorded")
        }
        let begin = documents[..<first].firstIndex { $0.url.host == documents[first].url.host }
        let start = page(before: first) ?? begin ?? first
        let portal = documents[start].url
        recipe.name = name ?? portal.host
        var match = SignInRecipe.Match()
        match.hosts = [portal.host]
        recipe.match = match
        add(host: portal)
        add { $0.get = "portal" }
        if documents[..<start].contains(where: { $0.response?.isRedirect == true }) { follow(redirects: 3) }
        arrive(at: start)
        var index = page(before: first) == nil ? first : start + 1
        while index <= last {
            if submissions.contains(index) { try submit(index) } else { visitPage(index, submissions) }
            index += 1
        }
        followAnswer(to: last)
        expect()
        recipe.hosts = hosts
        try check()
    }

    mutating func arrive(at index: Int) {
        current = index
        stepOfDocument[index] = recipe.steps.count - 1
    }

    // MARK: Steps

    /// Whether a person, or a script for them, sent a part of the sign-in.
    private func isSubmission(_ index: Int) -> Bool {
        let step = documents[index]
        guard let form = form(of: index)?.form else {
            // A script's requests to another host have another purpose.
            return step.method == .post && documents[..<index].contains { $0.url.host == step.url.host }
        }
        return step.method == .post || form.fields.contains { $0.isText || $0.kind == .checkbox }
    }

    /// The newest earlier page with a form for a request, and the form.
    private func form(of index: Int) -> (page: Int, form: PortalForm)? {
        let step = documents[index]
        let names = Set(step.fields.map(\.name))
        for earlier in documents[..<index].indices.reversed() {
            guard let response = documents[earlier].response, documents[earlier].isPage else { continue }
            let forms = PortalForms(response.body)
            let found = forms.forms.first { form in
                guard (form.method == .post) == (step.method == .post), form.isURLEncoded else { return false }
                let known = Set(form.fields.map(\.name))
                let isFilled = names.isEmpty || !names.isDisjoint(with: known)
                let targets = [nil] + form.buttons.map(Optional.some)
                return isFilled
                    && targets.contains { button in
                        let target = try? forms.target(of: form, with: button, on: documents[earlier].url)
                        return target?.withoutQuery == step.url.withoutQuery
                    }
            }
            if let found { return (earlier, found) }
        }
        return nil
    }

    private func page(before index: Int) -> Int? { form(of: index)?.page }

    private mutating func follow(redirects count: Int) {
        var follow = SignInRecipe.Follow()
        follow.redirects = count
        add { $0.follow = follow }
    }

    mutating func add(_ set: (inout SignInRecipe.Step) -> Void) {
        var step = SignInRecipe.Step()
        set(&step)
        recipe.steps.append(step)
    }

    /// Adds the steps that lead to a page with a later submission.
    private mutating func visitPage(_ index: Int, _ submissions: [Int]) {
        let isNeeded = submissions.contains { $0 > index && page(before: $0) == index }
        let url = documents[index].url
        // A redirect is followed together with its request.
        guard isNeeded, index != current else { return }
        if isRedirected(to: index) {
            follow(redirects: 3)
        } else if let link = link(to: url) {
            var follow = SignInRecipe.Follow()
            follow.link = link
            add { $0.follow = follow }
        } else {
            add { $0.get = url.path }
            if url.query != nil { notes.append("\(url.path) was asked with a query, which the recipe leaves out") }
        }
        add(host: url)
        arrive(at: index)
    }

    /// Whether redirects lead from the current document to another one.
    private func isRedirected(to index: Int) -> Bool {
        var url = documents[current].url
        for step in documents[current..<index] where step.url == url {
            if let target = step.target { url = target }
        }
        return url == documents[index].url && url != documents[current].url
    }

    /// The path of the current page's link to a URL; `nil` without such a link.
    private func link(to url: HTTPURL) -> String? {
        guard let body = documents[current].response?.body else { return nil }
        let links = Page(body).links.filter { (try? documents[current].url.resolving($0)) == url }
        return links.isEmpty ? nil : url.path
    }

    /// Adds the redirects after the last request that the browser followed.
    private mutating func followAnswer(to index: Int) {
        var last = index
        while let next = documents[last].target, hosts.contains(next.authority),
            let found = documents[(last + 1)...].firstIndex(where: { $0.url == next })
        {
            last = found
        }
        if last != index {
            follow(redirects: 3)
            arrive(at: last)
        } else if let target = documents[index].target, hosts.contains(target.authority) {
            notes.append("the browser was closed before it followed the last redirect, to \(target.path)")
        }
    }

    private mutating func submit(_ index: Int) throws(Failure) {
        let step = documents[index]
        if let (page, form) = form(of: index) {
            // The page may have been loaded later, for example in a frame.
            if page != current { visitPage(page, [index]) }
            try fillIn(form, on: page, for: step)
        } else {
            try send(step)
        }
        add(host: step.url)
        if step.url.scheme == .http { recipe.plainHTTP = true }
        arrive(at: index)
    }

    // MARK: Forms

    private mutating func fillIn(_ form: PortalForm, on page: Int, for step: RecordedVisit.Step) throws(Failure) {
        var submit = SignInRecipe.Submit()
        let sent = step.fields
        var hasTyped = false
        for field in form.fields where !field.name.isEmpty && !field.isDisabled {
            let values = sent.filter { $0.name == field.name }.map(\.value)
            switch field.kind {
            case .text, .password, .email, .tel, .textarea:
                guard let value = values.first, value != field.value, !value.isEmpty else { continue }
                hasTyped = true
                submit.inputs[field.name] = .value(
                    .secret(secret(for: field.kind == .password ? "password" : field.name, value, step))
                )
            case .checkbox:
                let isSent = values.contains(field.value)
                guard isSent != field.isChecked else { continue }
                submit.inputs[field.name] = .checked(isSent)
                if isSent { recipe.accepts = true }
            case .radio:
                guard values.contains(field.value), !field.isChecked else { continue }
                submit.inputs[field.name] = .value(.text(field.value))
            case .select:
                let standard = field.options.first { $0.isSelected } ?? field.options.first
                guard let value = values.first, value != standard?.value,
                    field.options.contains(where: { $0.value == value })
                else { continue }
                submit.inputs[field.name] = .value(.text(value))
            case .hidden:
                guard let value = values.first, value != field.value else { continue }
                notes.append(
                    "the hidden field \(field.name.printable(limit: 60)) was changed by a script, perhaps to a digest of a password; "
                        + "the recipe sends it as the page has it"
                )
            case .submit, .other: continue
            }
        }
        let known = Set(form.fields.map(\.name))
        for (name, _) in sent where !known.contains(name) {
            notes.append("a script added the field \(name.printable(limit: 60)), which the recipe does not send")
        }
        let buttons = form.buttons
        if buttons.count > 1 {
            submit.button =
                buttons.first { button in sent.contains { $0.name == button.name && !button.name.isEmpty } }?.name
        }
        let siblings = documents[page].response.map { PortalForms($0.body).forms.count } ?? 1
        if siblings > 1 { submit.form = Self.description(of: form, submit) }
        if !hasTyped, recipe.secrets.isEmpty { recipe.accepts = true }
        add { $0.submit = submit }
    }

    private static func description(of form: PortalForm, _ submit: SignInRecipe.Submit) -> SignInRecipe.Form {
        var description = SignInRecipe.Form()
        if !form.id.isEmpty {
            description.id = form.id
        } else if !form.name.isEmpty {
            description.name = form.name
        } else {
            description.fieldNames = form.fields.map(\.name).filter { !$0.isEmpty }.prefix(4).map(\.self)
        }
        return description
    }

    /// The name of the secret for a value of the person.
    mutating func secret(for name: String, _ value: String, _ step: RecordedVisit.Step) -> String {
        if let known = typed.first(where: { $0.value == value }) { return known.name }
        let free = free(name, besides: Set(typed.map(\.name)))
        typed.append((free, value))
        receivers[free] = step.url.authority
        return free
    }

    /// The name, or the name with a number if it is taken.
    func free(_ name: String, besides taken: Set<String>) -> String {
        var (free, number) = (name, 2)
        while taken.contains(free) { (free, number) = ("\(name)-\(number)", number + 1) }
        return free
    }

    // MARK: The end

    mutating func add(host url: HTTPURL) {
        if !hosts.contains(url.authority) { hosts.append(url.authority) }
    }

    /// Guesses the sign of the last answer.
    private mutating func expect() {
        guard let index = recipe.steps.indices.last, let response = documents[current].response else { return }
        var condition = SignInRecipe.Condition()
        condition.status = [response.status]
        if let target = documents[current].target, hosts.contains(target.authority) {
            var redirect = SignInRecipe.Redirect()
            (redirect.host, redirect.path) = (target.host, target.path)
            condition.redirect = redirect
        } else if let text = sign(missingIn: response.body) {
            condition.lacks = text
        } else {
            notes.append("\"expect\" of the last step has the status alone; add what only a success shows")
        }
        recipe.steps[index].expect = condition
    }

    /// The form's field name as the pages with the form write it, if it is missing in the last page.
    private func sign(missingIn body: [UInt8]) -> String? {
        let names = recipe.steps.flatMap { Array($0.submit?.inputs.keys ?? [:].keys) }.sorted()
        let texts = names.flatMap { ["name=\"\($0)\"", "name='\($0)'", "name=\($0)"] }
        return texts.first { text in
            let bytes = Array(text.utf8)
            return !body.contains(bytes: bytes)
                && documents.contains { $0.response?.body.contains(bytes: bytes) == true }
        }
    }

    /// Checks that the recipe is usable and contains no input of the person.
    private func check() throws(Failure) {
        let text = recipe.text
        // Shorter texts occur by chance.
        for (name, value) in typed where value.utf8.count >= 4 {
            let written = JSON.string(value).text.dropFirst().dropLast()
            guard !text.contains(written) else {
                throw Failure(
                    text: "the recipe would have what was typed as \(name.printable(limit: 60)), and is not written"
                )
            }
        }
        do throws(RecipeFault) {
            _ = try SignInRecipe(parsing: Array(text.utf8))
        } catch {
            throw Failure(text: "what was recorded makes no recipe: \(error)")
        }
    }
}

extension RecordedVisit.Step {
    /// Whether the answer is a page; without a type, by its beginning, as browsers do.
    var isPage: Bool {
        guard let response else { return false }
        guard let type = response.headers["Content-Type"]?.lowercased() else {
            return response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        }
        return type.contains("html")
    }

    /// Whether the step is not a picture, a style or a script.
    var isDocument: Bool {
        if method == .post || isPage { return true }
        guard let response else { return false }
        return response.isRedirect || response.headers["Content-Type"]?.lowercased().contains("json") == true
    }

    fileprivate var target: HTTPURL? {
        guard let response, response.isRedirect, let location = response.headers["Location"] else { return nil }
        return try? url.resolving(location)
    }
}

extension ProbeResponse {
    fileprivate var isRedirect: Bool { (300..<400).contains(status) && headers["Location"] != nil }
}
