/// The pools that are in use, so that who asks for the same engine, configuration and limits
/// shares workers and models.
///
/// A pool and its models go when the last user goes, unless one asked for them to be kept longer.
enum EnginePools {
  private struct Key: Hashable {
    let engine: String
    let configuration: EngineConfiguration
    let limits: EngineLimits
  }

  private struct Entry {
    weak var pool: EnginePool?
    /// Keeps the pool beyond its users.
    var kept: EnginePool?
    var lingering = Duration.zero
    /// The last moment up to which the pool is kept; `nil` for no end.
    var end: ContinuousClock.Instant?
  }

  private static let entries = Locked<[Key: Entry]>([:])

  static func pool(
    for engine: any SpeechEngine, _ configuration: EngineConfiguration, _ limits: EngineLimits,
    _ retention: ModelRetention = .whileInUse
  ) -> EnginePool {
    let key = Key(engine: engine.descriptor.id, configuration: configuration, limits: limits)
    return entries.withLock { entries in
      if entries[key]?.pool == nil {
        entries = entries.filter { $0.value.pool != nil }
        entries[key] = Entry()
      }
      let pool =
        entries[key]?.pool
        ?? EnginePool(engine: engine, configuration: configuration, limits: limits)
      entries[key]?.pool = pool
      keep(pool, key, retention, &entries)
      return pool
    }
  }

  private static func keep(
    _ pool: EnginePool, _ key: Key, _ retention: ModelRetention, _ entries: inout [Key: Entry]
  ) {
    switch retention.kind {
    case .whileInUse: break
    case .processLifetime:
      entries[key]?.kept = pool
      entries[key]?.end = nil
    case .lingering(let time):
      // Kept for the process already.
      if let entry = entries[key], entry.kept != nil, entry.end == nil { break }
      let lingering = max(time, entries[key]?.lingering ?? .zero)
      let end = ContinuousClock.now + lingering
      let isWatched = entries[key]?.end != nil
      entries[key]?.lingering = lingering
      entries[key]?.kept = pool
      entries[key]?.end = end
      if !isWatched { Task.detached { await letGo(key, after: end) } }
    }
  }

  /// Lets a pool go once its time is over; begins anew when it is asked for meanwhile, or in use.
  private static func letGo(_ key: Key, after first: ContinuousClock.Instant) async {
    var next: ContinuousClock.Instant? = first
    while let end = next {
      // Never cancelled: nobody holds the task.
      try? await Task.sleep(until: end)
      // What is let go is freed outside of the lock.
      next = entries.withLock { entries in release(key, &entries) }.next
    }
  }

  private static func release(
    _ key: Key, _ entries: inout [Key: Entry]
  ) -> (next: ContinuousClock.Instant?, released: EnginePool?) {
    guard let end = entries[key]?.end, var pool = entries[key]?.kept else { return (nil, nil) }
    if end > .now { return (end, nil) }
    entries[key]?.kept = nil
    if isKnownUniquelyReferenced(&pool) {
      entries[key] = nil
      return (nil, pool)
    }
    let next = ContinuousClock.now + (entries[key]?.lingering ?? .zero)
    entries[key]?.kept = pool
    entries[key]?.end = next
    return (next, nil)
  }
}
