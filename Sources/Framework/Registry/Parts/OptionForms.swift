package import ConnectivityWire

// Forms and rules that the options of several components have.

extension FieldForm<String, UInt16> {
    /// The permissions of a file in octal digits, such as `0640`, among them those that the owner needs.
    package static func permissions(_ needed: UInt16 = 0o400) -> Self {
        let (example, acts) = needed == 0o400 ? ("0644", "read") : ("0640", "read and write")
        return Self("must be permissions in octal digits, such as \(example), by which the owner may \(acts)") { text in
            UInt16(text, radix: 8).flatMap { text.utf8.count <= 4 && $0 <= 0o777 && $0 & needed == needed ? $0 : nil }
        } write: {
            "0" + String($0, radix: 8)
        }
    }
}

extension Rule<String> {
    package static let absolutePath = Self("must be an absolute path") { $0.hasPrefix("/") }

    /// The absolute path of a file; `more` follows in the error text, such as an example.
    package static func file(_ more: String = "") -> Self {
        Self("must be the absolute path of a file\(more)") { path in
            path.hasPrefix("/") && !path.hasSuffix("/") && !path.utf8.contains(0) && path.utf8.count < 4096
        }
    }

    /// The absolute path of a file, or `-` for standard output.
    package static let output = Self { path in
        path == "-" ? nil : file(", such as /run/connectivity/state.json, or -").fault(path)
    }
}
