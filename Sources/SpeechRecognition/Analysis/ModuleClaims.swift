/// Which modules belong to an analyzer whose session is going on: each to one at most.
enum ModuleClaims {
  private static let claims = Locked<Set<ObjectIdentifier>>([])

  /// Claims modules for an analyzer.
  ///
  /// - Parameter modules: The modules that it wants.
  /// - Returns: Those that nobody had claimed.
  static func claim(_ modules: [any SpeechModule]) -> [any SpeechModule] {
    claims.withLock { claims in
      modules.filter { claims.insert(ObjectIdentifier($0)).inserted }
    }
  }

  /// Gives claims up; the caller still holds the modules, so that no other can have their identity.
  ///
  /// - Parameter modules: The modules whose session is over.
  static func release(_ modules: [any SpeechModule]) {
    claims.withLock { claims in
      for module in modules { claims.remove(ObjectIdentifier(module)) }
    }
  }
}
