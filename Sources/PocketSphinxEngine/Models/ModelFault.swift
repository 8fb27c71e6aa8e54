/// Why a file of a model can't be used.
struct ModelFault: Error {
  var path: String
  /// The end of a sentence that starts with "it can't be used:".
  var reason: String
  var remedy: String?

  init(_ path: String, _ reason: String, remedy: String? = nil) {
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }
}
