import ConnectivityCore
import ConnectivityKit

/// The kind of a user's file, as far as its beginning shows.
///
/// Commands accept different kinds. The error for another kind names it and the commands that accept it.
package enum FileKind: String {
    case bundle, session, assessment, diagnosis, configuration, response

    /// Returns the kind of a file; `nil` if it is of another kind.
    init?(_ bytes: [UInt8]) {
        let text = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.starts(with: Array("HTTP/".utf8)) || text.first == UInt8(ascii: "#") {
            self = .response
            return
        }
        var reader = JSONReader(bytes, byteCountMax: InputFile.assessmentsByteCountMax)
        guard text.first == UInt8(ascii: "{"), let json = try? reader.nextText() else { return nil }
        switch json["format"]?.json.string {
        case "connectivity-bundle": self = .bundle
        case "connectivity-session": self = .session
        default:
            if json["diagnosis"] != nil, json["assessment"] != nil {
                self = .diagnosis
            } else if json["access"] != nil, json["reason"] != nil {
                self = .assessment
            } else if ["endpoints", "validators", "notifiers", "prober", "policy"].contains(where: { json[$0] != nil })
            {
                self = .configuration
            } else {
                return nil
            }
        }
    }

    /// The kind of the file, and the commands that accept it.
    private var sentence: String {
        switch self {
        case .bundle:
            "a bundle, which explain --read and fixture import take"
        case .diagnosis:
            "the output of explain --json, which explain --read takes"
        case .assessment:
            "an assessment, which classify --assessment and explain --read take"
        case .session:
            "a recorded session, which emulate, fixture verify and fixture serve take"
        case .configuration: "a configuration, which the option --config takes"
        case .response: "a recorded response, which classify, emulate and fixture verify take"
        }
    }

    /// Returns an error with the kind of a file if it is not one of the wanted kinds; otherwise the error itself.
    package static func explain(
        _ error: CommandError,
        of bytes: [UInt8],
        at path: String,
        wanted: Set<FileKind>
    ) -> CommandError {
        guard let kind = FileKind(bytes), !wanted.contains(kind) else { return error }
        return .data("\(path.printable(limit: 200)): this is \(kind.sentence)")
    }
}
