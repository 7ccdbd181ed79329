#if !SystemLibraries
import ConnectivityKit
import Foundation
import Testing

@Suite struct `A build without traits` {
    @Test func `A build without traits refuses the standard pipeline, and names the trait and the alternatives`() throws
    {
        let error = #expect(throws: PluginError.self) { try Pipeline.standard() }
        #expect(
            try "\(#require(error))"
                == "pipeline: this build has no prober for HTTP; enable the trait Curl of swift-connectivity, or set a prober, such as "
                + "URLSessionProber of ConnectivityURLSession; endpoints of connections and echoes need no trait"
        )
    }

    @Test(arguments: [
        (#"{ "notifiers": ["notifier.outages"] }"#, "notifier.outages", "SQLite"),
        (#"{ "expect": { "use": "validator.matches", "pattern": "a" } }"#, "validator.matches", "PCRE2"),
        (#"{ "prober": "prober.curl" }"#, "prober.curl", "Curl"),
        (#"{ "source": "source.networkmanager" }"#, "source.networkmanager", "NetworkManager"),
    ])
    func `A build without traits names the trait of a missing part in a configuration`(
        json: String,
        part: String,
        trait: String
    ) throws {
        let error = #expect(throws: PluginError.self) {
            try Pipeline.Configuration(json: Data(json.utf8), registry: .standard())
        }
        let text = try "\(#require(error))"
        #expect(text.hasPrefix("line 1, column "), "\(text)")
        #expect(
            text.hasSuffix(
                #""\#(part)" is not in this build; enable the trait \#(trait) of swift-connectivity, which the default traits include"#
            ),
            "\(text)"
        )
    }

    @Test func `A build without traits makes a pipeline that asks for connections and echoes`() throws {
        let json = #"{ "endpoints": ["connection.cloudflare", "echo.cloudflare"] }"#
        let configuration = try Pipeline.Configuration(json: Data(json.utf8), registry: .standard())
        #expect(throws: Never.self) { try Pipeline(configuration) }
    }
}
#endif
