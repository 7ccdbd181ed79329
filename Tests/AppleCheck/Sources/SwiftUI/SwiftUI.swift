@_exported public import Foundation

// The part of SwiftUI that the app of the guide "In an app" uses, without any effect.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("a view without parts") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("a view without parts") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock(_ part: Never) -> Never {}
    public static func buildBlock<each Part: View>(_ part: repeat each Part) -> Parts { Parts() }
    public static func buildIf<Part: View>(_ part: Part?) -> Part? { part }
}

public struct Parts: View {
    public var body: Never { fatalError("a view without parts") }
}

public struct Text: View {
    public init(_ content: some StringProtocol) {}
    public var body: Never { fatalError("a view without parts") }
}

public struct Button: View {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
    public var body: Never { fatalError("a view without parts") }
}

extension View {
    /// Begins the action with the view, and anew with each other value; it is cancelled with the view and before it begins anew.
    public func task(
        id value: some Equatable,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }
}

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    init()
    var body: Body { get }
}

extension App {
    public static func main() { _ = Self() }
}

public enum ScenePhase: Sendable {
    case background, inactive, active
}

@MainActor public struct OpenURLAction {
    public func callAsFunction(_ url: URL) {}
}

@MainActor public struct EnvironmentValues {
    public var scenePhase: ScenePhase { .active }
    public var openURL: OpenURLAction { OpenURLAction() }
}

@MainActor @propertyWrapper public struct Environment<Value> {
    public let wrappedValue: Value
    public init(_ path: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: path] }
}

@MainActor @propertyWrapper public struct State<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
