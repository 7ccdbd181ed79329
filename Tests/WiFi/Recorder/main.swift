import CNetlink
import Glibc

// Writes what the kernel sends over netlink as hexadecimal text, one datagram a paragraph, under a line `[NAME]` a
// question. It shares no code with the package: what it writes is what the package is tested with.
//
//     netlink-record tables        links, addresses, routes and rules of the network namespace
//     netlink-record wifi          nl80211: the controller's answer, the interfaces, and scan results of each
//     netlink-record events N      what is announced within N seconds, to rtnetlink's groups and to nl80211's "mlme"

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.last.flatMap { Int32($0) }) {
case ("tables", _): Recorder.recordTables()
case ("wifi", _): Recorder.recordWiFi()
case ("events", let seconds?): Recorder.recordEvents(for: seconds)
default:
    print("usage: netlink-record tables | wifi | events SECONDS")
    exit(64)
}
