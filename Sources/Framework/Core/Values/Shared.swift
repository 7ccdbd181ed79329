/// A large value in shared storage; a copy gets its own storage when it changes.
///
/// A property of this type keeps its owner small, and thus also the code that copies the owner, which the compiler generates per
/// type and in many places.
@propertyWrapper
package struct Shared<Value: Sendable>: Sendable {
    /// Changed only while it has a single owner, so it is safe to send.
    @usableFromInline final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    @inlinable package var wrappedValue: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    @inlinable package init(wrappedValue: Value) { storage = Storage(wrappedValue) }
}

extension Shared: Equatable where Value: Equatable {
    @inlinable package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.storage === rhs.storage || lhs.wrappedValue == rhs.wrappedValue
    }
}

extension Shared: Hashable where Value: Hashable {
    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
