public import SwiftData

/// A model with an attribute of every type.
@Model
public final class Specimen {
  public var name: String
  public var flag = false
  public var count = 0
  public var small: Int8 = 0
  public var large: UInt32 = 0
  public var real = 0.0
  public var single: Float = 0
  public var price: Decimal = Decimal(0)
  public var made: Date = Date(timeIntervalSinceReferenceDate: 0)
  public var code: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  public var bytes: Data = Data()
  public var page: URL?
  public var kind: Kind = Kind.stone
  public var grade: Grade = Grade.low
  public var words: [String] = []
  public var numbers: [Int] = []
  public var place: Place?
  public var marks: [Mark] = []
  public var scores: [String: Int] = [:]

  public var maybeFlag: Bool?
  public var maybeCount: Int?
  public var maybeReal: Double?
  public var maybePrice: Decimal?
  public var maybeText: String?
  public var maybeDate: Date?
  public var maybeCode: UUID?
  public var maybeBytes: Data?
  public var maybeKind: Kind?
  public var maybeWords: [String]?

  public init(name: String) { self.name = name }

  public enum Kind: String, Codable, Sendable, CaseIterable { case stone, bone, shell }

  public enum Grade: Int, Codable, Sendable, CaseIterable { case low, high }

  public struct Place: Codable, Hashable, Sendable {
    public var town: String
    public var height: Double?
    public var since: Date
    public var plot: Plot

    public init(town: String, height: Double?, since: Date, plot: Plot) {
      self.town = town
      self.height = height
      self.since = since
      self.plot = plot
    }
  }

  public struct Plot: Codable, Hashable, Sendable {
    public var number: Int
    public var owner: String?

    public init(number: Int, owner: String?) {
      self.number = number
      self.owner = owner
    }
  }

  public struct Mark: Codable, Hashable, Sendable {
    public var text: String
    public var seal: Data
    public var id: UUID

    public init(text: String, seal: Data, id: UUID) {
      self.text = text
      self.seal = seal
      self.id = id
    }
  }
}
