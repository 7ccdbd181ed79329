import ConnectivityCore

/// A form with the values to send.
///
/// The page's values are sent as a browser would send them, with one exception: a checkbox is checked only on request, regardless
/// of the page, because a check is a consent.
struct FilledForm {
    private let form: PortalForm
    private let button: PortalForm.Field?
    private var values: [String: PortalRequest.Value] = [:]
    private var checked: Set<String> = []

    init(_ form: PortalForm, _ button: PortalForm.Field?) { (self.form, self.button) = (form, button) }

    var method: HTTPQuestion.Method { button?.method ?? form.method == .post ? .post : .get }

    /// Fills in a field, or chooses among radio buttons or the choices of a `select` element.
    mutating func fill(_ name: String, _ value: PortalRequest.Value) throws(SignInStop) {
        let fields = try self.fields(named: name)
        guard !fields.contains(where: { $0.kind == .checkbox || $0.kind == .other || $0.kind == .submit }) else {
            throw SignInStop(.signIn("field-kind", ["field": .text(name)]))
        }
        let choices = fields.flatMap { field in
            field.kind == .radio ? [field.value] : field.kind == .select ? field.options.map(\.value) : []
        }
        let isChoice = fields.contains { $0.kind == .radio || $0.kind == .select }
        if isChoice {
            guard case .text(let text) = value, choices.contains(text) else {
                throw SignInStop(.signIn("choice-missing", ["field": .text(name)]))
            }
        } else {
            guard fields.count == 1 else { throw SignInStop(.signIn("field-repeated", ["field": .text(name)])) }
        }
        values[name] = value
    }

    mutating func check(_ name: String, _ isChecked: Bool) throws(SignInStop) {
        let fields = try self.fields(named: name)
        // A hidden field of the same name reports "no" for an unchecked box, which a form does not send.
        guard fields.count(where: { $0.kind == .checkbox }) == 1,
            fields.allSatisfy({ $0.kind == .checkbox || $0.kind == .hidden })
        else {
            throw SignInStop(.signIn("field-kind", ["field": .text(name)]))
        }
        if isChecked { checked.insert(name) }
    }

    private func fields(named name: String) throws(SignInStop) -> [PortalForm.Field] {
        let fields = form.fields.filter { $0.name == name && !$0.isDisabled }
        guard !fields.isEmpty else { throw SignInStop(.signIn("field-missing", ["field": .text(name)])) }
        return fields
    }

    /// The fields to send; throws if the form asks for a value that is not filled in.
    func fields() throws(SignInStop) -> [PortalRequest.Field] {
        var sent: [PortalRequest.Field] = []
        for field in form.fields where !field.isDisabled && !field.name.isEmpty {
            switch field.kind {
            case .hidden: sent.append(.init(field.name, values[field.name] ?? .text(field.value)))
            case .text, .password, .email, .tel, .textarea:
                guard let value = values[field.name] else {
                    let isPersonal = [.password, .email, .tel].contains(field.kind)
                    guard !isPersonal, !field.isRequired || !field.value.isEmpty else {
                        throw SignInStop(.signIn("form-asks-more", ["field": .text(field.name)]))
                    }
                    sent.append(.init(field.name, .text(field.value)))
                    continue
                }
                sent.append(.init(field.name, value))
            case .checkbox: if checked.contains(field.name) { sent.append(.init(field.name, .text(field.value))) }
            case .radio:
                let isChosen = values[field.name].map { $0 == .text(field.value) } ?? field.isChecked
                if isChosen { sent.append(.init(field.name, .text(field.value))) }
            case .select:
                let option = field.options.last(where: \.isSelected) ?? field.options.first
                if let value = values[field.name] ?? option.map({ .text($0.value) }) {
                    sent.append(.init(field.name, value))
                }
            case .submit: if field == button { sent.append(.init(field.name, .text(field.value))) }
            case .other: break
            }
        }
        return sent
    }
}

extension PortalForms {
    /// Reads the forms of an answer; throws if the page is too large to be trusted.
    init(readable page: PortalAnswer) throws(SignInStop) {
        guard page.response.completeness == .complete else { throw SignInStop(.signIn("page-cut")) }
        self.init(page.response.body)
        guard !isCut else { throw SignInStop(.signIn("form-too-large")) }
    }

    func url(of form: PortalForm, with button: PortalForm.Field?, on page: PortalAnswer) throws(SignInStop) -> HTTPURL {
        guard button?.method ?? form.method != .dialog, form.isURLEncoded else {
            throw SignInStop(.signIn("form-encoding"))
        }
        do throws(HTTPURL.Fault) {
            return try target(of: form, with: button, on: page.url)
        } catch {
            throw SignInStop(.signIn("form-target", ["detail": .text("\(error)")]))
        }
    }

    /// Returns the only form that matches a step.
    func form(for submit: SignInRecipe.Submit) throws(SignInStop) -> PortalForm {
        let wanted = submit.form ?? SignInRecipe.Form()
        let names = submit.form == nil ? Array(submit.inputs.keys) : wanted.fieldNames
        let found = forms.filter { form in
            (wanted.id.map { $0 == form.id } ?? true) && (wanted.name.map { $0 == form.name } ?? true)
                && (wanted.action.map { (form.action ?? "").contains($0) } ?? true)
                && names.allSatisfy { name in form.fields.contains { $0.name == name } }
        }
        guard let form = found.first else { throw SignInStop(.signIn("form-missing")) }
        guard found.count == 1 else {
            throw SignInStop(.signIn("form-ambiguous", ["count": .integer(Int64(found.count))]))
        }
        return form
    }
}

extension PortalForm {
    /// Returns the button that a step names, or the first.
    func button(for submit: SignInRecipe.Submit) throws(SignInStop) -> Field? {
        guard let name = submit.button else { return buttons.first }
        guard let button = buttons.first(where: { [$0.name, $0.value, $0.label].contains(name) }) else {
            throw SignInStop(.signIn("field-missing", ["field": .text(name)]))
        }
        return button
    }
}
