package import ConnectivityCore
import ConnectivityKit
package import ConnectivityRegistry
package import ConnectivityText

/// The output form of assessments, and its time zone.
package struct AssessmentOutput: Sendable {
    package enum Form: Sendable {
        case text, json, brief, nagios, nothing
        case fields(FieldTemplate)
    }

    package let form: Form
    package let zone: CivilZone

    package init(_ form: Form, _ zone: CivilZone) { (self.form, self.zone) = (form, zone) }

    /// Whether the output is for people.
    package var isText: Bool { if case .text = form { true } else { false } }

    /// Whether the output is the whole JSON.
    package var isJSON: Bool { if case .json = form { true } else { false } }

    /// Whether no result is printed.
    package var isQuiet: Bool { if case .nothing = form { true } else { false } }

    /// Prints an assessment for programs, as one line; nothing for any other form.
    package func print(
        _ assessment: Assessment,
        decidedBy configuration: PipelineConfiguration,
        as type: String = AssessmentDocument.single,
        _ console: Console
    ) throws(CommandError) {
        let text = assessment.conclusion(console.registry.sentences)
        switch form {
        case .json:
            let document = AssessmentDocument(assessment, decidedBy: configuration, as: type, text: text)
            try console.printJSON(document)
        case .brief, .fields: try print(AssessmentBrief(assessment, text: text), console)
        case .text, .nagios, .nothing: return
        }
    }

    /// Prints the short form of an assessment, or its fields; nothing for any other form.
    package func print(_ brief: AssessmentBrief, _ console: Console) throws(CommandError) {
        switch form {
        case .brief: try console.printJSON(brief)
        case .fields(let template): console.print(template.text(brief, zone, at: .now))
        case .text, .json, .nagios, .nothing: return
        }
    }
}
