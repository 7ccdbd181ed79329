#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc
import Testing
import TestSupport

@testable import ConnectivityNetlink

/// Faults in the communication with the kernel, simulated by a script.
@Suite struct KernelTableReaderTests {
    private typealias Step = ScriptedChannel.Step
    private typealias Question = ScriptedChannel.Question

    /// A kernel with one interface and no faults.
    private static func plain(_ question: Question) -> [Step] {
        switch question {
        case .links: [.datagram(link("eth0")), .datagram(ScriptedChannel.done)]
        case .egress: [.datagram(ScriptedChannel.noRoute)]
        default: [.datagram(ScriptedChannel.done)]
        }
    }

    /// A kernel with one interface, which answers with the addresses and routes of both families, whichever is asked.
    private static func dual(_ question: Question) -> [Step] {
        let both: [(family: UInt8, address: [UInt8])] = [
            (2, [192, 0, 2, 1]), (10, [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]),
        ]
        let bodies =
            switch question {
            case .addresses:
                both.map { MessageBytes.address(family: $0, prefixLength: 24, MessageBytes.attribute(1, $1)) }
            case .routes:
                both.map { family, _ in
                    MessageBytes.route(family: family, MessageBytes.attribute(4, MessageBytes.u32(2)))
                }
            default: [[UInt8]]()
            }
        let type: UInt16 = if case .addresses = question { 20 } else { 24 }
        return bodies.map { .datagram(MessageBytes.message(type: type, flags: 2, $0)) } + plain(question)
    }

    private static func link(_ name: String, flags: UInt16 = 2) -> [UInt8] {
        let body = MessageBytes.link(MessageBytes.attribute(3, MessageBytes.text(name)))
        return MessageBytes.message(type: 16, flags: flags, body)
    }

    /// The flag `NLM_F_DUMP_INTR`.
    private static let interrupted: UInt16 = 0x10

    /// The result of a read.
    private struct Look: Equatable {
        var names: [String]
        var isSettled: Bool
        /// How often the links were requested, and over how many sockets.
        var asked: Int
        var opened: Int

        init(_ names: [String], isSettled: Bool = true, asked: Int, opened: Int) {
            self.names = names
            self.isSettled = isSettled
            self.asked = asked
            self.opened = opened
        }
    }

    /// Reads once from a kernel whose answers about links are determined by the number of the request, from 0.
    private func read(links: @escaping (Int) -> [Step]) throws -> Look {
        var asked = 0
        var opened = 0
        var reader = try KernelTableReader { () throws(LinuxError) in
            opened += 1
            return ScriptedChannel { question in
                guard case .links = question else { return Self.plain(question) }
                asked += 1
                return links(asked - 1)
            }
        }
        guard case .tables(let tables, let isSettled) = try reader.read(unless: nil) else {
            return Look([], isSettled: false, asked: asked, opened: opened)
        }
        return Look(tables.links.map(\.name), isSettled: isSettled, asked: asked, opened: opened)
    }

    @Test func `An event lets only those tables be read that it can change, and the others stay known`() throws {
        let links: [Question] = [.links]
        let (addresses4, addresses6): ([Question], [Question]) = ([.addresses(2)], [.addresses(10)])
        let (routes4, routes6): ([Question], [Question]) = ([.routes(2), .egress(2)], [.routes(10), .egress(10)])
        let all = links + addresses4 + addresses6 + routes4 + routes6
        // RTM_NEWADDR, RTM_NEWROUTE, RTM_NEWRULE, RTM_NEWNEXTHOP, RTM_NEWLINK and an unknown one (rtnetlink(7))
        let asked: [(event: KernelEvent?, questions: [Question])] = [
            (KernelEvent(type: 20, family: .ipv4), addresses4 + routes4),
            (KernelEvent(type: 21, family: .ipv6), addresses6 + routes6),
            (KernelEvent(type: 20, family: nil), addresses4 + addresses6 + routes4 + routes6),
            (KernelEvent(type: 24, family: .ipv4), routes4), (KernelEvent(type: 25, family: .ipv6), routes6),
            (KernelEvent(type: 32, family: .ipv4), routes4), (KernelEvent(type: 104, family: nil), routes4 + routes6),
            (KernelEvent(type: 16, family: nil), all), (KernelEvent(type: 16, family: .ipv4), all), (nil, all),
            (KernelEvent(type: 999, family: .ipv4), all),
        ]
        for (event, expected) in asked {
            var questions: [Question] = []
            var reader = try KernelTableReader { () throws(LinuxError) in
                ScriptedChannel { question in
                    questions.append(question)
                    return Self.dual(question)
                }
            }
            guard case .tables(let before, isSettled: true) = try reader.read(unless: nil) else { return }
            expect(questions, all)
            #expect(before.addresses.map(\.family) == [.ipv4, .ipv6] && before.routes.map(\.family) == [.ipv4, .ipv6])
            questions = []
            guard case .tables(let tables, isSettled: true) = try reader.read(.init(changedBy: event), unless: nil)
            else {
                Issue.record("no tables after \(String(describing: event))")
                continue
            }
            #expect(tables == before && tables.links.map(\.name) == ["eth0"])
            expect(questions, expected, "\(String(describing: event))")
            questions = []
            _ = try reader.read([], unless: nil)
            #expect(questions.isEmpty)
        }
    }

    @Test func `A list that changed during the read is read again`() throws {
        let result = try read { number in
            let flags = number < 2 ? Self.interrupted : 2
            return [
                .datagram(Self.link("old\(number)")), .datagram(Self.link("eth\(number)", flags: flags)),
                .datagram(ScriptedChannel.done),
            ]
        }
        expect(result, Look(["old2", "eth2"], asked: 3, opened: 1))
    }

    @Test func `A list whose end is marked as interrupted is read again`() throws {
        let result = try read { number in
            let end = MessageBytes.message(type: 3, flags: number == 0 ? Self.interrupted : 2, MessageBytes.u32(0))
            return [.datagram(Self.link("eth\(number)")), .datagram(end)]
        }
        expect(result, Look(["eth1"], asked: 2, opened: 1))
    }

    @Test func `After five interrupted tries the list is used, and another read is due`() throws {
        let result = try read { number in
            [.datagram(Self.link("eth\(number)", flags: Self.interrupted)), .datagram(ScriptedChannel.done)]
        }
        expect(result, Look(["eth4"], isSettled: false, asked: 5, opened: 1))
    }

    @Test(arguments: [EBUSY, EAGAIN, EINTR, ENOBUFS])
    func `A busy kernel is asked again over a new socket`(code: Int32) throws {
        let result = try read { number in
            number < 2 ? [.datagram(ScriptedChannel.error(code))] : Self.plain(.links)
        }
        expect(result, Look(["eth0"], asked: 3, opened: 3))
    }

    @Test func `A lost or missing answer is requested again over a new socket`() throws {
        let result = try read { number in
            switch number {
            case 0: return [.datagram(Self.link("lost")), .overflow]
            case 1: return [.datagram(Self.link("cut")), .silence]
            default: return Self.plain(.links)
            }
        }
        expect(result, Look(["eth0"], asked: 3, opened: 3))
    }

    @Test func `Five refusals of a busy kernel are an error, and any other error is one at once`() {
        var asked = 0
        #expect(throws: LinuxError(.dump, code: EBUSY)) {
            try read { number in
                asked = number + 1
                return [.datagram(ScriptedChannel.error(EBUSY))]
            }
        }
        expect(asked, 5)
        #expect(throws: LinuxError(.dump, code: EPERM)) {
            try read { number in
                asked = number + 1
                return [.datagram(ScriptedChannel.error(EPERM))]
            }
        }
        expect(asked, 1)
    }

    @Test func `Messages of other senders or with older sequence numbers are ignored`() throws {
        let result = try read { _ in
            [
                .foreign, .verbatim(MessageBytes.message(type: 16, sequence: 0xFFFF, [1, 2, 3])),
                .verbatim(MessageBytes.message(type: 3, sequence: 0xFFFF, MessageBytes.u32(0))),
            ] + Self.plain(.links)
        }
        expect(result, Look(["eth0"], asked: 1, opened: 1))
    }

    @Test func `A signalled waker stops the read without tables`() throws {
        let stop = try #require(Waker())
        var reader = try KernelTableReader { () throws(LinuxError) in
            ScriptedChannel { question in
                if case .routes = question { return [.stop] }
                return Self.plain(question)
            }
        }
        guard case .stopped = try reader.read(unless: stop) else {
            Issue.record("the look did not end")
            return
        }
    }

    @Test(arguments: [ENETUNREACH, EHOSTUNREACH, EACCES, EINVAL, EOPNOTSUPP])
    func `An error in the route lookup means no egress`(code: Int32) throws {
        var reader = try KernelTableReader { () throws(LinuxError) in
            ScriptedChannel { question in
                if case .egress = question { return [.datagram(ScriptedChannel.error(code))] }
                return Self.plain(question)
            }
        }
        guard case .tables(let tables, isSettled: true) = try reader.read(unless: nil) else {
            Issue.record("the look did not settle")
            return
        }
        expect(tables.egress, [])
    }

    /// 1 is `RTN_UNICAST`, 2 is `RTN_LOCAL`: the address that represents the Internet belongs to this device.
    @Test(arguments: [(UInt8(1), [IPAddress.Family.ipv4, .ipv6]), (UInt8(2), [])])
    func `A route that ends on this device is not egress`(type: UInt8, families: [IPAddress.Family]) throws {
        var reader = try KernelTableReader { () throws(LinuxError) in
            ScriptedChannel { question in
                guard case .egress(let family) = question else { return Self.plain(question) }
                let interface = MessageBytes.attribute(4, MessageBytes.u32(2))
                let length: UInt8 = family == 2 ? 32 : 128
                let way = MessageBytes.route(family: family, destinationLength: length, type: type, interface)
                return [.datagram(MessageBytes.message(type: 24, way)), .datagram(ScriptedChannel.acknowledgement)]
            }
        }
        guard case .tables(let tables, isSettled: true) = try reader.read(unless: nil) else {
            Issue.record("the look did not settle")
            return
        }
        expect(tables.egress.map(\.family), families)
    }

    /// Reads once from a kernel with default routes that use next-hop objects.
    private func routes(
        by numbers: [UInt32],
        objects: @escaping (UInt32) -> [UInt8]?
    ) throws -> (routes: [RouteRecord], asked: Int) {
        var channel: ScriptedChannel?
        var reader = try KernelTableReader { () throws(LinuxError) in
            let made = ScriptedChannel { question in
                switch question {
                case .routes(2):
                    let datagrams = numbers.map { number -> [UInt8] in
                        let body = MessageBytes.route(MessageBytes.attribute(30, MessageBytes.u32(number)))
                        return MessageBytes.message(type: 24, flags: 2, body)
                    }
                    return (datagrams + [ScriptedChannel.done]).map { .datagram($0) }
                case .nextHop(let number):
                    guard let body = objects(number) else { return [.datagram(ScriptedChannel.error(ENOENT))] }
                    let answer = MessageBytes.message(type: 104, body)
                    return [.datagram(answer), .datagram(ScriptedChannel.acknowledgement)]
                default: return Self.plain(question)
                }
            }
            channel = made
            return made
        }
        guard case .tables(let tables, _) = try reader.read(unless: nil) else { return ([], 0) }
        let asked = channel?.questions.count { if case .nextHop = $0 { true } else { false } } ?? 0
        return (tables.routes, asked)
    }

    private static func hop(_ interface: UInt32) -> [UInt8] {
        MessageBytes.nextHop(family: 0, MessageBytes.attribute(5, MessageBytes.u32(interface)))
    }

    private static func group(_ members: [UInt32]) -> [UInt8] {
        let value: [UInt8] = members.flatMap { member -> [UInt8] in MessageBytes.u32(member) + [0, 0, 0, 0] }
        return MessageBytes.nextHop(family: 0, MessageBytes.attribute(2, value))
    }

    @Test func `Each next-hop object is requested once, and groups keep their members' order`() throws {
        let found = try routes(by: [8, 5, 9]) { number in
            switch number {
            case 8: Self.group([5, 6, 7])
            case 5, 6: Self.hop(number)
            default: nil
            }
        }
        expect(found.routes.map { $0.hops.map(\.interfaceIndex) }, [[5, 6], [5], []])
        expect(found.asked, 5)
    }

    @Test func `Next-hop groups that claim to contain groups or themselves end`() throws {
        let found = try routes(by: [1, 2]) { number in Self.group([1, 2, number]) }
        expect(found.routes.map(\.hops), [[], []])
        expect(found.asked, 2)
    }

    @Test func `At most 256 next-hop objects are requested`() throws {
        let found = try routes(by: (1...400).map { $0 }) { Self.hop($0) }
        expect(found.asked, 256)
        expect(found.routes.count { !$0.hops.isEmpty }, 256)
    }
}
#endif
