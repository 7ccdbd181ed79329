#if canImport(CCurl) && os(Linux)
import Foundation
import TestSupport
import Testing

import ConnectivityKit
import ConnectivityRegistry
import ConnectivityToolkit
@testable import ConnectivityCommand

/// The completions and manual pages, against the grammar that parses.
@Suite struct `Shells and manual` {
    /// The words that a verb's options can be spelt with.
    private static func options(_ grammar: Grammar) -> [String] {
        grammar.options.map { "--\($0.name)" } + grammar.options.compactMap { $0.letter.map { "-\($0)" } } + ["--help"]
    }

    private static func written(_ shell: String) async throws -> String {
        let transcript = await Transcript.of("completions", shell)
        expect(transcript.status, .success)
        return try temporaryFile(transcript.output.joined(separator: "\n") + "\n")
    }

    /// Returns what bash offers for the last of some words, for several command lines at once.
    private static func offered(_ lines: [[String]]) async throws -> [Set<String>] {
        let file = try await written("bash")
        let questions = lines.map { words in
            """
            COMP_WORDS=(\(words.map(\.quotedForShell).joined(separator: " "))); COMP_CWORD=\(words.count - 1)
            _connectivityctl; printf '%s\\n' "${COMPREPLY[@]}" ';'
            """
        }
        // compopt works only while a completion runs.
        let output = try Tool.run("compopt() { :; }; . \(file)\n" + questions.joined(separator: "\n"))
        return output.split(separator: ";", omittingEmptySubsequences: false).dropLast().map {
            Set($0.filter { $0 != "" })
        }
    }

    @Test func `bash offers every verb, and every option of every verb`() async throws {
        let verbs = CommandLineTool.verbs.map { $0.grammar }
        let names = verbs.map { $0.name.split(separator: " ").map(String.init) }
        let offered = try await Self.offered(
            [["connectivityctl", ""]] + names.map { ["connectivityctl"] + $0 + ["-"] }
        )
        try #require(offered.count == verbs.count + 1)
        expect(offered[0], Set(names.map { $0[0] } + ["help", "--help", "--version"]))
        for (grammar, words) in zip(verbs, offered.dropFirst()) {
            expect(words, Set(Self.options(grammar)), "\(grammar.name)")
        }
    }

    @Test func `bash offers the values of options, after a space and after an equals sign`() async throws {
        let folder = try temporaryFile("", suffix: "-completion.json")
        let offered = try await Self.offered([
            ["connectivityctl", "check", "--format", ""], ["connectivityctl", "check", "--format", "=", "n"],
            ["connectivityctl", "check", "--format", "="], ["connectivityctl", "check", "--scope", "l"],
            ["connectivityctl", "watch", "--config", String(folder.dropLast(3))],
            ["connectivityctl", "fixture", "se"], ["connectivityctl", "check", "--timeout", ""],
            ["connectivityctl", "emulate", "--detector", "app"], ["connectivityctl", "gate", "--", "bas"],
            ["connectivityctl", "check", "--endpoint", "app"], ["connectivityctl", "completions", ""],
            ["connectivityctl", "wait", "--access", "online,"], ["connectivityctl", "wait", "--access", "online,par"],
            ["connectivityctl", "help", "che"], ["connectivityctl", "plugins", "e"],
            ["connectivityctl", "watch", "--scope", ""],
        ])
        try #require(offered.count == 16)
        #expect(offered[15].isSuperset(of: ["lo", "each-interface", "underlay"]), "\(offered[15])")
        #expect(offered[11].contains("online,captive") && offered[11].count == 6, "\(offered[11])")
        expect(offered[12], ["online,partial"])
        expect(offered[13], ["check"])
        expect(offered[14], ["endpoint"])
        expect(offered[0], ["text", "json", "nagios"])
        expect(offered[1], ["nagios"])
        expect(offered[2], ["text", "json", "nagios"])
        #expect(offered[3].contains("lo"))
        expect(offered[4], [folder])
        expect(offered[5], ["serve"])
        #expect(offered[6].isEmpty)
        expect(offered[7], ["apple"])
        #expect(offered[8].contains("bash"))
        #expect(offered[9].contains("apple"))
        #expect(offered[10].isSuperset(of: ["bash", "zsh", "fish"]))
    }

    @Test(.needs(.program("zsh"), .program("fish")), arguments: ["zsh", "fish"])
    func `The shell parses its completion, which has every option`(shell: String)
        async throws
    {
        let file = try await Self.written(shell)
        try expect(Tool.run("\(shell) -n \(file); echo $?"), ["0"])
        let text = try String(contentsOfFile: file, encoding: .utf8)
        for grammar in CommandLineTool.verbs.map({ $0.grammar }) {
            for option in grammar.options {
                let row =
                    shell == "zsh" ? "--\(option.name)" : "'__connectivityctl_in \(grammar.name)' -l \(option.name) "
                #expect(text.contains(row), "\(grammar.name)")
            }
        }
    }

    @Test(.needs(.program("fish"))) func `fish offers what bash offers`() async throws {
        let file = try await Self.written("fish")
        func offered(_ line: String) throws -> Set<String> {
            let lines = try Tool.run("fish --no-config -c \"source \(file); complete -C '\(line)'\"")
            return Set(lines.map { $0.split(separator: "\t").first.map(String.init) ?? "" })
        }
        try expect(
            offered("connectivityctl fixture "),
            [
                "record", "serve", "verify", "expect", "import",
            ]
        )
        try expect(offered("connectivityctl check --format "), ["text", "json", "nagios"])
        try expect(offered("connectivityctl watch --ver"), ["--verbose"])
        try expect(offered("connectivityctl wai"), ["wait"])
        try expect(offered("connectivityctl help wai"), ["wait"])
    }

    @Test(.needs(.program("mandoc"), .program("col", from: "bsdextrautils")))
    func `mandoc finds nothing in any page, and each page has every option of its verb`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "connectivity-manual-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let transcript = await Transcript.of("manual", "--output", folder.path())
        expect(transcript.status, .success)
        expect(transcript.output.count, CommandLineTool.verbs.count + 2)
        // The pages are not installed, so nothing that they refer to is found.
        let found = try Tool.run("mandoc -T lint \(folder.path())/* | grep -v 'referenced manual not found'")
        #expect(found.isEmpty, "\(found)")
        for grammar in CommandLineTool.verbs.map({ $0.grammar }) {
            let name = "connectivityctl-" + grammar.name.replacing(" ", with: "-")
            let page = try Tool.run("mandoc -T ascii \(folder.path())/\(name).1 | col -b").joined(separator: "\n")
            let options = Self.options(grammar).filter { !page.contains($0) }
            // Every word of the notes, wherever lines break.
            let words = Set(page.split(whereSeparator: \.isWhitespace))
            let missing = grammar.notes.split(whereSeparator: \.isWhitespace).filter { !words.contains($0) }
            #expect(options.isEmpty && missing.isEmpty, "\(name) lacks \(options) and \(missing)")
            await expect(
                Transcript.of(words: ["manual"] + grammar.name.split(separator: " ").map(String.init)).status,
                .success
            )
        }
        let overview = try Tool.run("mandoc -T ascii \(folder.path())/connectivityctl.1 | col -b").joined()
        let unnamed = CommandLineTool.verbs.map { $0.grammar.name }.filter { !overview.contains($0) }
        #expect(unnamed.isEmpty)
        let components = try Tool.run("mandoc -T ascii \(folder.path())/connectivityctl-configuration.5 | col -b")
            .joined()
        let unlisted = try PluginRegistry.standard()[.notifier].descriptions.map { $0.id.description }
            .filter { !components.contains($0) }
        #expect(unlisted.isEmpty)
    }

    @Test func `The page of changes begins with the version of this build`() throws {
        let page = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/Changes.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let first = text.split(separator: "\n").first { $0.hasPrefix("## ") && $0 != "## Overview" }
        let version = try #require(first?.split(separator: " ").dropFirst())
        expect(version.first, Substring(CommandLineTool.version))
        let date = try #require(version.last?.dropFirst().dropLast())
        let form = Date.FormatStyle(locale: Locale(identifier: "en_US"), timeZone: .gmt)
            .month(.wide).day().year()
        try expect(Date("\(date)T00:00:00Z", strategy: .iso8601).formatted(form), PackageVersion.date)
    }

    @Test(arguments: [
        (["completions"], "name one shell"), (["completions", "tcsh"], "name one shell"),
        (["manual", "chekc"], "there is no page about \"chekc\""),
    ])
    func `A shell or a page that does not exist is wrong usage`(words: [String], hint: String) async {
        let transcript = await Transcript.of(words: words)
        expect(transcript.status, .usage)
        expect(transcript.errors.first?.contains(hint), true, "\(transcript.errors)")
    }
}
#endif
