import ConnectivityCore

extension PortalForms {
    /// The number of characters from which a text in a form is the terms themselves, in which only sums of money stop an agent.
    private static let termsLength = 400
    /// The maximum size of the examined texts, in bytes.
    private static let textByteCountMax = PortalForms.byteCountMax
    private static let noValues: Set = ["", "0", "no", "false", "off", "free", "none"]

    /// Returns the only form of a page that asks for consent alone, its button, and its checkbox.
    ///
    /// Other forms of the page may only show something, such as the terms.
    func consentForm() throws(SignInStop) -> (form: PortalForm, button: PortalForm.Field, box: String?) {
        let asking = forms.filter { !$0.onlyShows }
        guard asking.count == 1, let form = asking.first, looseFieldCount == 0 else {
            throw SignInStop(.signIn("not-click-through", ["forms": .integer(Int64(forms.count))]))
        }
        guard form.buttons.count == 1 else {
            throw SignInStop(.signIn("not-click-through", ["buttons": .integer(Int64(form.buttons.count))]))
        }
        let button = form.buttons[0]
        var box: PortalForm.Field?
        for field in form.fields {
            switch field.kind {
            case .hidden where Self.noValues.contains(field.value.lowercased()): break
            case .hidden, .submit:
                let isToken = field.kind == .hidden && PageAgreement.isToken(field.name)
                guard !ConsentWords.isNameOfMore(field.name), isToken || !ConsentWords.isNameOfMore(field.value),
                    isToken || field.kind == .submit || !ConsentWords.isUnknownYes(field.name, field.value)
                else {
                    throw Self.refusal(of: field)
                }
            case .checkbox:
                guard box == nil, !field.isDisabled, !field.name.isEmpty,
                    ConsentWords.isConsent("\(field.label) \(field.name) \(field.value)"),
                    !ConsentWords.isOfMore(field.label),
                    ![field.name, field.value].contains(where: ConsentWords.isNameOfMore)
                else { throw Self.refusal(of: field) }
                box = field
            default: throw Self.refusal(of: field)
            }
        }
        guard ConsentWords.isConnection(button.label), !ConsentWords.isOfMore(button.label) else {
            throw Self.refusal(of: button)
        }
        let target = (button.action ?? form.action ?? "").prefix { $0 != "?" }
        guard !ConsentWords.isNameOfMore(String(target)) else {
            throw SignInStop(.signIn("not-click-through", ["target": .text(String(target))]))
        }
        // What the page says elsewhere may be about another button.
        let read = texts.filter { $0.isInForm || otherButtonCount > 0 }
        // Of a longer line or label, the end is not read.
        guard read.reduce(0, { $0 + $1.content.utf8.count }) < Self.textByteCountMax,
            form.fields.allSatisfy({ $0.label.utf8.count < PortalForms.labelByteCountMax })
        else {
            throw SignInStop(.signIn("form-too-large"))
        }
        for text in read {
            let isTerms = !text.hasField && text.content.count >= Self.termsLength
            guard !(isTerms ? ConsentWords.hasPrice(text.content) : ConsentWords.isOfMore(text.content)) else {
                throw SignInStop(.signIn("not-click-through", ["text": .text(String(text.content.prefix(80)))]))
            }
        }
        return (form, button, box?.name)
    }

    private static func refusal(of field: PortalForm.Field) -> SignInStop {
        SignInStop(.signIn("not-click-through", ["field": .text(field.name), "kind": .text(field.kind.rawValue)]))
    }
}

extension PortalForm {
    /// Whether a person fills in nothing, and its only button shows something.
    fileprivate var onlyShows: Bool {
        buttons.count == 1 && ConsentWords.isShowing(buttons[0].label)
            && fields.allSatisfy { $0.kind == .hidden || $0.kind == .submit }
    }
}
