internal import Glibc

/// Writes the inputs that fuzzing starts from.
public struct SeedFolder {
  /// The path of the folder.
  public let path: String

  /// The folder that the command line asks to be filled, by `--seeds FOLDER`, or `nil`.
  ///
  /// - Parameters:
  ///   - count: The number of arguments, as libFuzzer gives it to `LLVMFuzzerInitialize`.
  ///   - arguments: The arguments.
  public init?(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
  ) {
    guard let all = arguments.pointee else { return nil }
    let words = (0..<Int(count.pointee)).compactMap { all[$0].map { String(cString: $0) } }
    guard let option = words.firstIndex(of: "--seeds"), option + 1 < words.count else { return nil }
    path = words[option + 1]
  }

  /// Writes one input.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - name: The name of its file.
  public func write(_ bytes: [UInt8], as name: String) {
    let file = fopen("\(path)/\(name)", "wb")
    Finding.unless(file != nil, "\(path)/\(name) can't be written")
    guard let file else { return }
    let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    Finding.unless(fclose(file) == 0 && written == bytes.count, "\(path)/\(name) isn't whole")
  }
}
