import ConnectivityRecords
import FoundationEssentials
import Readers

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Prepares and follows up the fuzzing of a reader: writes its first inputs, and measures its time for the last
/// ones.
@main
struct Main {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        case "names" where words.count == 1:
            for reader in Reader.all { print(reader.name) }
        case "seed" where words.count == 4:
            try seed(reader(words[1]), from: words[2], into: words[3])
        case "time" where words.count >= 3:
            try time(reader(words[1]), words.dropFirst(2).flatMap(files))
        default:
            fail("usage: Corpus names | seed READER FIXTURES FOLDER | time READER FOLDER...")
        }
    }

    /// Writes the reader's input from each recording.
    private static func seed(_ reader: Reader, from fixtures: String, into folder: String) throws {
        var count = 0
        for group in try FileManager.default.contentsOfDirectory(atPath: fixtures) {
            for file in (try? files(in: "\(fixtures)/\(group)")) ?? [] where file.hasSuffix(".http") {
                let seed = try reader.seed(try Recording(parsing: contents(of: file)))
                try Data(seed).write(to: URL(filePath: "\(folder)/\(count)"))
                count += 1
            }
        }
        if count == 0 { fail("there is no recording below \(fixtures)") }
    }

    private static func time(_ reader: Reader, _ files: [String]) throws {
        var slowest = (time: Duration.zero, name: "")
        for file in files {
            for (form, input) in try enlarged(contents(of: file)) {
                let time = shortest(reader, input)
                if time > slowest.time { slowest = (time, "\(form) \(file)") }
            }
        }
        print("\(reader.name): \(files.count) inputs; 256 KiB take \(slowest.time) at most: \(slowest.name)")
        if reader.isTimed, slowest.time > limit { fail("\(reader.name): longer than \(limit)") }
    }

    /// The time limit for an input of the maximum size.
    private static let limit = Duration.milliseconds(10)
    private static let byteCountMax = 256 * 1024

    /// Returns two inputs of the maximum size, because superlinear time shows only in large inputs.
    private static func enlarged(_ input: [UInt8]) -> [(form: String, [UInt8])] {
        guard !input.isEmpty else { return [] }
        // One repeats the whole input; the other repeats its end, as for something that is opened and never closed.
        return [("repeated", input[...]), ("ended by its end", input.suffix(8))].map { form, part in
            var bytes = Array(input.prefix(byteCountMax))
            while bytes.count + part.count <= byteCountMax { bytes += part }
            return (form, bytes)
        }
    }

    /// Returns the processor time for reading; if it is too long, the shortest of ten, because caches are cold at
    /// first.
    private static func shortest(_ reader: Reader, _ input: [UInt8]) -> Duration {
        func measure() -> Duration {
            let start = threadTime
            reader.read(input)
            return threadTime - start
        }
        var best = measure()
        for _ in 1..<10 where best > limit && reader.isTimed { best = min(best, measure()) }
        return best
    }

    /// The processor time of this thread; other work on the machine does not count.
    private static var threadTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func reader(_ name: String) -> Reader {
        guard let reader = Reader.named(name) else { fail("there is no reader \(name)") }
        return reader
    }

    private static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
    }

    private static func contents(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: file)))
    }

    private static func fail(_ text: String) -> Never {
        print(text)
        exit(1)
    }
}
