// LarderTestSupport
