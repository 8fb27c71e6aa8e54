/// What a graph must declare for its role, because the C library relies on it without looking.
///
/// A number or list that is missing in the notes ends the process there; an input too many or too few
/// ends it or gives empty texts. Source: sherpa-onnx's csrc, one file for each kind of model.
struct GraphRule {
  /// What kind of tensor an input is.
  enum Element {
    case float
    case integer
    case any

    func accepts(_ type: ModelGraph.ElementType) -> Bool {
      switch self {
      case .float: type.isFloat || type == .undefined
      case .integer: type.isInteger || type == .undefined
      case .any: true
      }
    }
  }

  /// One input: what it holds, and the number of its dimensions where that tells graphs apart.
  struct Input {
    var element: Element
    var rank: Int?

    static func float(_ rank: Int? = nil) -> Input { Input(element: .float, rank: rank) }
    static func integer(_ rank: Int? = nil) -> Input { Input(element: .integer, rank: rank) }
    static let any = Input(element: .any, rank: nil)

    func accepts(_ tensor: ModelGraph.Tensor) -> Bool {
      guard element.accepts(tensor.elementType) else { return false }
      guard let rank, let dimensions = tensor.dimensions else { return true }
      return dimensions.count == rank
    }
  }

  /// The first inputs.
  var inputs: [Input]
  /// How many inputs there may be beyond those: state that the graph hands on.
  var moreInputs: ClosedRange<Int> = 0...0
  var outputs: ClosedRange<Int>
  /// The notes that must be sizes: whole numbers from 1 on.
  var sizes: [String] = []
  /// The notes that must be whole numbers from 0 on.
  var numbers: [String] = []
  /// The notes that must be sizes with commas between.
  var sizeLists: [String] = []
  /// The notes that must be numbers with commas between.
  var numberLists: [String] = []
  /// The names of all inputs and outputs in their order, where the library compares them.
  var names: [[String]]?

  /// What in a graph isn't as the role needs it, or `nil` when all is well.
  func problem(_ graph: ModelGraph) -> String? {
    shapeProblem(graph) ?? noteProblem(graph)
  }

  /// What is wrong with the inputs and outputs.
  func shapeProblem(_ graph: ModelGraph) -> String? {
    let count = inputs.count + moreInputs.lowerBound...inputs.count + moreInputs.upperBound
    guard count.contains(graph.inputs.count) else {
      return "it has \(graph.inputs.count) inputs, not \(Self.text(count))"
    }
    guard outputs.contains(graph.outputs.count) else {
      return "it has \(graph.outputs.count) outputs, not \(Self.text(outputs))"
    }
    for (input, tensor) in zip(inputs, graph.inputs) where !input.accepts(tensor) {
      return "its input “\(tensor.name)” is of another type or shape"
    }
    if let names, !names.contains(graph.inputs.map(\.name) + graph.outputs.map(\.name)) {
      return "its inputs are \(graph.inputs.map(\.name).joined(separator: ", "))"
    }
    return nil
  }

  private func noteProblem(_ graph: ModelGraph) -> String? {
    for key in sizes + numbers + sizeLists + numberLists {
      guard let note = graph.metadata[key], !note.isEmpty else {
        return "its metadata has no “\(key)”"
      }
      let isRight =
        if sizes.contains(key) {
          Self.isSize(note)
        } else if numbers.contains(key) {
          (0...Self.largestSize).contains(Int(note) ?? -1)
        } else {
          note.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { part in
            let part = part.filter { $0 != " " }
            return sizeLists.contains(key) ? Self.isSize(part) : Float(part)?.isFinite == true
          }
        }
      guard isRight else {
        return "its metadata has “\(note.prefix(40))” for “\(key)”, which can't be"
      }
    }
    return nil
  }

  /// Above what any model states, and far below what would fill the memory.
  private static let largestSize = 1 << 24

  private static func isSize(_ text: String) -> Bool {
    (1...largestSize).contains(Int(text) ?? 0)
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    if range.count == 1 { return "\(range.lowerBound)" }
    return range.upperBound >= ModelGraph.Limits.tensors
      ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
  }
}
