import Foundation
import TestSupport
import Testing

@testable import ConnectivityCommand

@Suite struct `The guide to the command` {
    @Test func `The guide to the command has every exit status`() throws {
        let guide = URL.package.appending(path: "Sources/Kit/ConnectivityKit.docc/TheCommand.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        for status in ExitStatus.allCases { #expect(text.contains("| \(status.rawValue) | "), "\(status)") }
    }
}
