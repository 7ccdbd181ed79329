import ConnectivityCore
import ConnectivityKit
import ConnectivityRecords
import ConnectivitySupport
import ConnectivityTestServer

/// A captive gateway on 127.0.0.1 that answers for every host, as such gateways do, with recordings in the binary.
final class DemoGateway: Sendable {
    /// The URL of the sign-in page.
    static let signInURL: HTTPURL = "http://portal.example/sign-in"
    /// The URL to which the sign-in form leads.
    static let acceptURL: HTTPURL = "http://portal.example/accept"

    private let session = Session()
    private let recordings: Recordings
    private let server = Mutex<TestServer?>(nil)

    /// The port that the gateway will open; until then nothing listens on it.
    let port: UInt16

    init() throws {
        recordings = try Recordings()
        // Connections to a port that was free a moment ago are refused, as on a machine without a gateway program.
        let reservation = try TestServer { _ in .raw([]) }
        port = reservation.port
        reservation.stop()
    }

    /// Starts to intercept requests.
    func open() throws {
        let server = try TestServer(port: port) { [session, recordings] request in
            let url = request.url
            if url == Self.signInURL.description { return recordings.signInPage }
            if url == Self.acceptURL.description {
                session.isOpen = true
                return recordings.signedIn
            }
            return session.isOpen ? recordings.genuine[url] ?? recordings.notFound : recordings.redirect
        }
        self.server.withLock { $0 = server }
    }

    /// Ends the session, as gateways do after a time limit.
    func expireSession() { session.isOpen = false }

    func close() { server.withLock { $0.take() }?.stop() }

    /// Whether the one client of the gateway is signed in.
    private final class Session: Sendable {
        private let state = Mutex(false)
        var isOpen: Bool {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }
}

extension DemoGateway {
    /// The recordings in the binary, as replies.
    struct Recordings: Sendable {
        var redirect, signInPage, signedIn, notFound: TestServer.Reply
        /// The genuine answers by URL.
        var genuine: [String: TestServer.Reply] = [:]

        init() throws {
            func reply(_ bytes: [UInt8]) throws -> TestServer.Reply {
                let response = try Recording(parsing: bytes).response
                return .message(status: response.status, headers: response.headers, body: response.body)
            }
            redirect = try reply(PackageResources.redirect_http)
            signInPage = try reply(PackageResources.sign_in_page_http)
            signedIn = try reply(PackageResources.signed_in_http)
            notFound = try reply(PackageResources.not_found_http)
            for bytes in [
                PackageResources.apple_http, PackageResources.google_http, PackageResources.microsoft_http,
                PackageResources.mozilla_http,
            ] {
                guard let url = try Recording(parsing: bytes).url else { continue }
                genuine[url.description] = try reply(bytes)
            }
        }
    }
}
