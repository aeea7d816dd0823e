import LarderCore
import Testing

@Suite struct LocalizedOrderTests {
  @Test(arguments: [
    ["file1", "file2", "file9", "file10", "file100"],
    ["a", "A", "á", "Á", "ab", "b", "B"],
    ["cote", "coté", "côte", "côté", "coter"],
    ["", " ", "-", "$", "1", "a"],
    ["file 2", "file1"],
    ["Mueller", "Muller", "Müller", "Mullers"],
    ["o", "ø", "oz", "øz", "p"],
    ["1.9", "1.10"],
    ["007", "07", "7", "8"],
    ["a99999999999999999999999", "a100000000000000000000000"],
    ["strasse", "Straße", "Strasse", "Strassen"],
    ["resume", "Resume", "résumé", "Résumé", "resumed"],
    ["x٢", "x3", "x10"],
  ])
  func namesStandWhereAPersonLooksForThem(_ names: [String]) {
    for seed in 0..<5 {
      var mixed = names
      for index in mixed.indices { mixed.swapAt(index, (index * 7 + seed) % mixed.count) }
      #expect(mixed.sorted { TextFolding.localizedOrder($0, $1) < 0 } == names)
    }
  }

  @Test func onlyEquivalentTextsAreEqual() {
    #expect(TextFolding.localizedOrder("é", "e\u{301}") == 0)
    #expect(TextFolding.localizedOrder("ﬁ", "fi") != 0)
    #expect(TextFolding.localizedOrder("01", "1") != 0)
    #expect(TextFolding.localizedOrder("Ø", "O") != 0)
  }

  @Test func theOrderIsTransitive() {
    let texts = [
      "a", "A", "á", "A\u{301}", "ﬁ", "fi", "Fi", "FI", "ß", "ss", "SS", "1", "01", "001", "ø", "o",
      "O", "İ", "i", "I", "", "\u{301}", "æ", "ae", "AE", "Æ",
    ]
    for a in texts {
      for b in texts {
        #expect(TextFolding.localizedOrder(a, b) == -TextFolding.localizedOrder(b, a))
        for c in texts where TextFolding.localizedOrder(a, b) < 0 {
          if TextFolding.localizedOrder(b, c) < 0 { #expect(TextFolding.localizedOrder(a, c) < 0) }
        }
      }
    }
  }
}
