/// What a look into the files of a model tells, beside that they are whole.
struct ModelFacts: Sendable, Equatable {
  /// What each graph declares.
  let graphs: [ModelRole: ModelGraph]
  /// The number of tokens, or `nil` for a model without.
  let tokenCount: Int?
  /// Whether results say when each token starts.
  let givesTokenTimes: Bool
}
