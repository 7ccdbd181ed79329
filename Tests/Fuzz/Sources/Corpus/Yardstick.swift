/// A fixed piece of work like that of the readers, which shows how fast the processor is at the moment.
enum Yardstick {
    /// What the work takes on the machine that the limits of time were set on.
    private static let usual = Duration.milliseconds(6)

    /// How many times as long as usual the work takes now; the shortest of twenty times counts.
    static let slowness: Double = {
        let page = text()
        var best = Duration.seconds(1)
        for _ in 0..<20 {
            let start = Main.threadTime
            guard words(of: page) > 0 else { return 1 }
            best = min(best, Main.threadTime - start)
        }
        return best / usual
    }()

    /// Half a mebibyte of words and tags, the same every time.
    private static func text() -> [UInt8] {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDE <>=\"/&;".utf8)
        var state: UInt32 = 7
        return (0..<512 * 1024).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return letters[Int(state >> 16) % letters.count]
        }
    }

    /// Cuts a text into words in small letters, as readers do, and counts their bytes.
    private static func words(of text: [UInt8]) -> Int {
        var words: [[UInt8]] = []
        var word: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"): word.append(byte)
            default:
                if !word.isEmpty { words.append(word) }
                word = []
            }
        }
        return words.reduce(0) { $0 + $1.count }
    }
}
