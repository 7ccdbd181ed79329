package import ConnectivityCore

extension PipelineConfiguration {
    /// Returns a configuration, of one file, with the absolute paths of its plugins.
    ///
    /// In `plugins`, the path of a program that has a slash and does not begin with one, and an argument of a program
    /// that begins with `./` or `../`, are relative to the folder of the configuration, whose path is absolute. A
    /// folder can therefore be moved with its configuration, and used from any working directory. All other values stay
    /// unchanged, including positions; the structure is not checked.
    package static func resolved(_ json: JSON, in folder: String) -> JSON {
        json.replacing("plugins") { plugins in
            plugins.mapElements { _, plugin in
                plugin.replacing("program") { command in
                    command.mapElements { index, word in word.resolved(in: folder, isPath: index == 0) }
                }
            }
        }
    }
}

extension JSON {
    /// Returns an object with a changed value of a member; any other value stays.
    fileprivate func replacing(_ name: String, _ change: (JSON) -> JSON) -> JSON {
        guard case .object(var members) = value, let index = members.firstIndex(where: { $0.name == name }) else {
            return self
        }
        members[index].value = change(members[index].value)
        return JSON(.object(members), at: position)
    }

    /// Returns an array with changed elements; any other value stays.
    fileprivate func mapElements(_ change: (Int, JSON) -> JSON) -> JSON {
        guard case .array(let elements) = value else { return self }
        return JSON(.array(elements.enumerated().map { change($0.offset, $0.element) }), at: position)
    }

    /// Returns a relative path as an absolute one; any other value stays.
    fileprivate func resolved(in folder: String, isPath: Bool) -> JSON {
        guard let text = string, !text.hasPrefix("/"),
            isPath ? text.contains("/") : text.hasPrefix("./") || text.hasPrefix("../")
        else { return self }
        // The system resolves `..`, because a folder can be a symbolic link.
        let steps = "\(folder)/\(text)".split(separator: "/").filter { $0 != "." }
        return JSON(.string("/" + steps.joined(separator: "/")), at: position)
    }
}
