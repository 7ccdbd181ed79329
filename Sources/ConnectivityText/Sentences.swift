public import ConnectivityCore

/// Sentences for people, in plain English, made of codes and facts.
///
/// Text from the network is printable and short in them: no character of it controls a terminal. Sentences are for people
/// alone; programs read ``ConnectivityCore/Reason/code`` and ``ConnectivityCore/Reason/facts``.
public struct Sentences: Hashable, Sendable {
    /// The sentences of this package's own reasons.
    public static let standard = Sentences()

    private let templates: [String: String]

    /// Creates sentences for this package's own reasons and for those of plugins.
    ///
    /// A template is a sentence with `{name}` for a fact, `{"name"}` for a text in quotation marks, `{parts}` for the reasons
    /// that this one is made of, and `[...]` around what is left out if a fact in it is not known:
    ///
    /// ```swift
    /// Sentences(adding: ["com.example.json.field-differs": "the field {\"pointer\"} is {\"actual\"}[, expected {\"wanted\"}]"])
    /// ```
    ///
    /// Under `code?name=text` a template counts for a reason with that text as a fact only.
    ///
    /// - Parameter templates: The templates by code; a code of this package cannot be replaced.
    public init(adding templates: [String: String] = [:]) {
        self.templates = templates.merging(Self.standardTemplates) { _, own in own }
    }

    /// One clause that says why.
    /// - Parameter reason: The reason.
    /// - Returns: A clause without a full stop; code and facts if there is no template for the code.
    public func sentence(for reason: Reason) -> String {
        let variants = reason.facts.sorted.compactMap { name, fact in
            fact.text.flatMap { templates["\(reason.code)?\(name)=\($0)"] }
        }
        guard let template = variants.first ?? templates[reason.code] else { return reason.description }
        return SentenceTemplate(text: template).sentence(for: reason, sentence)
    }
}

extension Reason {
    /// One clause for people, as ``Sentences/standard`` makes it; reasons of plugins need ``Sentences/init(adding:)``.
    public var sentence: String { Sentences.standard.sentence(for: self) }
}
