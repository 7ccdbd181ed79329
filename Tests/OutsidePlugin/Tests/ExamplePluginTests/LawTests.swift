import ConnectivityCore
import ConnectivityKit
import ConnectivityTestKit
import ExamplePlugin
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Laws of the parts` {
    private static let stun: ProbeExchange = {
        let transport = STUNAnswer.Transport("192.0.2.7", port: 4711)
        let answer = STUNAnswer(mapped: transport, plain: transport, software: "a server")
        return ProbeExchange(request: ProbeRequest(STUNQuestion(server: "192.0.2.1")), outcome: .success(answer))
    }()

    @Test func `The STUN validator keeps the laws of validators`() throws {
        for validator in [MappedAddress(), MappedAddress(["192.0.2.7"])] {
            try ValidatorLaws.check(validator, exchanges: HostileExchanges.exchanges(like: Self.stun))
            #expect(validator.validate(Self.stun).finding == .genuine)
        }
    }

    @Test func `The JSON validator keeps the laws of validators`() throws {
        try ValidatorLaws.check(JSONField(at: "/a/0/b", is: 5), exchanges: [Self.page(#"{"a": [{"b": 5}]}"#)])
    }

    @Test(
        arguments: [
            (#"{"a": {"b/c": ["x", 5]}}"#, "/a/b~1c/1", "genuine com.example.json.field-matches"),
            (#"{"a": {"b": 6}}"#, "/a/b", "substituted com.example.json.field-differs"),
            (#"{"a": {"b": 6}}"#, "/a/c", "substituted com.example.json.field-missing"),
            ("[1]", "/1", "substituted com.example.json.field-missing"),
            ("<p>", "/a", "substituted com.example.json.no-json"),
        ]
    )
    func `The JSON validator compares the member at the pointer`(page: String, pointer: String, expected: String) {
        let verdict = JSONField(at: pointer, is: 5).validate(Self.page(page))
        #expect("\(verdict.finding) \(verdict.reason.code)" == expected)
    }

    @Test func `The witness keeps the laws, and objects to addresses that its file lists`() async throws {
        let folder = try ExampleFolder()
        try folder.write("192.0.2.9\n", to: "list")
        var listed = Self.stun
        listed.remoteAddress = IPAddress("192.0.2.9")
        let witness = AddressList(file: folder.path("list"))
        try await WitnessLaws.check(witness, exchanges: [listed, Self.stun])
        try ValidatorLaws.check(witness)
        #expect(await witness.testify(on: listed).reason.code == "com.example.list.listed")
        #expect(await witness.testify(on: Self.stun) == .inconclusive)
    }

    @Test func `The policy keeps the laws of policies`() throws {
        for needed in 1...3 { try PolicyLaws.check(SecondOpinion(needed: needed)) }
    }

    @Test func `The interface source keeps the laws of interface sources`() async throws {
        let folder = try ExampleFolder()
        let source = LinkFileSource(file: folder.path("link"), name: "example0", address: "192.0.2.7/24")
        async let changes: Void = { () async throws in
            for text in ["down", "up", "down", "up"] {
                try await Task.sleep(for: .milliseconds(250))
                try folder.write(text, to: "link")
            }
        }()
        try await InterfaceSourceLaws.check(source, for: .milliseconds(700), clock: .continuous)
        try await changes
    }

    @Test func `The notifier keeps the laws of notifiers`() async throws {
        let folder = try ExampleFolder()
        try await NotifierLaws.check(StateFile(file: folder.path("state")), clock: .continuous)
    }

    @Test func `The provisioning reader keeps the laws of provisioning readers`() throws {
        let folder = try ExampleFolder()
        let reader = LeaseReader(folder: folder.path("leases"))
        let interface = NetworkInterface(name: "example0", index: 1, kind: .other)
        try ProvisioningReaderLaws.check(reader, of: interface, files: [folder.path("leases/example0.lease")])
        #expect(reader.provisioning(of: interface).first?.nameServers == ["192.0.2.53"])
    }

    private static func page(_ body: String) -> ProbeExchange {
        let response = ProbeResponse(status: 200, body: Array(body.utf8))
        return ProbeExchange(request: ProbeRequest("http://status.example.com/"), outcome: .success(response))
    }
}
