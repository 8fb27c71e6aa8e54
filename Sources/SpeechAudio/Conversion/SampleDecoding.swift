/// Bare bytes as samples.
extension AudioBuffer.Storage {
  /// Decodes whole samples; bytes behind the last whole one are left out.
  init(_ bytes: UnsafeRawBufferPointer, _ encoding: SampleEncoding) {
    let count = bytes.count / encoding.byteCount
    let isBig = encoding.isBigEndian
    func map<Sample>(_ sample: (Int) -> Sample) -> [Sample] {
      [Sample](unsafeUninitializedCapacity: count) { target, filled in
        for index in 0..<count { target.initializeElement(at: index, to: sample(index)) }
        filled = count
      }
    }
    func load<Value: FixedWidthInteger>(_ index: Int, as type: Value.Type) -> Value {
      let offset = index * MemoryLayout<Value>.size
      let value = bytes.loadUnaligned(fromByteOffset: offset, as: type)
      return isBig ? Value(bigEndian: value) : Value(littleEndian: value)
    }
    switch encoding.kind {
    case .uint8: self = .int16(map { Int16(bytes[$0]) << 8 ^ .min })
    case .int8: self = .int16(map { Int16(Int8(bitPattern: bytes[$0])) << 8 })
    case .muLaw: self = .int16(map { G711.muLaw[Int(bytes[$0])] })
    case .aLaw: self = .int16(map { G711.aLaw[Int(bytes[$0])] })
    case .int16: self = .int16(map { load($0, as: Int16.self) })
    case .int24:
      let (low, high) = isBig ? (2, 0) : (0, 2)
      self = .int32(
        map { index in
          let (first, middle, last) = (
            bytes[3 * index + low], bytes[3 * index + 1], bytes[3 * index + high]
          )
          return Int32(
            bitPattern: UInt32(first) << 8 | UInt32(middle) << 16 | UInt32(last) << 24)
        })
    case .int32: self = .int32(map { load($0, as: Int32.self) })
    case .float32: self = .float32(map { Float(bitPattern: load($0, as: UInt32.self)) })
    case .float64: self = .float64(map { Double(bitPattern: load($0, as: UInt64.self)) })
    }
  }

  /// The samples with those of one frame side by side, when each channel stood in one piece.
  func interleaved(channels: Int) -> AudioBuffer.Storage {
    let frames = count / max(channels, 1)
    func reordered<Sample>(_ samples: [Sample]) -> [Sample] {
      (0..<frames * channels).map { samples[$0 % channels * frames + $0 / channels] }
    }
    return switch self {
    case .int16(let samples): .int16(reordered(samples))
    case .int32(let samples): .int32(reordered(samples))
    case .float32(let samples): .float32(reordered(samples))
    case .float64(let samples): .float64(reordered(samples))
    }
  }
}
