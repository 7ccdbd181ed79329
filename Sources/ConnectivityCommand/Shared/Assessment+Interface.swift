import ConnectivityCore
import ConnectivityKit

extension Assessment {
    /// Checks that this device has the interface that an option names; the usage error names those that there are.
    func requireInterface(_ arguments: Arguments) throws(CommandError) {
        if let fault = try missingInterface(arguments) { throw arguments.usage(fault) }
    }

    /// Returns that this device has no interface of the name that an option has, and which ones it has; `nil` if it has it.
    func missingInterface(_ arguments: Arguments) throws(CommandError) -> String? {
        guard let name = try arguments.text("interface"), reason.code == "interface-not-usable", snapshot[name] == nil
        else {
            return nil
        }
        // The ones that can be used are those that are meant.
        let sorted = snapshot.interfaces.filter(\.isUsable) + snapshot.interfaces.filter { !$0.isUsable }
        let names = sorted.map { $0.name.printable(limit: 40) }
        let known =
            switch names.count {
            case 0: "there are no others"
            case 1: "there is \(names[0])"
            default: "there are \(names.joined(separator: ", "))"
            }
        return "there is no interface \(name.printable(limit: 40)); \(known)\(names.suggestion(for: name))"
    }
}
