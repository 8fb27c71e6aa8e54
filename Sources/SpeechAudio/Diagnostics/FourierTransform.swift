internal import Glibc

/// A discrete Fourier transform of real samples, windowed by Hann's raised cosine.
///
/// The real samples stand in a complex transform of half the length, whose result is unfolded
/// (Press et al., Numerical Recipes, 12.3); that transform is Cooley and Tukey's with radix 2 (1965).
struct FourierTransform: Sendable {
  /// The number of samples, a power of two of at least 8.
  let length: Int
  private let window: [Float]
  private let cosines: [Float]
  private let sines: [Float]
  private let order: [Int]
  private var real: [Float]
  private var imaginary: [Float]

  /// - Parameter longest: The length, which is rounded down to a power of two.
  init(atMost longest: Int) {
    var length = 8
    while 2 * length <= longest { length *= 2 }
    self.length = length
    let half = length / 2
    let angles = (0..<length).map { 2 * Double.pi * Double($0) / Double(length) }
    window = angles.map { Float(0.5 - 0.5 * cos($0)) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(-sin($0)) }
    order = (0..<half).map { index in
      var (rest, reversed, bit) = (index, 0, 1)
      while bit < half {
        reversed = 2 * reversed + rest & 1
        rest >>= 1
        bit *= 2
      }
      return reversed
    }
    real = Array(repeating: 0, count: half)
    imaginary = real
  }

  /// Calculates the power in each of the bins 0…length/2 − 1.
  ///
  /// - Parameters:
  ///   - samples: At least as many samples as ``length``, `step` apart.
  ///   - step: The distance from one sample to the next.
  ///   - powers: Where the powers are put; as long as the number of bins.
  mutating func powers(
    of samples: UnsafeBufferPointer<Float>, step: Int, into powers: inout [Float]
  ) {
    let half = length / 2
    guard powers.count >= half, samples.count > (length - 1) * step else { return }
    for index in 0..<half {
      let source = 2 * order[index]
      real[index] = samples[source * step] * window[source]
      imaginary[index] = samples[(source + 1) * step] * window[source + 1]
    }
    transform(half)
    powers[0] = (real[0] + imaginary[0]) * (real[0] + imaginary[0])
    for bin in 1..<half {
      let mirror = half - bin
      let (evenReal, evenImaginary) = (
        0.5 * (real[bin] + real[mirror]), 0.5 * (imaginary[bin] - imaginary[mirror])
      )
      let (oddReal, oddImaginary) = (
        0.5 * (imaginary[bin] + imaginary[mirror]), 0.5 * (real[mirror] - real[bin])
      )
      let (cosine, sine) = (cosines[bin], sines[bin])
      let re = evenReal + oddReal * cosine - oddImaginary * sine
      let im = evenImaginary + oddReal * sine + oddImaginary * cosine
      powers[bin] = re * re + im * im
    }
  }

  private mutating func transform(_ count: Int) {
    var size = 2
    while size <= count {
      let (half, stride) = (size / 2, length / size)
      for first in Swift.stride(from: 0, to: count, by: size) {
        for index in 0..<half {
          let (low, high) = (first + index, first + index + half)
          let (cosine, sine) = (cosines[index * stride], sines[index * stride])
          let re = real[high] * cosine - imaginary[high] * sine
          let im = real[high] * sine + imaginary[high] * cosine
          (real[high], imaginary[high]) = (real[low] - re, imaginary[low] - im)
          (real[low], imaginary[low]) = (real[low] + re, imaginary[low] + im)
        }
      }
      size *= 2
    }
  }
}
