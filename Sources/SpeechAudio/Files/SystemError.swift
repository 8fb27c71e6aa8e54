internal import Glibc

/// A failed system call's error number, with the system's words for it.
struct SystemError: Error, CustomStringConvertible {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  var description: String {
    var text = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &text, text.count - 1) == 0 else { return "error \(number)" }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
