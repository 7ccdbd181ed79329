public import ConnectivityCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The laws that every reader of the system's network files must keep.
///
/// The checks use files in a temporary folder of the test, which replaces the system's root folder:
///
/// ```swift
/// try ProvisioningReaderLaws.check(PortalFile(root: folder), of: interface, files: ["\(folder)/run/my-dhcp/eth0.portal"])
/// ```
public enum ProvisioningReaderLaws: Sendable {
    /// The laws; each raw value is the sentence that a violation prints.
    package enum Law: String, Hashable, Sendable, CaseIterable {
        /// The reader finds data in the given files; otherwise nothing is tested.
        case concludes = "the given files have a result"
        /// The same files always have the same answer, on any thread.
        case pure = "the same files have the same result"
        /// All watched paths are absolute, and every file is watched itself or lies in a watched folder.
        case watched = "every file that it reads is watched, by its absolute path"
        /// A file that is missing, damaged, huge or not a regular file is not an error and is read in bounded time.
        case bounded = "reading any file takes bounded time"
        /// A call does not change the files.
        case effect = "a call has no side effects"
        /// A reader that is `Codable` decodes as a reader with the same answers.
        case roundTrip = "a decoded copy has the same results"
    }

    /// Checks a reader with intact and with damaged files.
    ///
    /// During the check, damaged files replace the originals; at the end they have their original contents. The call
    /// blocks its thread.
    ///
    /// - Parameters:
    ///   - reader: The reader to check.
    ///   - interface: An interface that the files contain information about.
    ///   - files: The absolute paths of the files that the reader reads for the interface; at least one.
    ///   - seed: Chooses the damage. The same seed chooses the same damage.
    ///   - timeLimit: The time limit for one call. The default is generous, because a build without optimization is slow.
    /// - Throws: The first ``LawViolation`` that is found, or the error of the system if a file cannot be replaced.
    public static func check(
        _ reader: some ProvisioningReader,
        of interface: NetworkInterface,
        files: [String],
        seed: UInt64 = 1,
        timeLimit: Duration = .seconds(5)
    ) throws {
        precondition(!files.isEmpty, "a reader must be checked with at least one file")
        let trial = Trial(reader: reader, interface: interface, timeLimit: timeLimit)
        let contents = try files.map { try [UInt8](Data(contentsOf: URL(filePath: $0))) }
        let answer = try trial.answer("the files as given")
        for (file, bytes) in zip(files, contents) where try [UInt8](Data(contentsOf: URL(filePath: file))) != bytes {
            throw violation(.effect, file)
        }
        guard answer.provisioning.contains(where: { !$0.isEmpty }) || !answer.servers.isEmpty else {
            throw violation(.concludes, "\(files.count) files")
        }
        let watched = reader.watchedPaths
        for file in files
        where !watched.contains(where: { file == $0 || file.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") }) {
            throw violation(.watched, file)
        }
        if let path = watched.first(where: { !$0.hasPrefix("/") }) { throw violation(.watched, path) }
        if try trial.answer("the same files") != answer { throw violation(.pure, "\(files)") }
        if let twin = try RoundTrip.value(after: reader, law: Law.roundTrip.rawValue),
            twin.provisioning(of: interface) != answer.provisioning
        {
            throw violation(.roundTrip, "\(files)")
        }
        var random = SplitMix64(seed: seed)
        for (file, bytes) in zip(files, contents) {
            do {
                defer { try? Data(bytes).write(to: URL(filePath: file)) }
                for damage in Damage.all(of: bytes, &random) { try trial.answers(with: damage, in: file) }
            }
        }
        if try trial.answer("the files as given, again") != answer { throw violation(.pure, "\(files)") }
    }

    private struct Answer: Equatable {
        var provisioning: [Provisioning]
        var servers: [IPAddress]
    }

    private struct Trial<Reader: ProvisioningReader> {
        let reader: Reader
        let interface: NetworkInterface
        let timeLimit: Duration

        func answer(_ what: String) throws -> Answer {
            let run = ThreadedRun { [reader, interface] in
                Answer(provisioning: reader.provisioning(of: interface), servers: reader.systemNameServers())
            }
            guard let answer = run.wait(for: timeLimit) else { throw violation(.bounded, "\(what): \(timeLimit)") }
            return answer
        }

        func answers(with damage: Damage, in file: String) throws {
            try? FileManager.default.removeItem(atPath: file)
            defer { try? FileManager.default.removeItem(atPath: file) }
            switch damage.kind {
            case .missing: break
            case .folder: try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            case .pipe:
                guard unsafe mkfifo(file, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
            case .bytes(let bytes): try Data(bytes).write(to: URL(filePath: file))
            }
            let first = try answer("\(file) with \(damage.name)")
            if try answer("\(file) with \(damage.name)") != first {
                throw violation(.pure, "\(file) with \(damage.name)")
            }
            if case .bytes(let bytes) = damage.kind, try [UInt8](Data(contentsOf: URL(filePath: file))) != bytes {
                throw violation(.effect, "\(file) with \(damage.name)")
            }
        }
    }

    /// A damaged replacement for a file.
    private struct Damage {
        enum Kind {
            case missing, folder, pipe
            case bytes([UInt8])
        }

        var name: String
        var kind: Kind

        static func all(of bytes: [UInt8], _ random: inout SplitMix64) -> [Damage] {
            var all = [
                Damage(name: "nothing", kind: .missing), Damage(name: "a folder", kind: .folder),
                Damage(name: "a pipe", kind: .pipe), Damage(name: "no bytes", kind: .bytes([])),
            ]
            for index in 0..<min(bytes.count, 32) {
                let count = bytes.count * index / min(bytes.count, 32)
                all.append(Damage(name: "its first \(count) bytes", kind: .bytes(Array(bytes.prefix(count)))))
            }
            for number in 0..<64 {
                var changed = bytes
                for _ in 0...random.next(below: 4) where !changed.isEmpty {
                    changed[random.next(below: changed.count)] = UInt8(truncatingIfNeeded: random.next())
                }
                all.append(Damage(name: "bytes changed at random (\(number))", kind: .bytes(changed)))
            }
            for (name, unit, count) in [
                ("its contents", bytes, 1 << 18), ("lines", [10], 1 << 18), ("zeros", [0], 1 << 21),
            ] where !unit.isEmpty {
                var huge = unit
                while huge.count < count { huge += huge }
                all.append(Damage(name: "\(count) bytes of \(name)", kind: .bytes(Array(huge.prefix(count)))))
            }
            return all
        }
    }

    private static func violation(_ law: Law, _ detail: String) -> LawViolation {
        LawViolation(law.rawValue, shownBy: detail)
    }
}
