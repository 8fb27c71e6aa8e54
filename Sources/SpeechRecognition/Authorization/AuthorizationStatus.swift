/// Whether an app may do what needs a person's consent.
public enum AuthorizationStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nobody has answered yet.
  case notDetermined
  /// The person said no.
  case denied
  /// The machine's administrator forbids it, or the policy can't be read.
  case restricted
  /// The person, or who runs the service, said yes.
  case authorized
}
