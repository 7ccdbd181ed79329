/// Finds programs that a user names.
enum InstalledProgram {
    /// Returns the absolute path of a program; searches for a name without a slash.
    static func find(_ name: String, in list: String?) -> String? {
        let folders = (list ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
        let place = name.hasPrefix("/") ? name : OutputFile.absolute(name)
        let paths = name.contains("/") ? [place] : folders.map { "\($0)/\(name)" }
        return paths.first { FileState($0).faultOfProgram == nil }
    }
}
