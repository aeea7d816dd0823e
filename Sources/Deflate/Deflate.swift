import CZlib

/// Raw DEFLATE data: no zlib or gzip header, no checksum.
public enum Deflate {
  /// What is wrong with compressed data.
  public enum Failure: Error, Hashable, Sendable {
    /// It is no DEFLATE data, or ends too early.
    case damaged
    /// It inflates to more than was allowed.
    case tooLarge
  }

  /// Inflates data that ends with the last byte.
  ///
  /// - Throws: ``Failure`` for data that is damaged, is followed by something else or inflates to more
  ///   than `limit` bytes.
  public static func inflated(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard
      inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw .damaged }
    defer { inflateEnd(&stream) }
    var input = bytes
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      repeat {
        let count = buffer.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(clamping: output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return output.count - Int(stream.avail_out)
        }
        result += buffer[..<count]
      } while status == Z_OK && result.count <= limit
    }
    if result.count > limit { throw .tooLarge }
    guard status == Z_STREAM_END, stream.avail_in == 0 else { throw .damaged }
    return result
  }

  /// Compresses data at the best level.
  public static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard
      deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = bytes
    var result = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let count = input.withUnsafeMutableBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        _ = deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(result.prefix(count))
  }
}
