public import ConnectivityCore

/// Sentences for people, in plain English, made from codes and facts.
///
/// Text from the network in them is printable and short: none of its characters controls a terminal. Sentences are only
/// for people; programs read ``ConnectivityCore/Reason/code`` and ``ConnectivityCore/Reason/facts``.
public struct Sentences: Hashable, Sendable {
    /// The templates for every code of Core, from the files of the folder Sentences.
    package static let coreTemplates = EmbeddedTable.texts(of: [
        PackageResources.answers_tsv, PackageResources.failures_tsv, PackageResources.rounds_tsv,
        PackageResources.qualities_tsv, PackageResources.advice_tsv,
    ])

    private let templates: [String: String]

    /// Creates sentences for the reasons of Core and for those of plugins.
    ///
    /// The dictionary has templates by code; codes of Core cannot be replaced. A template is a sentence with
    /// placeholders: `{name}` is replaced by a fact, `{"name"}` by a text in quotation marks, and `{parts}` by the
    /// sentences of the reason's parts. Text in `[...]` is left out if a fact in it is not known:
    ///
    /// ```swift
    /// Sentences(adding: ["com.example.json.field-differs": "the field {\"pointer\"} is {\"actual\"}[, expected {\"wanted\"}]"])
    /// ```
    ///
    /// A template under `code?name=text` applies only to reasons that have this text as the fact `name`, one under
    /// `code?count=total` to those whose facts `count` and `total` are the same number, and one under `code?count=only`
    /// if that number is 1.
    public init(adding templates: [String: String] = [:]) {
        self.templates = templates.merging(Self.coreTemplates) { _, own in own }
    }

    /// Returns these sentences with further templates; a code that has a template keeps it.
    package func adding(_ more: [String: String]) -> Sentences {
        Sentences(adding: more.merging(templates) { _, own in own })
    }

    /// Returns a clause, without a full stop, that states a reason; without a template, the clause is the code and the facts.
    public func sentence(for reason: Reason) -> String {
        filled(template(reason.code, reason), reason) ?? reason.description
    }

    /// Returns advice for a person about a reason, as a sentence; `nil` without one.
    package func advice(for reason: Reason) -> String? { filled(template("advice:\(reason.code)", reason), reason) }

    private func filled(_ template: String?, _ reason: Reason) -> String? {
        template.map { SentenceTemplate(text: $0).sentence(for: reason, sentence) }
    }

    /// Returns the template of a code that fits the facts best.
    private func template(_ code: String, _ reason: Reason) -> String? {
        let variants = reason.facts.sorted.compactMap { name, fact in
            fact.text.flatMap { templates["\(code)?\(name)=\($0)"] }
        }
        return variants.first ?? reason.isOfAll.flatMap { templates["\(code)?count=\($0)"] } ?? templates[code]
    }
}

extension Reason {
    /// `total` if the facts `count` and `total` agree, `only` if they are 1; otherwise `nil`.
    fileprivate var isOfAll: String? {
        guard let total = facts["total"]?.integer, facts["count"]?.integer == total else { return nil }
        return total == 1 ? "only" : "total"
    }
}
