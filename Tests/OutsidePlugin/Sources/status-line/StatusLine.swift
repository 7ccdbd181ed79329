#if os(Linux)
import ConnectivityCore
import ConnectivityPluginHost
import ConnectivityRegistry

/// Expects a line in the body.
struct StatusLine: ResponseValidator, Configurable {
    static var pluginID: PluginID { "validator.example.line" }
    static var summary: String { "expects a line in the body" }
    var line: String?

    var role: Verdict.Role { .expectation }

    func validate(_ exchange: ProbeExchange) -> Verdict {
        guard case .success = exchange.outcome, let response = exchange.response else { return .inconclusive }
        let lines = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.contains(Substring(line ?? "pong"))
            ? Verdict(.genuine, because: Reason("com.example.line.found"))
            : Verdict(.substituted, because: "there is no such line")
    }
}

@main extension StatusLine: ValidatorProgram {}
#else
@main enum Nothing { static func main() {} }
#endif
