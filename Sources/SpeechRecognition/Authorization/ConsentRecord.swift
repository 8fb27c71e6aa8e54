internal import Foundation
internal import Glibc
internal import SpeechAudio

/// The answers that a person gave to one application, kept in a file that only that person reads.
///
/// The file is `swift-speech/consent/APPLICATION.json` in the state directory of the XDG Base
/// Directory Specification: `$XDG_STATE_HOME`, else `~/.local/state`.
struct ConsentRecord {
  private struct Contents: Codable {
    var version = 1
    /// The answers by subject.
    var answers: [String: Answer] = [:]
  }

  private struct Answer: Codable {
    var isAllowed: Bool
    var date: Date
    /// What the person was told.
    var usageDescription: String
  }

  /// A larger file is none of ours.
  private static let greatestSize = 1 << 20

  private let folder: String
  private let path: String

  init(application: String, environment: [String: String]) {
    func absolute(_ key: String) -> String? {
      environment[key].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
    // A relative XDG_STATE_HOME is to be ignored: "Basics" in the specification.
    folder = "\(absolute("XDG_STATE_HOME") ?? "\(home)/.local/state")/swift-speech/consent"
    path = "\(folder)/\(application).json"
  }

  /// The answer that was given; `nil` when there is none.
  func answer(to subject: ConsentQuestion.Subject) throws(SpeechError) -> Bool? {
    try read().answers[subject.rawValue]?.isAllowed
  }

  /// Keeps an answer.
  func keep(_ isAllowed: Bool, to question: ConsentQuestion) throws(SpeechError) {
    try change { contents in
      contents.answers[question.subject.rawValue] = Answer(
        isAllowed: isAllowed, date: Date(), usageDescription: question.usageDescription)
    }
  }

  /// Forgets an answer, so that the question is open again.
  func forget(_ subject: ConsentQuestion.Subject) throws(SpeechError) {
    try change { $0.answers[subject.rawValue] = nil }
  }

  // MARK: The file

  private func read() throws(SpeechError) -> Contents {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return Contents() }
      throw failure("can't be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.greatestSize
    else { throw failure("is no file of answers") }
    // Another user could have put it there to answer for the person.
    guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
      throw failure("belongs to somebody else, or somebody else may write it")
    }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      let data = try handle.read(upToCount: Self.greatestSize) ?? Data()
      let contents = try decoder.decode(Contents.self, from: data)
      guard contents.version == 1 else { throw failure("was written by a later version") }
      return contents
    } catch let error as SpeechError {
      throw error
    } catch {
      throw failure("can't be understood", underlying: error)
    }
  }

  /// Reads, changes and replaces the file while no other process does.
  private func change(_ body: (inout Contents) -> Void) throws(SpeechError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw failure("can't be written", underlying: error)
    }
    let lock = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw failure("can't be written: \(String(cString: strerror(errno)))")
    }
    // Closing lets the lock go. It is held for as long as a small file takes to be written.
    defer { close(lock) }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw failure("can't be locked: \(String(cString: strerror(errno)))")
      }
    }
    // A file that can't be understood is replaced: nobody has answered then.
    var contents = (try? read()) ?? Contents()
    body(&contents)
    try replace(with: contents)
  }

  private func replace(with contents: Contents) throws(SpeechError) {
    let fresh = "\(folder)/.\(UInt64.random(in: .min ... .max)).part"
    do {
      let data = try encoder.encode(contents)
      let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        throw failure("can't be written: \(String(cString: strerror(errno)))")
      }
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
      guard rename(fresh, path) == 0 else {
        throw failure("can't be replaced: \(String(cString: strerror(errno)))")
      }
    } catch {
      unlink(fresh)
      throw SpeechError(
        wrapping: error, as: .stateUnavailable, "The answer can't be kept in \(path)")
    }
  }

  private var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return encoder
  }

  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  private func failure(_ what: String, underlying: (any Error)? = nil) -> SpeechError {
    SpeechError(
      .stateUnavailable, "The file of answers \(path) \(what).",
      remedy: "Check its permissions and its folder's, or remove it: it is asked again then.",
      underlying: underlying)
  }
}
