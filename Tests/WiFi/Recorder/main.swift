import CNetlink
import Glibc

// Writes the kernel's netlink messages as hexadecimal text, one paragraph per datagram, under a line `[NAME]` per
// request. It shares no code with the package, because its output is used to test the package.
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
