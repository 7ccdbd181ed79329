#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Foundation
import TestSupport
import Testing

@testable import ConnectivityNetlink

extension KernelRecording {
    static let folder = URL.package.appending(path: "Fixtures/netlink")

    /// The names of the files, without their extensions.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".hex") }.map { String($0.dropLast(4)) }.sorted()
    }()

    /// All datagrams received over rtnetlink, each once.
    var routeDatagrams: [[UInt8]] {
        let kinds = ["links", "addresses", "routes", "rules", "egress", "next hop", "event route"]
        let found = sections.filter { section in kinds.contains { section.name.hasPrefix($0) } }
        return Set(found.flatMap(\.datagrams)).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns a channel that answers as the recorded kernel did, and refuses other requests.
    func channel() -> ScriptedChannel {
        ScriptedChannel { question in
            let recorded = self[question.section]
            guard !recorded.isEmpty else {
                return [.datagram(question.isList ? ScriptedChannel.done : ScriptedChannel.noRoute)]
            }
            // A refusal is the end of an answer; an acknowledgement after it would answer the next request.
            let isRefused = recorded.last?[4] == 2
            let end = question.isList || isRefused ? [] : [ScriptedChannel.acknowledgement]
            return (recorded + end).map { .datagram($0) }
        }
    }

    /// Returns the snapshot that the source derives from the answers.
    func snapshot(sysfsRoot: String = "/nonexistent") throws -> InterfaceSnapshot {
        var reader = try KernelTableReader { () throws(LinuxError) in channel() }
        guard case .tables(let tables, let isSettled) = try reader.read(unless: nil) else { return InterfaceSnapshot() }
        #expect(isSettled)
        return tables.assemble { NetworkInterface.Kind(of: $0, sysfsRoot: sysfsRoot) }
    }
}
#endif
