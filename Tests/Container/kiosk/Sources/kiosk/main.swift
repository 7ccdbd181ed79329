import ConnectivityKit

let assessment = try await Pipeline.standard().assess(within: .seconds(15))
print("\(assessment.access.name): \(assessment.reason.sentence)")
