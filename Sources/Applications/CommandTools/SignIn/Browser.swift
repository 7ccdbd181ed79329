#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A browser with a temporary profile, behind a proxy on loopback.
package struct Browser {
    private enum Family {
        /// Receives the proxy and the profile as options.
        case chromium
        /// Receives the proxy in a file of the profile.
        case firefox
        /// Receives the proxy in its environment, like many programs.
        case other
    }

    /// The known browsers, in the order of the attempts.
    private static let known = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser", "microsoft-edge",
        "vivaldi",
        "firefox", "firefox-esr", "librewolf",
    ]
    private static let chromiums = ["chrom", "brave", "edge", "vivaldi", "opera"]
    private static let firefoxes = ["firefox", "librewolf", "waterfox"]

    /// The absolute path of the program.
    let path: String
    private let family: Family

    /// Finds a browser by its name, the one in `BROWSER`, or a known one; `nil` if none is installed.
    /// - Throws: A `CommandError` if there is no browser with the name.
    package init?(_ name: String?, _ environment: [String: String]) throws(CommandError) {
        let folders = environment["PATH"]
        if let name {
            guard let path = InstalledProgram.find(name, in: folders) else {
                throw .noInput("cannot run \(name.printable(limit: 200)): there is no such program")
            }
            self.init(path)
            return
        }
        // A list of commands, which may contain a placeholder for the URL.
        let userChoice = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        let names = userChoice.filter { !$0.contains("%") && !$0.contains(" ") } + Self.known
        guard let path = names.lazy.compactMap({ InstalledProgram.find($0, in: folders) }).first else { return nil }
        self.init(path)
    }

    private init(_ path: String) {
        self.path = path
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        func isOne(_ names: [String]) -> Bool { names.contains { name.contains($0) } }
        family = isOne(Self.firefoxes) ? .firefox : isOne(Self.chromiums) ? .chromium : .other
    }

    /// Returns a program that shows a page through the proxy at a port of 127.0.0.1, with an empty folder as the profile; the
    /// program ends with the browser.
    func program(
        showing url: HTTPURL,
        throughPort port: UInt16,
        profile: String,
        environment: [String: String],
        limit: Duration
    ) throws(CommandError) -> ChildProgram {
        var environment = environment
        var words: [String] = []
        switch family {
        case .chromium:
            words = [
                "--user-data-dir=\(profile)", "--proxy-server=http://127.0.0.1:\(port)",
                // Otherwise pages of this device would bypass the proxy.
                "--proxy-bypass-list=<-loopback>", "--no-first-run", "--no-default-browser-check", "--disable-sync",
                "--disable-background-networking", "--new-window",
            ]
        case .firefox:
            // The proxy must look up names, in the network of the portal.
            let settings: [(String, String)] = [
                ("network.proxy.type", "1"), ("network.proxy.http", "\"127.0.0.1\""),
                ("network.proxy.http_port", "\(port)"),
                ("network.proxy.ssl", "\"127.0.0.1\""), ("network.proxy.ssl_port", "\(port)"),
                ("network.proxy.allow_hijacking_localhost", "true"), ("network.trr.mode", "5"),
                ("network.captive-portal-service.enabled", "false"), ("dom.security.https_only_mode", "false"),
                ("browser.shell.checkDefaultBrowser", "false"), ("datareporting.policy.dataSubmissionEnabled", "false"),
                ("browser.aboutwelcome.enabled", "false"),
            ]
            let text = settings.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
            do {
                try text.write(toFile: "\(profile)/user.js", atomically: false, encoding: .utf8)
            } catch {
                throw .noOutput("\(profile)/user.js cannot be written: \(error)")
            }
            words = ["--profile", profile, "--no-remote", "--new-instance"]
        case .other:
            for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                environment[name] = "http://127.0.0.1:\(port)"
            }
            for name in ["no_proxy", "NO_PROXY"] { environment[name] = nil }
            environment["HOME"] = profile
        }
        return ChildProgram(
            command: [path] + words + ["\(url)"],
            environment: environment.map { "\($0)=\($1)" }.sorted(),
            input: [],
            limit: limit
        )
    }
}
#endif
