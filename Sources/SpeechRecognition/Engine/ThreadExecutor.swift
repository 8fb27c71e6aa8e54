internal import Foundation

/// Runs the jobs of one actor on a thread of its own, so that blocking calls hold up nobody else.
///
/// The thread ends when ``stop()`` was called and the queue is empty.
final class ThreadExecutor: SerialExecutor {
  /// The jobs and the wish to stop, guarded by a condition: a `Mutex` can't be waited on.
  private final class Queue: @unchecked Sendable {
    private let condition = NSCondition()
    // Both are only touched between `lock` and `unlock`.
    private var jobs: [UnownedJob] = []
    private var isStopping = false

    func append(_ job: UnownedJob) {
      condition.lock()
      jobs.append(job)
      condition.signal()
      condition.unlock()
    }

    func stop() {
      condition.lock()
      isStopping = true
      condition.signal()
      condition.unlock()
    }

    /// Waits for jobs and takes them all; `nil` when there is nothing left to do.
    func takeAll() -> [UnownedJob]? {
      condition.lock()
      defer { condition.unlock() }
      while jobs.isEmpty && !isStopping { condition.wait() }
      guard !jobs.isEmpty else { return nil }
      defer { jobs.removeAll(keepingCapacity: true) }
      return jobs
    }
  }

  private let queue = Queue()

  /// Starts the thread.
  ///
  /// - Parameter name: The thread's name, of at most 15 bytes, as tools show it.
  init(name: String) {
    let queue = queue
    // The unowned reference stays valid: an actor keeps its executor alive, and jobs belong to it.
    let executor = asUnownedSerialExecutor()
    let thread = Thread {
      Thread.current.name = name
      while let jobs = queue.takeAll() {
        for job in jobs { job.runSynchronously(on: executor) }
      }
    }
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.append(UnownedJob(job))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Lets the thread end once its queue is empty.
  func stop() { queue.stop() }
}
