import ConnectivityCore

/// The results of checks in the forms for build services: JUnit XML, and commands of GitHub's workflows.
package struct BuildReport: Sendable {
    /// The result of one check.
    package enum Result: Hashable, Sendable {
        case passed
        /// The check has no result, for this reason.
        case skipped(String)
        /// The differences, one per line.
        case failed([String])
        /// The reasons for a check that was not possible.
        case damaged([String])
    }

    /// One check.
    package struct Case: Hashable, Sendable {
        /// The recording; `nil` for a live network.
        package var file: String?
        /// The subject.
        package var name: String
        package var result: Result

        package init(_ name: String, file: String?, _ result: Result) {
            self.file = file
            self.name = name
            self.result = result
        }
    }

    /// The program of the checks.
    package var name: String
    package var cases: [Case]

    package init(_ name: String, _ cases: [Case]) {
        self.name = name
        self.cases = cases
    }

    /// The report as JUnit XML: differences are failures, and unreadable recordings are errors.
    package var junit: String {
        func count(_ isCounted: (Result) -> Bool) -> String { "\(cases.count { isCounted($0.result) })" }
        let failures = count { if case .failed = $0 { true } else { false } }
        let errors = count { if case .damaged = $0 { true } else { false } }
        let skipped = count { if case .skipped = $0 { true } else { false } }
        let suite: HTML.Attributes = [
            "name": name, "tests": "\(cases.count)", "failures": failures, "errors": errors, "skipped": skipped,
        ]
        var xml = HTML()
        xml.element("testsuites", suite) { xml in
            xml.element("testsuite", suite) { xml in
                xml.line()
                for each in cases {
                    xml.element("testcase", ["name": each.name, "classname": each.file ?? name, "file": each.file]) {
                        switch each.result {
                        case .passed: break
                        case .skipped(let reason): $0.void("skipped", ["message": reason])
                        case .failed(let lines): $0.problem("failure", lines)
                        case .damaged(let lines): $0.problem("error", lines)
                        }
                    }
                    xml.line()
                }
            }
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + xml.text
    }

    /// One workflow command per failed or impossible check, which GitHub shows at the file.
    ///
    /// The form is that of "Workflow commands for GitHub Actions" in GitHub's documentation.
    package var githubCommands: [String] {
        cases.compactMap { each in
            switch each.result {
            case .passed, .skipped: nil
            case .failed(let lines), .damaged(let lines):
                "::error \(each.file.map { "file=\(Self.property($0))," } ?? "")title=\(Self.property(each.name))::"
                    + lines.map { Self.escaped($0.printable(limit: 500)) }.joined(separator: "%0A")
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        escaped(text.printable(limit: 500)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

extension HTML {
    fileprivate mutating func problem(_ name: StaticString, _ lines: [String]) {
        element(name, ["message": lines.first ?? ""]) { xml in
            for (index, line) in lines.enumerated() {
                if index > 0 { xml.line() }
                xml.add(line)
            }
        }
    }
}
