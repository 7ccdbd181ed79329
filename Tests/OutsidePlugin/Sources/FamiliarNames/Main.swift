import Foundation

/// Runs each snippet and compares what it returns; the exit status is 0 if all are as expected, otherwise 1.
@main
struct Main {
    static func main() async {
        let runs: [(name: String, expected: String, run: @Sendable () async -> String)] = [
            ("callbacks", "at a price", { await Snippets.callbacks() }),
            ("publisher", "Cellular with Internet access", Snippets.publisher),
            ("properties", "Cellular with Internet access", Snippets.properties),
            ("configuration", "Cellular without Internet access", Snippets.configuration),
            ("one check", "mobile", Snippets.oneCheck),
            ("questions", "[true, false, false, false]", Snippets.questions),
            ("URLs", "1 Cellular with Internet access", Snippets.urls),
            (
                "URLs without https",
                #"1 only URLs with https are asked (isHTTPSOnly), which leaves out "http://status.example.com/""#,
                Snippets.urlsWithoutHTTPS
            ),
            ("without https", #"[Optional("http")] Cellular with Internet access"#, Snippets.withoutHTTPS),
            ("polling", "Cellular with Internet access", Snippets.polling),
            ("notifications", "Cellular with Internet access", Snippets.notifications),
            ("validator", "Cellular with Internet access", Snippets.validator),
            ("names of 2018", "WWAN", { await Snippets.earlierNames(Year2018()) }),
            ("names of versions 3 and 5", "accepted", { await Snippets.earlierNames(Version3And5()) }),
            ("results", "Cellular with Internet connectivity, cellular, true, true", Results.connectivity),
            ("reachability", "cellular true", Results.reachability),
        ]
        var failedCount = 0
        for (name, expected, run) in runs {
            let found = await run()
            print(found == expected ? "ok: \(name)" : "NOT ok: \(name): expected \(expected), found \(found)")
            if found != expected { failedCount += 1 }
        }
        exit(failedCount == 0 ? 0 : 1)
    }
}
