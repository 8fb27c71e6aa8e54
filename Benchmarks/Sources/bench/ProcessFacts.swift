import Foundation
import Glibc

/// What the kernel knows of this process.
enum ProcessFacts {
  /// The CPU time of all threads, in seconds.
  static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The peak of resident memory since the program was started.
  static func peakBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let match = status.firstMatch(of: #/VmHWM:\s*(\d+) kB/#), let kilobytes = Int(match.1)
    else { throw BenchError("/proc/self/status has no VmHWM") }
    return kilobytes * 1024
  }
}
