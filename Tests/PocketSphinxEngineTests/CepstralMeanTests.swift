import Testing

@testable import PocketSphinxEngine

struct CepstralMeanTests {
  @Test func rowsWithoutEnergyDoNotCount() {
    var mean = CepstralMean([0, 0], weight: 0)
    mean.add([2, 4, -1, 100, 4, 8])
    #expect(mean.mean == [3, 6])
    #expect(mean.weight == 2)
  }

  @Test func anEmptyMeanIsZero() {
    #expect(CepstralMean([5, 5], weight: 0).mean == [0, 0])
  }

  @Test func aLimitKeepsTheMeanAndLowersItsWeight() {
    var mean = CepstralMean([3, 1], weight: 1000)
    mean.limit(500)
    #expect(mean.weight == 500 && mean.mean == [3, 1])
    mean.limit(900)
    #expect(mean.weight == 500)
  }

  @Test func theMeanIsTakenFromEachRow() {
    #expect(CepstralMean.subtract([1, 2], from: [1, 1, 5, 5]) == [0, -1, 4, 3])
  }
}
