package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityWire

/// Signs in by a recipe (``SignInRecipe``), which is read from a file each time.
package struct RecipeAgent: SignInAgent, Configurable, FieldCodable {
    package static let pluginID: PluginID = "sign-in.recipe"
    package static let summary = "signs in as a recipe in a file says"
    package static let fields = FieldTable(Self(file: "/"), [.required("file", \.file, .absolutePath)])

    /// The absolute path of the recipe.
    package private(set) var file: String

    package init(file: String) { self.file = file }

    package var requirements: [Requirement] { [.readFile(file)] }

    package func signIn(
        _ occasion: SignInOccasion,
        at visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        try await SignInRecipe(usableFile: file).perform(occasion, at: occasion.portal.page, through: visit)
    }
}

extension SignInRecipe {
    /// Reads the recipe of a file for a sign-in.
    init(usableFile path: String) throws(SignInStop) {
        do throws(RecipeFault) {
            try self.init(file: path)
        } catch {
            throw SignInStop(
                .signIn("recipe-unusable", ["file": .text(path), "detail": .text(error.description)])
            )
        }
    }

    /// Signs in or off at a portal.
    package func perform(
        _ occasion: SignInOccasion,
        at page: HTTPURL?,
        through visit: PortalVisit
    ) async throws(SignInStop) -> SignInOutcome {
        // A session can be ended without the page on which it began.
        let end = occasion.last?.logOffURL ?? hosts.first.flatMap { try? HTTPURL("https://\($0)/") }
        let page = occasion.purpose == .logOff ? page ?? end : page
        var run = try RecipeRun(self, for: occasion, at: page, through: visit)
        return occasion.purpose == .logOff ? try await run.logOff() : try await run.signIn()
    }
}

extension CaptivePortal {
    /// The sign-in page for a person.
    var page: HTTPURL? { signInURL ?? api?.userPortalURL }
}
