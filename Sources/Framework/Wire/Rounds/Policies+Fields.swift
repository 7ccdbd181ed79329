public import ConnectivityCore

// The options of the policies of Core.

extension SharePolicy: FieldCodable {
    package static let fields = FieldTable(
        Self(),
        [.filled("share", \.share, 0.5, Rule("must be a number from 0 through 1") { (0...1).contains($0) })],
        usual: { Self() }
    )
}

extension QuorumPolicy: FieldCodable {
    package static let fields = FieldTable(Self(), [.optional("owners", \.owners, .atLeast(1))])
}
