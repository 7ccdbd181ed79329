import ConnectivityCore
import ConnectivityFixtures
import Foundation
import TestSupport
import Testing

@Suite struct `A variant` {
    @Test func `A seed draws the same variants again, and another seed others`() {
        let first = Variant.portals(count: 100, seed: 7)
        expect(first, Variant.portals(count: 100, seed: 7))
        #expect(first != Variant.portals(count: 100, seed: 8))
        expect(Array(Variant.portals(count: 200, seed: 7).prefix(100)), first)
        #expect(Set(first).count > 80)
    }

    @Test func `A variant is made again from its line, with the same answer`() throws {
        let portal = try #require(PortalFixture.portals.first)
        let all =
            Variant.portals(of: "http://login.hotel.example/?a=b", count: 100, seed: 1)
            + Variant.filters(count: 100, seed: 1)
            + Variant.genuine(count: 100, seed: 1) + portal.variants(count: 20, seed: 1)
        for variant in all {
            let again = try #require(Variant("\(variant)"), "\(variant)")
            #expect(again == variant && again.exchange == variant.exchange && again.findings == variant.findings)
        }
        let json = try JSONEncoder().encode(all)
        try expect(JSONDecoder().decode([Variant].self, from: json), all)
    }

    @Test(arguments: [
        "", "gate", "portal form", "portal form=door", "portal tags=upper tags=upper", "portals/none noise=cdn",
        "genuine form=refresh", "portal sign-in=nowhere",
    ])
    func `A line that describes no variant is refused`(line: String) {
        expect(Variant(line), nil)
    }

    @Test func `Only the changes that a fault needs are left after minimizing`() throws {
        let variant = try #require(Variant("portal form=refresh page=403 language=ja tags=upper noise=cdn"))
        let smallest = variant.minimized {
            $0.description.contains("page=403") && $0.description.contains("tags=upper")
        }
        expect("\(smallest)", "portal page=403 tags=upper")
        expect(variant.minimized { _ in false }, variant)
    }

    @Test func `The portal's own sign-in URL is that of every redirect to it`() throws {
        let variant = try #require(Variant("portal sign-in=http://login.hotel.example/"))
        expect(variant.exchange.response?.headers["Location"], "http://login.hotel.example/")
        expect(variant.findings, [.captive])
    }

    @Test func `A page that is cut before its sign need not be found captive`() throws {
        let early = try #require(Variant("portal form=form-password cut=limit-40"))
        let late = try #require(Variant("portal form=form-password cut=limit-95"))
        #expect(!early.findings.contains(.genuine) && early.findings.contains(.inconclusive))
        expect(early.exchange.response?.completeness, .cutAtLimit)
        expect(late.findings, [.captive])
    }

    @Test func `Every value of every axis occurs in ten thousand variants`() {
        let lines = (Variant.portals(count: 7_000, seed: 3) + Variant.filters(count: 3_000, seed: 3)).map(\.description)
        let values = Set(lines.flatMap { $0.split(separator: " ").dropFirst() })
        #expect(values.count > 120, "\(values.count)")
    }
}
