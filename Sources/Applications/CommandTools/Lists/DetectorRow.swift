package import ConnectivityEmulation
import ConnectivityKit

/// A client with emulated checks, as a row of `connectivityctl plugins detector`.
package struct DetectorRow: Encodable {
    private let name, system: String
    private let asks: [String]
    private let readsPortalAPI: Bool
    private let expects, source: String

    package init(_ detector: Detector) {
        name = detector.name
        system = detector.system
        asks = detector.questions.map(\.subject)
        readsPortalAPI = detector.readsPortalAPI
        expects = detector.expects
        source = detector.source
    }

    package static func table(_ rows: [DetectorRow]) -> Table {
        var table = Table(["detector", "item", "value"])
        for row in rows {
            table.add([row.name, "system", row.system])
            for subject in row.asks { table.add(["", "asks", subject]) }
            if row.readsPortalAPI {
                table.add(["", "asks", "the captive portal API that the network announces"])
            }
            table.add(["", "expects", row.expects])
            table.add(["", "source", row.source])
        }
        return table
    }
}
