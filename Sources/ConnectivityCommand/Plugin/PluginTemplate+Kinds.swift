// What the templates of all languages share.

extension PluginTemplate {
    /// What a plugin carries.
    enum Kind: String, CaseIterable {
        case validator, prober, notifier, source
        case signIn = "sign-in"

        /// What a plugin says of itself, without the number of the answer.
        var introduction: String {
            let component =
                switch self {
                case .validator:
                    #"{"use":"validator.@NAME@","summary":"expects a text as the body","expectation":true,"content":true,"#
                        + #""options":{"type":"object","properties":{"text":{"type":"string"}}}}"#
                case .prober:
                    #"{"use":"prober.@NAME@","summary":"reads the first line of a file","kinds":["@NAME@"]},"#
                        + #"{"use":"validator.@NAME@","summary":"expects a text as the first line","expectation":true,"content":true,"#
                        + #""options":{"type":"object","properties":{"text":{"type":"string"}}}}"#
                case .notifier:
                    #"{"use":"notifier.@NAME@","summary":"adds a line to a file","#
                        + #""options":{"type":"object","required":["file"],"properties":{"file":{"type":"string"}}}}"#
                case .source: #"{"use":"source.@NAME@","summary":"lists the interfaces below /sys/class/net"}"#
                case .signIn:
                    #"{"use":"sign-in.@NAME@","summary":"sends a voucher to the sign-in page","#
                        + #""options":{"type":"object","properties":{"field":{"type":"string"}}}}"#
                }
            let sentences =
                #""@NAME@.expected":"the body is as expected","@NAME@.other":"the body is another one""#
            return #"{"protocol":1,"name":"@NAME@","version":"1.0","registers":[\#(component)]"#
                + (self == .validator ? #","sentences":{\#(sentences)}}"# : "}")
        }

        /// What the plugin does, for its README.
        var purpose: String {
            switch self {
            case .validator:
                "A validator for connectivityctl: an answer is genuine if its body is the text of the option `text`, by default `pong`."
            case .prober:
                """
                A prober for connectivityctl: it answers questions of the kind `@NAME@` with the first line of the file that the fact
                `file` names. Its validator expects the text of the option `text`, by default `up`.
                """
            case .notifier:
                "A notifier for connectivityctl: it adds a line with the event and the access to the file of the option `file`."
            case .source:
                "An interface source for connectivityctl: it lists the interfaces below /sys/class/net, once."
            case .signIn:
                """
                A sign-in agent for connectivityctl: it sends the secret `voucher` to the sign-in page of a portal, in the field of the
                option `field`, by default `code`. It names the secret; the host fills it in and sends the request.
                """
            }
        }

        var configuration: String {
            switch self {
            case .validator:
                """
                  "endpoints": [
                    { "url": "http://status.example/", "expect": { "use": "validator.@NAME@", "text": "pong" } }
                  ]
                """
            case .prober:
                """
                  "probers": ["prober.@NAME@"],
                  "interface": "lo",
                  "endpoints": [
                    {
                      "question": { "kind": "@NAME@", "facts": { "file": "/sys/class/net/lo/operstate" } },
                      "owner": "kernel",
                      "expect": { "use": "validator.@NAME@", "text": "unknown" }
                    }
                  ]
                """
            case .notifier: #"  "notifiers": [{ "use": "notifier.@NAME@", "file": "/tmp/@NAME@.log" }]"#
            case .source: #"  "source": "source.@NAME@""#
            case .signIn:
                """
                  "signIn": [
                    {
                      "portal": "login.example",
                      "agent": { "use": "sign-in.@NAME@", "field": "code" },
                      "secrets": { "voucher": { "environment": "VOUCHER", "to": "login.example" } }
                    }
                  ]
                """
            }
        }

        /// How an option is added, for the README.
        var options: String {
            guard self != .source else {
                return "An option is added in two places, in the introduction and in that file, next to `use`."
            }
            return """
                The options are in that file and nowhere else: `test`, `plugin try` and `plugin check` take them from it. A new
                option is added in two places, in the introduction (`properties`, and `required` if it is required) and in that
                file, next to `use`.
                """
        }

        /// The last lines of the test of the folder.
        var test: String {
            switch self {
            case .validator: ""
            case .prober: "connectivityctl check --config configuration.json\n"
            case .notifier, .source, .signIn: "connectivityctl plugins --config configuration.json > /dev/null\n"
            }
        }
    }
}
