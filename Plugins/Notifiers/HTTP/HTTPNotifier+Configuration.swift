package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

extension HTTPNotifier {
    /// The options in their written form.
    package struct Options: Sendable {
        /// The URL, or the location of a secret one.
        var url: HTTPQuestion.SecretField.Source
        var headers: [String: WrittenField] = [:]
        var selection = EventSelection(.changes)
        var heartbeat: WrittenTime?
        /// The time limit of a post.
        var timeout = Duration.seconds(10)
        var queue: String?
        var body = PostForm.full

        init(url: HTTPQuestion.SecretField.Source) { self.url = url }

        /// Whether only the server can answer.
        var isAuthenticated: Bool {
            // A secret address is https, or of this device.
            guard let text = url.text, let url = try? HTTPURL(text) else { return true }
            return url.scheme == .https || url.isOnThisDevice
        }

        /// The request without its body; a secret URL is read now, and an error, on one line, does not contain the URL.
        func question() throws -> HTTPQuestion {
            let read = try Self.url(url.value(isLine: true))
            guard url.isAllowed(over: read) else {
                throw NotifierFault("expected a secret URL that begins with https://; found http://")
            }
            return try question(to: read)
        }

        static func url(_ text: String) throws(NotifierFault) -> HTTPURL {
            do throws(HTTPURL.Fault) { return try HTTPURL(text) } catch {
                throw NotifierFault("the URL is not valid: \(error)")
            }
        }

        func question(to url: HTTPURL) throws(NotifierFault) -> HTTPQuestion {
            do throws(PluginError) {
                return try WrittenRequest(method: .post, headers: headers).question(url, [])
            } catch {
                guard case .invalidOption(_, let path, let detail, _) = error else { throw NotifierFault("\(error)") }
                throw NotifierFault("\(path.dropFirst().joined(separator: ".")): \(detail)")
            }
        }
    }
}

extension HTTPNotifier: TableConfigurable {
    package static var pluginID: PluginID { "notifier.http" }
    package static var summary: String { "posts each event to a server over HTTP, and again until the server takes it" }

    private static let eventNames: [LinesNotifier.Event] = [
        .changed, .confirmed, .roundEnded, .observed,
    ]

    package static let table = FieldTable(
        Options(url: .text("")),
        [
            .converted("url", \.url, urlForm),
            .filled("headers", \.headers, [:])
                .checked { options in
                    guard let url = options.url.text.flatMap({ try? HTTPURL($0) }) else { return nil }
                    do { _ = try options.question(to: url) } catch { return "\(error)" }
                    return nil
                },
            .converted("events", \.selection, .events(of: eventNames), usual: ["changed"]),
            .optional("heartbeat", \.heartbeat, .within(.seconds(1)...(.seconds(86_400)))),
            .optional("queue", \.queue, .file()),
            .converted("body", \.body, PostForm.choice, usual: "full"),
        ]
    )

    private static let urlForm = FieldForm<WrittenField, HTTPQuestion.SecretField.Source>(
        Rule { url in
            guard url.prefix.isEmpty, !url.isRecorded else {
                return "is a text, {\"file\": ...} or {\"environment\": ...}"
            }
            if case .file(let path) = url.source { return Rule.file().fault(path) }
            do { _ = try url.text.map(Options.url) } catch { return "\(error)" }
            return nil
        }
    ) {
        $0.source
    } write: {
        WrittenField($0)
    }

    /// Posts over plain HTTP to another host can be read and changed on their path.
    package var findings: [SetupFinding] {
        guard !options.isAuthenticated, let url = options.url.text.flatMap({ try? HTTPURL($0) }) else { return [] }
        return [
            .warning(
                "plain-webhook",
                "notifier.http: events go to \(url.host.printable(limit: 100)) over plain http, where anyone on the path can "
                    + "read and change them, and none is posted while the access is captive, blocked or determining",
                remedy: "write https:// in \"url\""
            )
        ]
    }

    /// Creates a notifier that needs a prober.
    package init(options: Options) { self.init(options, nil, ContinuousClock()) }
}
