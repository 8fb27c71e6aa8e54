internal import CSoundFile

/// An open libsndfile handle that reads a ``ByteSource`` through libsndfile's virtual I/O.
///
/// No path reaches the library, so it judges by content alone.
final class SoundFileHandle {
  /// What the library reads: stretches of the source, one after another, with some bytes replaced
  /// and perhaps some put in front.
  final class Window {
    let source: ByteSource
    /// The length that the library is told.
    let length: Int64
    private(set) var position: Int64 = 0
    /// The reads in a row that were asked for bytes and got none.
    private(set) var fruitlessReads = 0

    private let prefix: [UInt8]
    /// The stretches, with the position at which each starts.
    private let pieces: [(position: Int64, range: Range<Int64>)]
    /// Replacements for bytes, by their position.
    private let patches: [(offset: Int64, bytes: [UInt8])]

    init(
      _ source: ByteSource, _ ranges: [Range<Int64>], prefix: [UInt8] = [],
      patches: [(offset: Int64, bytes: [UInt8])] = []
    ) {
      var position = Int64(prefix.count)
      pieces = ranges.map { range in
        defer { position += range.upperBound - range.lowerBound }
        return (position, range)
      }
      length = position
      self.source = source
      self.prefix = prefix
      self.patches = patches
    }

    /// The offset in the source that is read next.
    var sourceOffset: Int64 {
      piece(at: position).map { $0.range.lowerBound + position - $0.position } ?? 0
    }

    private func piece(at position: Int64) -> (position: Int64, range: Range<Int64>)? {
      var (low, high) = (0, pieces.count)
      while low < high {
        let middle = (low + high) / 2
        if pieces[middle].position <= position { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? pieces[low - 1] : nil
    }

    func read(into base: UnsafeMutableRawPointer, count: Int64) -> Int64 {
      let start = position
      let wanted = max(min(count, length - start), 0)
      while position < start + wanted {
        let target = UnsafeMutableRawBufferPointer(
          start: base + Int(position - start), count: Int(start + wanted - position))
        let got = readPiece(into: target)
        guard got > 0 else { break }
        position += Int64(got)
        if source.isStream { break }
      }
      patch(UnsafeMutableRawBufferPointer(start: base, count: Int(position - start)), from: start)
      if count > 0 { fruitlessReads = position > start ? 0 : fruitlessReads + 1 }
      return position - start
    }

    private func readPiece(into target: UnsafeMutableRawBufferPointer) -> Int {
      if position < Int64(prefix.count) {
        let bytes = prefix[Int(position)...].prefix(target.count)
        target.copyBytes(from: bytes)
        return bytes.count
      }
      guard let piece = piece(at: position) else { return 0 }
      let offset = piece.range.lowerBound + position - piece.position
      let count = Int(min(Int64(target.count), piece.range.upperBound - offset))
      guard count > 0 else { return 0 }
      // A stream gives what has arrived, at least one byte.
      let arrived =
        source.isStream ? source.waitForBytes(after: offset, unit: 1, limit: count) : count
      return source.read(
        into: UnsafeMutableRawBufferPointer(rebasing: target[..<arrived]), at: offset)
    }

    private func patch(_ target: UnsafeMutableRawBufferPointer, from start: Int64) {
      for patch in patches {
        for (index, byte) in patch.bytes.enumerated() {
          let place = patch.offset + Int64(index) - start
          if place >= 0, place < Int64(target.count) { target[Int(place)] = byte }
        }
      }
    }

    func seek(to offset: Int64, from whence: Int32) -> Int64 {
      let base: Int64 = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : length
      let (target, overflow) = base.addingReportingOverflow(offset)
      guard !overflow, target >= 0 else { return -1 }
      position = target
      return position
    }
  }

  let window: Window
  /// What the library says about the sound; any of it may be a lie of the file's.
  let info: SF_INFO
  private let handle: OpaquePointer

  /// The library keeps the error and the log of the last failed opening in global variables.
  static let opening = Locked(())

  /// Opens the sound, or gives `nil` when the library refuses it.
  ///
  /// - Parameters:
  ///   - window: The bytes to read.
  ///   - description: The format, for sound without a header; zeros otherwise.
  init?(_ window: Window, as description: SF_INFO = SF_INFO()) {
    let (address, info) = Self.opening.withLock { _ in
      var calls = SF_VIRTUAL_IO(
        get_filelen: { SoundFileHandle.window($0)?.length ?? 0 },
        seek: { SoundFileHandle.window($2)?.seek(to: $0, from: $1) ?? -1 },
        read: { target, count, window in
          guard let target else { return 0 }
          return SoundFileHandle.window(window)?.read(into: target, count: count) ?? 0
        },
        write: { _, _, _ in 0 },
        tell: { SoundFileHandle.window($0)?.position ?? -1 })
      var info = description
      let reference = Unmanaged.passUnretained(window).toOpaque()
      let handle = sf_open_virtual(&calls, Int32(SFM_READ), &info, reference)
      return (UInt(bitPattern: handle), info)
    }
    guard let handle = OpaquePointer(bitPattern: address) else { return nil }
    self.window = window
    self.info = info
    self.handle = handle
  }

  deinit { _ = sf_close(handle) }

  private static func window(_ reference: UnsafeMutableRawPointer?) -> Window? {
    reference.map { Unmanaged<Window>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads up to a number of frames as 32-bit floating point; 0 at the end or at a fault.
  func read(into samples: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    Int(sf_readf_float(handle, samples, sf_count_t(frames)))
  }

  /// Whether the library met a fault since the sound was opened.
  var hasFault: Bool { sf_error(handle) != Int32(SF_ERR_NO_ERROR) }

  /// The format in which the library gives the sound.
  var format: AudioFormat {
    AudioFormat(.float32, sampleRate: Int(info.samplerate), channels: Int(info.channels))
  }

  /// The container, one of libsndfile's `SF_FORMAT_` values.
  var container: Int { Int(info.format) & SF_FORMAT_TYPEMASK }
}
