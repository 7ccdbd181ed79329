import ConnectivityCore

extension Assessment {
    /// Checks that this device has the interface that an option names.
    /// - Throws: A usage error that names the interfaces that there are.
    func requireInterface(_ arguments: Arguments) throws(CommandError) {
        guard let name = try arguments.text("interface"), reason.code == "interface-not-usable", snapshot[name] == nil
        else {
            return
        }
        let names = snapshot.interfaces.map { $0.name.printable(limit: 40) }.joined(separator: ", ")
        throw arguments.usage(
            "this device has no interface \"\(name.printable(limit: 40))\"; \(names.isEmpty ? "it has none" : "it has \(names)")"
        )
    }
}
