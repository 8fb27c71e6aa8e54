// The library is opened when the program runs; only its declarations are used at compile time, by
// CSherpaOnnxShim, and only with the package trait SherpaOnnx.
