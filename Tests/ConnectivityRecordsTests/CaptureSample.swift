import ConnectivityCore
import Foundation

@testable import ConnectivityRecords

/// Writes the fields of packets as tshark prints them.
struct CaptureSample {
    enum Side { case client, server }

    var client = "192.0.2.7"
    var server = "192.0.2.1"
    var port = 80
    var stream = 0
    /// The next sequence number of each side.
    private var next: [Side: UInt32] = [.client: .max - 9, .server: 5000]
    private(set) var lines: [String] = []
    /// The time of the next packet, in milliseconds.
    var now = 0

    init(port: Int = 80) { self.port = port }

    var capture: PacketCapture { PacketCapture(fields: Array(lines.joined(separator: "\n").utf8)) }

    mutating func add(_ values: [String: String], at time: Int? = nil) {
        var values = values
        let milliseconds = String(1000 + (time ?? now) % 1000).dropFirst()
        values["frame.time_epoch"] = "\(1_800_000_000 + (time ?? now) / 1000).\(milliseconds)000000"
        values["frame.interface_name"] = values["frame.interface_name"] ?? "eth0"
        lines.append(PacketCapture.fields.map { values[$0] ?? "" }.joined(separator: "\t"))
        now += 10
    }

    /// One segment; 0x02 is SYN, 0x01 FIN, 0x04 RST, 0x10 ACK.
    mutating func segment(_ side: Side, _ flags: Int = 0x18, _ text: [UInt8] = [], cut: Bool = false) {
        let isClient = side == .client
        let isIPv6 = client.contains(":")
        add([
            isIPv6 ? "ipv6.src" : "ip.src": isClient ? client : server,
            isIPv6 ? "ipv6.dst" : "ip.dst": isClient ? server : client,
            "tcp.stream": "\(stream)", "tcp.srcport": "\(isClient ? 50_000 : port)",
            "tcp.dstport": "\(isClient ? port : 50_000)", "tcp.flags": "0x" + String(flags, radix: 16),
            "tcp.seq_raw": "\(next[side] ?? 0)", "frame.len": "1000", "frame.cap_len": cut ? "90" : "1000",
            "tcp.payload": text.map { String(256 + Int($0), radix: 16).dropFirst() }.joined(),
            "eth.src": isClient ? "02:00:00:00:00:07" : "02:00:00:00:00:01",
        ])
        next[side, default: 0] &+= UInt32(text.count) &+ (flags & 0x03 == 0 ? 0 : 1)
    }

    mutating func open() {
        segment(.client, 0x02)
        segment(.server, 0x12)
        segment(.client, 0x10)
    }

    mutating func send(_ text: String) { segment(.client, 0x18, Array(text.utf8)) }
    mutating func answer(_ text: String) { segment(.server, 0x18, Array(text.utf8)) }
    mutating func ask(_ path: String, method: String = "GET") {
        send("\(method) \(path) HTTP/1.1\r\nHost: a.example\r\n\r\n")
    }

    mutating func look(up name: String, type: Int = 1, isAnswer: Bool = false, code: Int = 0, addresses: String = "") {
        add([
            "ip.src": isAnswer ? "192.0.2.53" : client, "ip.dst": isAnswer ? client : "192.0.2.53",
            "udp.srcport": isAnswer ? "53" : "40000", "udp.dstport": isAnswer ? "40000" : "53",
            "dns.flags.response": isAnswer ? "1" : "0", "dns.flags.rcode": isAnswer ? "\(code)" : "",
            "dns.qry.name": name, "dns.qry.type": "\(type)", "dns.a": addresses,
            "eth.src": isAnswer ? "02:00:00:00:00:01" : "02:00:00:00:00:07",
        ])
    }

    /// Exchanges the packets at two places.
    mutating func swapLines(_ one: Int, _ other: Int) { lines.swapAt(one, other) }
    mutating func removeLine(_ index: Int) { lines.remove(at: index) }
    mutating func repeatLine(_ index: Int) { lines.append(lines[index]) }
}

extension PacketCapture {
    /// The exchanges on one line each, such as `GET http://a.example/ 204 ""`.
    var summary: [String] {
        exchanges.map { item in
            let asked = item.exchange.request.question.description
            switch item.exchange.outcome {
            case .success(.http(let response)):
                return "\(asked) \(response.status) \(String(decoding: response.body, as: UTF8.self).debugDescription)"
            case .success(.other): return asked
            case .failure(let failure):
                let part = failure.partialResponse.map {
                    " of \(String(decoding: $0.body, as: UTF8.self).debugDescription)"
                }
                return "\(asked) \(failure.kind)\(part ?? "")"
            }
        }
    }
}
