import FuzzSupport

// The functions that libFuzzer calls, by their C names.

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  if let folder = SeedFolder(count, arguments) { SoundFileSeeds.write(to: folder) }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  SoundFileCheck(UnsafeRawBufferPointer(start: bytes, count: count)).run()
  return 0
}

@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>, _ size: Int, _ capacity: Int, _ seed: UInt32
) -> Int {
  var mutator = HeaderMutator(seed: seed)
  return mutator.mutate(bytes, size: size, capacity: capacity)
}
