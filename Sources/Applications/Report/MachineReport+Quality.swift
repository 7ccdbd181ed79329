import ConnectivityCore
import ConnectivityOutages
package import ConnectivityText

extension MachineReport {
    /// The heads of ``qualityRows(in:)``.
    package static let qualityColumns = ["day", "latency", "longest", "loss", "slow or poor", "rounds"]

    /// The quality of the access on each civil day, as the cells of a table.
    package func qualityRows(in zone: CivilZone) -> [(day: String, cells: [String])] {
        var days: [(day: String, period: QualityPeriod)] = []
        for hour in quality {
            let day = String(zone.time(hour.from).dropLast(9))
            if days.last?.day == day { days[days.count - 1].period.add(hour) } else { days.append((day, hour)) }
        }
        return days.map { day, period in
            let slow = Double(period.slowCount) / Double(period.roundCount)
            let times = [period.latency.inWholeMilliseconds, period.longest.inWholeMilliseconds]
            return (day, times + [period.loss.percent, slow.percent, "\(period.roundCount)"])
        }
    }
}
