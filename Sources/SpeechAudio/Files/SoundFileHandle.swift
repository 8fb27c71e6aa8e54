internal import CSoundFile
internal import Synchronization

/// An open libsndfile handle that reads a ``ByteSource`` through libsndfile's virtual I/O.
///
/// No path reaches the library, so it judges by content alone.
final class SoundFileHandle {
  /// What the library reads: a stretch of the source, with some bytes replaced.
  final class Window {
    let source: ByteSource
    /// Where the stretch starts in the source.
    let start: Int64
    /// The length that the library is told.
    let length: Int64
    /// Replacements for bytes, by their offset in the stretch.
    let patches: [(offset: Int64, bytes: [UInt8])]
    var position: Int64 = 0

    init(
      _ source: ByteSource, start: Int64 = 0, length: Int64,
      patches: [(offset: Int64, bytes: [UInt8])] = []
    ) {
      self.source = source
      self.start = start
      self.length = length
      self.patches = patches
    }

    /// The offset in the source that is read next.
    var sourceOffset: Int64 { start + position }

    func read(into base: UnsafeMutableRawPointer, count: Int64) -> Int64 {
      let wanted = Int(max(min(count, length - position), 0))
      let target = UnsafeMutableRawBufferPointer(start: base, count: wanted)
      let got = source.read(into: target, at: sourceOffset)
      for patch in patches {
        for (index, byte) in patch.bytes.enumerated() {
          let place = patch.offset + Int64(index) - position
          if place >= 0, place < Int64(got) { target[Int(place)] = byte }
        }
      }
      position += Int64(got)
      return Int64(got)
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
  private static let opening = Mutex(())

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
