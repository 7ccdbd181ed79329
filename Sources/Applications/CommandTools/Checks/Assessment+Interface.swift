package import ConnectivityCore
import ConnectivityKit

extension Assessment {
    /// Returns an error that lists the interfaces if this device has no interface with this name; otherwise `nil`.
    package func fault(ofInterface name: String) -> String? {
        guard reason.code == "interface-not-usable", snapshot[name] == nil else { return nil }
        // Usable interfaces come first.
        let sorted = snapshot.interfaces.filter(\.isUsable) + snapshot.interfaces.filter { !$0.isUsable }
        let names = sorted.map { $0.name.printable(limit: 40) }
        let known =
            switch names.count {
            case 0: "there are no others"
            case 1: "there is \(names[0])"
            default: "there are \(names.joined(separator: ", "))"
            }
        let meant = (names + ["each-interface", "underlay"]).suggestion(for: name)
        return "there is no interface \(name.printable(limit: 40)); \(known)\(meant)"
    }
}
