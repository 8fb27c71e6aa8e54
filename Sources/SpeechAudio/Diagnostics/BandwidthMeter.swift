/// Finds how high a sound reaches: see ``AudioDiagnostics/bandwidth``.
struct BandwidthMeter: Sendable {
  /// The width of a band in Hz.
  private static let bandWidth = 250.0
  /// Bands up to 24 kHz.
  private static let bandCount = 96
  /// A band counts while it is within 40 dB of the loudest.
  private static let threshold: Float = 1e-4
  /// …and above −95 dBFS: the noise of 16-bit samples, with dither, is −111 dBFS a band at 16 kHz.
  private static let floor = 3.162e-10
  /// The share of loud moments in which a band has to count.
  private static let leastShare = 0.03
  /// The fewest loud moments that tell anything.
  private static let fewest = 10

  private var transform = FourierTransform(atMost: 8)
  private var rate = 0
  private var powers: [Float] = []
  /// The band of each bin; those above 24 kHz are left out.
  private var bands: [Int] = []
  /// The floor as a power of a bin.
  private var floorPower: Float = 0
  private var moments = 0
  private var counts = [Int](repeating: 0, count: bandCount)

  /// Prepares for sound of a rate whose moments have a length.
  mutating func begin(sampleRate: Int, momentLength: Int) {
    guard sampleRate != rate else { return }
    rate = sampleRate
    transform = FourierTransform(atMost: momentLength)
    let bins = transform.length / 2
    powers = Array(repeating: 0, count: bins)
    // By Parseval's theorem a mean square m makes powers of 3/8 · m · length² in all, since 3/8 is the
    // mean square of the window; half of them stand in the bins, of which a band has so many.
    let binsOfBand = Self.bandWidth * Double(transform.length) / Double(sampleRate)
    let length = Double(transform.length)
    floorPower = Float(Self.floor * 0.375 * length * length / (2 * binsOfBand))
    let bandOfBin = (0..<bins).map { bin in
      Int(Double(bin) * Double(sampleRate) / Double(transform.length) / Self.bandWidth)
    }
    bands = bandOfBin.filter { $0 < Self.bandCount }
  }

  /// Takes a loud moment: samples that are `step` apart.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, step: Int) {
    guard samples.count > (transform.length - 1) * step else { return }
    transform.powers(of: samples, step: step, into: &powers)
    var sums = [Float](repeating: 0, count: Self.bandCount)
    var bins = [Float](repeating: 0, count: Self.bandCount)
    for (bin, band) in bands.enumerated() {
      sums[band] += powers[bin]
      bins[band] += 1
    }
    // The lowest band holds offset and hum.
    sums[0] = 0
    var loudest: Float = 0
    for band in 1..<Self.bandCount where bins[band] > 0 {
      sums[band] /= bins[band]
      loudest = max(loudest, sums[band])
    }
    guard loudest > 0 else { return }
    moments += 1
    let least = max(loudest * Self.threshold, floorPower)
    for band in 1..<Self.bandCount where sums[band] > least {
      counts[band] += 1
    }
  }

  /// How high the sound reaches, in Hz, at most to the highest frequency that its rates can hold; `nil`
  /// when too little was loud.
  func bandwidth(upTo highest: Double) -> Double? {
    guard moments >= Self.fewest else { return nil }
    let least = Double(moments) * Self.leastShare
    guard let band = counts.lastIndex(where: { Double($0) >= max(least, 1) }) else { return nil }
    return min(Double(band + 1) * Self.bandWidth, highest)
  }
}
