/// A large value in shared storage; a copy gets its own storage when it changes.
///
/// A value that has it as a property is small, and so is the code that copies such a value, which the compiler makes anew for
/// each type and in many places.
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
