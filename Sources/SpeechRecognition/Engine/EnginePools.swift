/// The pools that are in use, so that who asks for the same engine, configuration and limits
/// shares workers and models.
///
/// Only weak references are kept: a pool and its models go when the last user goes.
enum EnginePools {
  private struct Key: Hashable {
    let engine: String
    let configuration: EngineConfiguration
    let limits: EngineLimits
  }

  private struct WeakPool {
    weak var pool: EnginePool?
  }

  private static let pools = Locked<[Key: WeakPool]>([:])

  static func pool(
    for engine: any SpeechEngine, _ configuration: EngineConfiguration, _ limits: EngineLimits
  ) -> EnginePool {
    let key = Key(engine: engine.descriptor.id, configuration: configuration, limits: limits)
    return pools.withLock { pools in
      if let pool = pools[key]?.pool { return pool }
      pools = pools.filter { $0.value.pool != nil }
      let pool = EnginePool(engine: engine, configuration: configuration, limits: limits)
      pools[key] = WeakPool(pool: pool)
      return pool
    }
  }
}
