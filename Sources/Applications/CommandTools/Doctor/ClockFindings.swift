#if os(Linux)
import ConnectivityCore
import ConnectivityKit
import ConnectivityToolkit

/// Finds problems of this device's clock without network requests.
enum ClockFindings {
    static func all(_ now: Timestamp, isKept: Bool?) -> [SetupFinding] {
        if let release = Timestamp(dayOfRelease: PackageVersion.date), now.sinceEpoch < release.sinceEpoch {
            return [
                SetupFinding.error(
                    "clock-behind",
                    "the clock says \(now), but this version is of \(PackageVersion.date), so that certificates can look "
                        + "invalid",
                    remedy: "set the date and the time (timedatectl set-ntp true)"
                )
            ]
        }
        guard isKept == false else { return [] }
        return [
            SetupFinding.note(
                "clock-free",
                "nothing on this device says that it keeps the clock right, and certificates depend on it",
                remedy: "let a time service keep it (timedatectl set-ntp true); on a virtual machine its host may do so"
            )
        ]
    }
}

extension Timestamp {
    /// The beginning of a day such as `November 23, 2026`.
    init?(dayOfRelease text: String) {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        guard words.count == 3, let month = Self.months.firstIndex(of: words[0]), let day = Int(words[1]) else {
            return nil
        }
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        self.init(rfc3339: "\(words[2])-\(padded(month + 1))-\(padded(day))T00:00:00Z")
    }
}
#endif
