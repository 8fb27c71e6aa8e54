import FuzzSupport

// The functions that libFuzzer calls, by their C names.

@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
  if let folder = SeedFolder(count, arguments) { PlanSeeds.write(to: folder) }
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let plan = Plan(UnsafeRawBufferPointer(start: bytes, count: count))
  Waiting.until {
    if plan.usesAnalyzer { await AnalyzerRun(plan).run() } else { await TaskRun(plan).run() }
  }
  return 0
}
