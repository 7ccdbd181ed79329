import ConnectivityCore
package import ConnectivityRegistry

extension HTTPNotifier {
    /// The options in their written form.
    struct Options: Sendable {
        /// The URL, or the location of a secret one.
        var url: SecretField.Source
        var headers: [String: WrittenField] = [:]
        var selection = EventSelection(.changes)
        var heartbeat: Duration?
        /// The time limit of a post.
        var timeout = Duration.seconds(10)
        var queue: String?

        init(url: SecretField.Source) { self.url = url }

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

extension HTTPNotifier: Configurable {
    package static var pluginID: PluginID { "notifier.http" }
    package static var summary: String { "posts each event to a server over HTTP, and again until the server takes it" }

    private static let eventNames: [LinesNotifier.Event] = [
        .changed, .confirmed, .roundEnded, .observed,
    ]

    private enum CodingKeys: CodingKey {
        case url, headers, events, heartbeat, queue
    }

    /// Decodes the object described above, without `use`; the notifier then needs a prober.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let url = try container.decode(WrittenField.self, forKey: .url)
        var options = Options(url: url.source)
        options.headers = try container.decodeIfPresent([String: WrittenField].self, forKey: .headers) ?? [:]
        options.heartbeat = try container.time(.heartbeat, in: .seconds(1)...(.seconds(86_400)))
        options.queue = try container.decodeIfPresent(String.self, forKey: .queue)
        options.selection = try container.events(.events, of: Self.eventNames, usual: ["changed"])
        guard url.prefix.isEmpty, !url.isRecorded else {
            throw container.fault(.url, "is a text, {\"file\": ...} or {\"environment\": ...}")
        }
        if case .file(let path) = url.source { try container.checkFile(path, .url) }
        if let queue = options.queue { try container.checkFile(queue, .queue) }
        if let text = url.text {
            let url: HTTPURL
            do { url = try Options.url(text) } catch { throw container.fault(.url, "\(error)") }
            do { _ = try options.question(to: url) } catch { throw container.fault(.headers, "\(error)") }
        }
        self.init(options, nil, ContinuousClock())
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(WrittenField(options.url), forKey: .url)
        if !options.headers.isEmpty { try container.encode(options.headers, forKey: .headers) }
        try container.encode(options.selection.names(of: Self.eventNames), forKey: .events)
        try container.encodeIfPresent(options.heartbeat?.seconds, forKey: .heartbeat)
        try container.encodeIfPresent(options.queue, forKey: .queue)
    }
}
