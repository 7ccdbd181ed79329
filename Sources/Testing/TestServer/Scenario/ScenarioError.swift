package import ConnectivityCore
package import ConnectivityRecords
package import ConnectivityToolkit

/// The error of a text that is not a scenario.
package struct ScenarioError: Error, Hashable, Sendable {
    /// The kind of error.
    ///
    /// A place is the path of keys and indices to the value, empty for the whole text.
    @nonexhaustive
    package enum Fault: Hashable, Sendable {
        case tooLarge(byteCountMax: Int)
        case unknownKey(String, at: [String], known: [String])
        /// A value is missing, of another type or out of range. If the place is empty, the text itself is not valid.
        case value(at: [String], detail: String)
        /// A file cannot be read: the scenario itself, or the recording that the value at the place names.
        case unreadableFile(String, at: [String])
        /// The file that the value at the place names is not a recording.
        case recording(String, at: [String], RecordingError)
    }

    package var fault: Fault
    /// The position in the text of the scenario; `nil` if the error concerns the whole text.
    package var position: TextPosition?
    /// The reason why a file cannot be read.
    package var cause: WholeFile.Fault?

    init(_ fault: Fault, at position: TextPosition? = nil, cause: WholeFile.Fault? = nil) {
        self.fault = fault
        self.position = position
        self.cause = cause
    }

    init(_ fault: JSONFault) {
        position = fault.position
        if case .unread(let known) = fault.kind {
            self.fault = .unknownKey(fault.names.last ?? "", at: fault.names.dropLast(), known: known)
        } else {
            self.fault = .value(at: fault.names, detail: fault.sentence)
        }
    }

    /// The path of keys and indices to the invalid value.
    var place: [String] {
        switch fault {
        case .tooLarge: []
        case .unknownKey(_, let place, _), .value(let place, _), .unreadableFile(_, let place),
            .recording(_, let place, _):
            place
        }
    }
}

extension ScenarioError: CustomStringConvertible {
    /// One line: the place in the scenario, if there is one, and the fault.
    package var description: String {
        let what =
            switch fault {
            case .tooLarge(let limit): "the scenario is larger than \(limit) bytes"
            case .unknownKey(let key, let place, let known):
                "\((place + [key]).faultPrefix)unknown key; \(known.alternatives(to: key))"
            case .value(let place, let detail): "\(place.faultPrefix)\(detail.printable(limit: 300))"
            case .unreadableFile(let file, let place):
                "\(place.faultPrefix)\(file.printable(limit: 200)) cannot be read" + (cause.map { ": \($0)" } ?? "")
            case .recording(let file, let place, let error):
                "\(place.faultPrefix)\(file.printable(limit: 200)): \(error)"
            }
        return position.faultPrefix + what
    }
}
