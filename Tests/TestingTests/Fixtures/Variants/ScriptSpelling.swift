import ConnectivityCore

@testable import ConnectivityFixtures

/// One spelling of a script that leads a browser to a URL.
struct ScriptSpelling {
    static let names = [
        "self", "parent", "bare", "bracket", "escaped", "concatenated", "template", "variable", "cdata", "comment",
        "function", "called", "onload", "condition",
    ]

    /// The name; `nil` for the default spelling.
    let name: String?

    /// Returns the script that leads to a URL, which has no quotes and backslashes.
    func text(_ form: AnswerForm, to target: String) -> String {
        let place =
            switch name {
            case "self": "self.location"
            case "parent": "parent.location"
            case "bare": "location"
            case "bracket": "window[\"location\"]"
            default: form == .scriptAssign ? "top.location" : "window.location"
            }
        var literal = "\"\(target)\""
        var before = ""
        switch name {
        case "escaped": literal = "\"\(target.replacing("/", with: "\\/"))\""
        case "concatenated": literal = "\"\(target.prefix(9))\" + '\(target.dropFirst(9))'"
        case "template": literal = "`\(target)`"
        case "variable": (before, literal) = ("var gate = \(literal);\n", "gate")
        default: break
        }
        let code =
            switch form {
            case .scriptReplace: "\(before)\(place).replace(\(literal));"
            case .scriptAssign: "\(before)\(place).assign(\(literal));"
            case .scriptTimer: "\(before)setTimeout(function () { \(place) = \(literal); }, 500);"
            default: "\(before)\(place).href = \(literal);"
            }
        return switch name {
        case "cdata": "//<![CDATA[\n\(code)\n//]]>"
        case "comment": "<!--\n\(code)\n//-->"
        case "function": "function lead() { \(code) }\nlead();"
        case "called": "(function () { \(code) })();"
        case "onload": "window.onload = function () { \(code) };"
        case "condition": "if (document.cookie !== null) { \(code) }"
        default: code
        }
    }
}
