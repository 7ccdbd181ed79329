#if canImport(CCurl) && os(Linux)
import ConnectivityToolkit
import Foundation
import Glibc
import TestSupport
import Testing

@testable import ConnectivityCommand
@testable import ConnectivityCommandTools

@Suite struct `An output file` {
    private let journalMaker = URL.package.appending(path: "Tests/Report/journal.py").path()

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `A replaced file keeps its permissions, and no other file is left in its folder`() throws {
        let folder = temporaryPath()
        try OutputFile.makeFolder(folder + "/a/b")
        try OutputFile.makeFolder(folder + "/a/b")
        let path = folder + "/a/b/page"
        try OutputFile.write(Array("one".utf8), to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let old = try FileHandle(forReadingFrom: URL(filePath: path))
        try OutputFile.write(Array("two".utf8), to: path)
        try expect(text(path), "two")
        try expect(old.readToEnd(), Data("one".utf8))
        try expect(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int, 0o640)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder + "/a/b"), ["page"])
    }

    @Test func `A link of this user is followed and stays a link, also if it leads to no file yet`() throws {
        let folder = temporaryPath()
        try OutputFile.makeFolder(folder + "/inner")
        try FileManager.default.createSymbolicLink(atPath: folder + "/first", withDestinationPath: "inner/second")
        try FileManager.default.createSymbolicLink(atPath: folder + "/inner/second", withDestinationPath: "third")
        for content in ["new", "newer"] {
            try OutputFile.write(Array(content.utf8), to: folder + "/first")
            try expect(text(folder + "/inner/third"), content)
        }
        try expect(FileManager.default.destinationOfSymbolicLink(atPath: folder + "/first"), "inner/second")
        try expect(Set(FileManager.default.contentsOfDirectory(atPath: folder + "/inner")), ["second", "third"])
        try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: "loop")
        let error = #expect(throws: CommandError.self) { try OutputFile.write([], to: folder + "/loop") }
        expect(error?.text.hasSuffix("Too many levels of symbolic links"), true, "\(error as Any)")
    }

    @Test func `A link of another user is refused, and its target stays as it is`() throws {
        guard geteuid() == 0 else { return print("SKIPPED: a link of another user: needs root") }
        let target = try temporaryFile("old")
        let link = temporaryPath()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        expect(unsafe lchown(link, 1234, 1234), 0)
        let error = #expect(throws: CommandError.self) { try OutputFile.write([], to: link) }
        expect(error?.text, "cannot write \(link): the symbolic link \(link) belongs to another user")
        try expect(text(target), "old")
    }

    @Test func `A pipe is written and stays a pipe, and one without a reader is refused`() throws {
        let path = temporaryPath()
        expect(unsafe mkfifo(path, 0o600), 0)
        let error = #expect(throws: CommandError.self) { try OutputFile.write([1], to: path) }
        expect(error?.status, .noOutput)
        expect(error?.text.hasSuffix("no program reads from this pipe; start its reader first"), true)
        let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        try OutputFile.write(Array("whole".utf8), to: path)
        var bytes = [UInt8](repeating: 0, count: 10)
        expect(unsafe read(reader, &bytes, bytes.count), 5)
        expect(String(decoding: bytes.prefix(5), as: UTF8.self), "whole")
        #expect(WholeFile.isPipe(path))
    }

    @Test(arguments: [
        ("/no/such/page", "No such file or directory"), ("/dev/full", "No space left on device"),
        ("/proc/self/page", "No such file or directory"), ("/tmp", "Is a directory"),
        ("/dev/fd/999", "Bad file descriptor"),
    ])
    func `The reason of the system is named`(path: String, reason: String) {
        let error = #expect(throws: CommandError.self) { try OutputFile.write([1], to: path) }
        #expect(error?.status == .noOutput && error?.text == "cannot write \(path): \(reason)")
    }

    @Test(.needs(.python)) func `A page and a recording go to standard output, to its name and through a link to it`()
        throws
    {
        let link = temporaryPath()
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/stdout")
        let log = try temporaryFile("before\n")
        let lines = try Tool.run(
            """
            journal=\(log).db; python3 "\(journalMaker)" $journal
            for path in - /dev/stdout /dev/fd/1 \(link); do
                "$tool" report $journal --html $path 2>/dev/null | head -1
            done
            "$tool" report $journal --html /dev/stdout >>\(log) 2>/dev/null; head -2 \(log); test -L \(link) && echo link
            "$tool" report $journal --html - --json; echo "status $?"
            "$tool" manual --output -; echo "status $?"
            """
        )
        let page = "<!doctype html>"
        #expect(lines.prefix(4).allSatisfy { $0.lowercased().hasPrefix(page) }, "\(lines)")
        expect(lines.dropFirst(4).prefix(3).map { String($0.lowercased().prefix(15)) }, ["before", page, "link"])
        expect(lines.dropFirst(7).first?.contains("--html - and --json cannot be combined"), true, "\(lines)")
        #expect(lines.dropFirst(8).first == "status 64" && lines.last == "status 64", "\(lines)")
    }

    @Test func `A new file can be written by its owner only, whatever the umask is`() throws {
        let path = temporaryPath()
        let lines = try Tool.run(
            """
            umask 0; "$tool" explain --source '{"use": "source.static", "interfaces": []}' --bundle \(path) > /dev/null 2>&1
            stat -c %a \(path)
            """
        )
        expect(lines, ["644"])
    }

    @Test(.needs(.python))
    func `Standard error names the written file, and a recording on standard output has no other text`()
        async throws
    {
        let page = temporaryPath()
        _ = try Tool.run("python3 '\(journalMaker)' \(page).db")
        let report = await Transcript.of("report", "\(page).db", "--html", page)
        let size = try text(page).utf8.count
        #expect(report.errors == ["connectivityctl: wrote \(page) (\(size) bytes)"] && report.output == [])
        let lines = try Tool.run(
            """
            "$tool" fixture record --mode all --source '{"use": "source.static", "interfaces": []}' \\
                --output - 2>/dev/null | /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["format"])'
            """
        )
        expect(lines, ["connectivity-session"])
    }
}
#endif
