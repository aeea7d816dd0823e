/// Failures on the way to services.
extension ErrorHelp {
  static let services: [ErrorHelp] = [
    .init(
      "http.library-missing", "libcurl is missing or too old",
      "Install libcurl 4 of the system."),
    .init(
      "http.invalid-url", "not a usable address",
      "Write it as https://HOST/PATH/."),
    .init(
      "http.invalid-request", "a method or header that cannot be sent",
      "Look at the dialect file."),
    .init(
      "http.unreachable", "the host has no address, or nothing listens there",
      "Look at the address, the network and whether the service runs."),
    .init(
      "http.connect-timeout", "no connection within the time for it",
      "Try again; look at the network and at firewalls."),
    .init(
      "http.idle-timeout", "no byte either way for too long",
      "Try again, with a narrower condition maybe."),
    .init(
      "http.deadline", "the time for the whole is over",
      "Ask for less at once: a condition, a limit."),
    .init(
      "http.connection-lost", "the connection broke before a reply began",
      "Try again; a save says what became of each object."),
    .init(
      "http.truncated", "the reply's body ended too early",
      "Try again; the service or something between breaks replies off."),
    .init(
      "http.malformed", "the reply is not as the protocol asks",
      "Is it a service of that dialect? Look at the address."),
    .init(
      "http.too-large", "the reply is larger than allowed, decompressed or not",
      "Ask for less at once: a condition, a limit."),
    .init(
      "http.insecure", "a certificate that is not trusted, a protocol too old",
      "`--ca-file FILE` names the authority of a service of your own."),
    .init(
      "http.redirect-refused",
      "the service answers from elsewhere, and the request may not simply go there",
      "Open the address that it redirects to."),
    .init(
      "http.pause-too-long", "the service asks for a longer pause than there is time",
      "Try again later."),
    .init(
      "http.cancelled", "stopped from outside",
      "Ctrl-C came; nothing was changed here."),
    .init(
      "http.failed", "libcurl reported something else",
      "The message gives libcurl's words."),
  ]
}
