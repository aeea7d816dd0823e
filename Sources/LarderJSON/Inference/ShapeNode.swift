/// What was seen in one place of the records: in an attribute, a member, the elements of an array.
///
/// Lives in an ``Arena``; counted while the bytes are checked.
struct ShapeNode: BitwiseCopyable {
  var nullCount = 0
  var boolCount = 0
  var integerCount = 0
  var realCount = 0
  var decimalCount = 0
  var textCount = 0
  /// Dates and UUIDs that say so, as MongoDB writes them; others count as text.
  var dateCount = 0
  var uuidCount = 0
  var arrayCount = 0
  var objectCount = 0

  /// The objects that held this member; a doubled key counts once.
  var holderCount = 0

  /// The number of the last object that held this member.
  var lastHolder = 0

  /// The forms that every text so far is a date in, and whether every one is a UUID.
  var textForms = TextForms.all

  var members: UnsafeMutablePointer<ShapeMember>?
  var memberCount: Int32 = 0
  var memberCapacity: Int32 = 0
  /// Distinct names: two spellings of one key share a slot.
  var slotCount: Int32 = 0
  /// A hash table of member indexes plus one, where there are many members.
  var buckets: UnsafeMutablePointer<Int32>?
  var bucketCount: Int32 = 0
  /// Some keys hold escapes or text beyond ASCII, so that two spellings may be one name.
  var hasOddKeys = false
  /// Some keys were too many to follow.
  var isOpen = false

  var element: UnsafeMutablePointer<ShapeNode>?
}

/// One spelling of a key.
struct ShapeMember: BitwiseCopyable {
  /// The bytes behind the opening quote, in the file.
  var key: UnsafePointer<UInt8>
  /// With the closing quote.
  var length: Int32
  var slot: Int32
  /// The first eight bytes, as far as the key reaches.
  var head: UInt64
  var headMask: UInt64
  var node: UnsafeMutablePointer<ShapeNode>
}
