import ConnectivityCore

struct RecipeRun {
    private let recipe: SignInRecipe
    @Shared private var occasion: SignInOccasion
    private let visit: PortalVisit
    private let portal: HTTPURL
    private var page: PortalAnswer?
    private var lastMethod = HTTPQuestion.Method.get
    /// The read values, by name.
    private var values: [String: [UInt8]] = [:]
    private var terms: TermsPage
    private var termsDigest: String?
    private var wordsAreChecked = false

    /// Creates a run; throws the reason why the recipe is not for this portal, and then nothing is sent.
    init(
        _ recipe: SignInRecipe,
        for occasion: SignInOccasion,
        at portal: HTTPURL?,
        through visit: PortalVisit
    ) throws(SignInStop) {
        guard let portal else { throw SignInStop(.signIn("no-page")) }
        (self.recipe, self.occasion, self.portal, self.visit) = (recipe, occasion, portal, visit)
        terms = TermsPage(occasion.accepts, digest: recipe.termsDigest)
        if recipe.accepts, occasion.accepts == nil, occasion.purpose != .logOff {
            throw SignInStop(.signIn("terms-not-accepted"))
        }
        guard let match = recipe.match, occasion.purpose != .logOff else { return }
        func check(_ holds: Bool, _ what: String) throws(SignInStop) {
            guard holds else { throw SignInStop(.signIn("recipe-mismatch", ["what": .text(what)])) }
        }
        try check(match.hosts.isEmpty || match.hosts.contains { NamePatterns.isHost(portal.host, in: $0) }, "hosts")
        try check(match.path.map { portal.path.hasPrefix($0) } ?? true, "path")
        try check(match.vendor.map { $0.lowercased() == occasion.portal.vendor?.lowercased() } ?? true, "vendor")
    }

    mutating func signIn() async throws(SignInStop) -> SignInOutcome {
        if let outcome = try await run(recipe.steps) { return outcome }
        let isChecked = recipe.steps.last?.expect != nil
        let facts: Facts = ["recipe": .text(recipe.name)]
        var outcome = SignInOutcome(isChecked ? .accepted : .unclear, .signIn(isChecked ? "done" : "unchecked", facts))
        outcome.termsDigest = termsDigest
        outcome.sessionLength = sessionLength
        if let name = recipe.logOffURL { outcome.logOffURL = logOffURL(named: name) }
        return outcome
    }

    mutating func logOff() async throws(SignInStop) -> SignInOutcome {
        var isChecked = false
        if let steps = recipe.logOff {
            if let outcome = try await run(steps) { return outcome }
            isChecked = steps.last?.expect != nil
        } else if let url = occasion.last?.logOffURL {
            try await get(url)
        } else {
            throw SignInStop(.signIn("log-off-unknown"))
        }
        return SignInOutcome(isChecked ? .accepted : .unclear, .signIn("logged-off"))
    }

    // MARK: Steps

    /// Runs steps; returns an outcome if the portal refused or did not answer as expected.
    private mutating func run(_ steps: [SignInRecipe.Step]) async throws(SignInStop) -> SignInOutcome? {
        for (index, step) in steps.enumerated() {
            let number = Int64(index + 1)
            try await run(step, isLast: index == steps.count - 1)
            guard let page else { throw SignInStop(.signIn("no-page")) }
            let answer = RecipeAnswer(page)
            if page.redirect == nil { try checkWords(page) }
            if step.terms { try terms.read(page) }
            if (step.refused + recipe.refused).contains(where: answer.meets) {
                return SignInOutcome(.refused, .signIn("refused", ["step": .integer(number)]))
            }
            if let condition = step.expect, !answer.meets(condition) {
                let facts: Facts = ["step": .integer(number), "status": .integer(Int64(page.response.status))]
                return SignInOutcome(.unclear, .signIn("unexpected-answer", facts))
            }
            for (name, source) in step.read.sortedByKey {
                guard let value = answer.value(of: source) else {
                    throw SignInStop(.signIn("value-missing", ["value": .text(name), "step": .integer(number)]))
                }
                values[name] = value
            }
        }
        return nil
    }

    private mutating func run(_ step: SignInRecipe.Step, isLast: Bool) async throws(SignInStop) {
        if let place = step.get {
            try await get(try url(of: place))
        } else if let follow = step.follow {
            try await run(follow, isLast: isLast)
        } else if let submit = step.submit {
            try await run(submit)
        } else if let send = step.send {
            try await run(send)
        }
    }

    private mutating func run(_ follow: SignInRecipe.Follow, isLast: Bool) async throws(SignInStop) {
        guard let start = page else { throw SignInStop(.signIn("no-page")) }
        if let count = follow.redirects {
            for _ in 0..<count {
                guard let page, let target = try page.target else { return }
                guard lastMethod == .get || ![307, 308].contains(page.response.status) else {
                    // The body would be sent again, to the portal's choice of a host.
                    throw SignInStop(.signIn("redirect-keeps-body", ["host": .text(target.host)]))
                }
                // The last redirect of a portal usually leads to the originally requested URL.
                if isLast, !isPermitted(target) { return }
                try await get(target)
            }
            return
        }
        let content = Page(start.response.body)
        let reference = follow.refresh ? content.refresh : content.links.first { $0.contains(follow.link ?? "") }
        guard let reference else { throw SignInStop(.signIn("link-missing")) }
        let target: HTTPURL
        do throws(HTTPURL.Fault) {
            let base = try PortalForms(start.response.body).base(on: start.url)
            target = try base.resolving(reference).fromNetwork(askedAt: start.url)
        } catch {
            throw SignInStop(.signIn("target-unusable", ["detail": .text("\(error)")]))
        }
        try await get(target)
    }

    private mutating func run(_ submit: SignInRecipe.Submit) async throws(SignInStop) {
        guard let page else { throw SignInStop(.signIn("no-page")) }
        let forms = try PortalForms(readable: page)
        let form = try forms.form(for: submit)
        try readTerms(page)
        let button = try form.button(for: submit)
        let url = try forms.url(of: form, with: button, on: page)
        var filled = FilledForm(form, button)
        for (name, input) in submit.inputs.sortedByKey {
            switch input {
            case .checked(let isChecked): try filled.check(name, isChecked)
            case .value(let value): try filled.fill(name, try self.value(value))
            }
        }
        let request = PortalRequest(url, method: filled.method, content: .form(try filled.fields()))
        // An attacker who can change a page without TLS chooses its target and its hidden fields.
        guard request.secrets.isEmpty || page.url.scheme == .https || recipe.plainHTTP || url.scheme == .http else {
            throw SignInStop(.signIn("page-unverified", ["host": .text(page.url.authority)]))
        }
        try await send(request)
    }

    private mutating func run(_ send: SignInRecipe.Send) async throws(SignInStop) {
        if let page { try readTerms(page) }
        let segments = try send.to.segments.map { segment throws(SignInStop) in try value(segment) }
        let path = send.to.segments.map { "/" + $0.shown.percentEncoded }.joined()
        var request = PortalRequest(try url(of: send.to.text ?? path), method: send.method == .get ? .get : .post)
        request.segments = segments
        if let json = send.json {
            var parts: [PortalRequest.Part] = []
            try append(json, to: &parts)
            request.content = .body(parts, type: "application/json")
            request.accept = "application/json,*/*;q=0.8"
        } else if !send.values.isEmpty {
            var fields: [PortalRequest.Field] = []
            for (name, value) in send.values.sortedByKey {
                fields.append(PortalRequest.Field(name, try self.value(value)))
            }
            request.content = .form(fields)
        }
        try await self.send(request)
    }

    // MARK: Requests

    private mutating func get(_ url: HTTPURL) async throws(SignInStop) { try await send(PortalRequest(url)) }

    /// Sends a request if the recipe permits its target.
    private mutating func send(_ request: PortalRequest) async throws(SignInStop) {
        let url = request.url
        guard isPermitted(url) else {
            throw SignInStop(.signIn("recipe-host", ["host": .text(url.authority)]))
        }
        let isSubmission = request.isSubmission
        guard url.scheme == .https || recipe.plainHTTP || !isSubmission else {
            throw SignInStop(.signIn("recipe-in-clear", ["host": .text(url.authority)]))
        }
        if isSubmission, recipe.accepts, terms.isRequired, terms.digest == nil {
            throw SignInStop(.signIn("terms-unread"))
        }
        var request = request
        request.userAgent = recipe.userAgent
        request.referrer = page?.url
        page = try await visit.send(request)
        lastMethod = request.method
        if isSubmission, recipe.accepts { termsDigest = terms.digest }
    }

    private func isPermitted(_ url: HTTPURL) -> Bool {
        recipe.hosts.isEmpty
            ? url.host == portal.host && (url.port == portal.port || url.port == nil)
            : recipe.hosts.contains(url.authority)
    }

    private func url(of place: String) throws(SignInStop) -> HTTPURL {
        if place == "portal" { return portal }
        if place == "log-off" {
            guard let url = occasion.last?.logOffURL else { throw SignInStop(.signIn("log-off-unknown")) }
            return url
        }
        do throws(HTTPURL.Fault) {
            return try (page?.url ?? portal).resolving(place)
        } catch {
            throw SignInStop(.signIn("target-unusable", ["detail": .text("\(error)")]))
        }
    }

    private mutating func readTerms(_ page: PortalAnswer) throws(SignInStop) {
        try checkWords(page)
        if recipe.accepts, terms.digest == nil { try terms.read(page) }
    }

    /// Checks the words of the first page that is not a redirect.
    private mutating func checkWords(_ page: PortalAnswer) throws(SignInStop) {
        guard !wordsAreChecked, occasion.purpose != .logOff, let words = recipe.match?.words, !words.isEmpty else {
            return
        }
        wordsAreChecked = true
        let text = PortalForms.visibleText(of: page.response.body).lowercased()
        guard words.allSatisfy({ text.contains($0.lowercased()) }) else {
            throw SignInStop(.signIn("recipe-mismatch", ["what": .text("words")]))
        }
    }

    // MARK: Values

    private func value(_ value: SignInRecipe.Value) throws(SignInStop) -> PortalRequest.Value {
        switch value {
        case .text(let text): return .text(text)
        case .secret(let name): return .secret(name)
        case .read(let name):
            guard let text = values[name].flatMap({ String(validUTF8: $0[...]) }) else {
                throw SignInStop(.signIn("value-missing", ["value": .text(name)]))
            }
            return .text(text)
        case .chap(let chap):
            return .md5([.bytes(try octets(chap.id)), .secret(chap.secret), .bytes(try octets(chap.challenge))])
        }
    }

    private func octets(_ octets: SignInRecipe.Octets) throws(SignInStop) -> [UInt8] {
        switch octets {
        case .hex(let bytes): return bytes
        case .read(let name):
            guard let bytes = values[name] else { throw SignInStop(.signIn("value-missing", ["value": .text(name)])) }
            return bytes
        }
    }

    private func append(_ fact: Fact, to parts: inout [PortalRequest.Part]) throws(SignInStop) {
        if let value = SignInRecipe.Value(standingFor: fact) {
            parts += [.text("\""), .json(try self.value(value)), .text("\"")]
            return
        }
        switch fact {
        case .list(let facts):
            parts.append(.text("["))
            for (index, element) in facts.enumerated() {
                if index > 0 { parts.append(.text(",")) }
                try append(element, to: &parts)
            }
            parts.append(.text("]"))
        case .record(let facts):
            parts.append(.text("{"))
            for (index, member) in facts.sorted.enumerated() {
                parts.append(.text((index > 0 ? "," : "") + JSON.string(member.name).text + ":"))
                try append(member.fact, to: &parts)
            }
            parts.append(.text("}"))
        default: parts.append(.text(JSON(fact).text))
        }
    }

    private var sessionLength: Duration? {
        guard let session = recipe.session else { return nil }
        if let seconds = session.seconds { return .seconds(seconds) }
        guard let text = session.read.flatMap({ values[$0] }).flatMap({ String(validUTF8: $0[...]) }),
            let count = Int64(text.trimmed), (1...44_640 * 60).contains(count)
        else { return nil }
        return .seconds(count * session.unit.seconds)
    }

    /// Returns the URL from a read value, if the recipe permits its host.
    private func logOffURL(named name: String) -> HTTPURL? {
        guard let page, let text = values[name].flatMap({ String(validUTF8: $0[...]) }),
            let url = try? page.url.resolving(text).fromNetwork(askedAt: page.url), isPermitted(url)
        else { return nil }
        return url
    }
}
