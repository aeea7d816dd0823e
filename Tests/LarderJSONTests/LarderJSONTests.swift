// LarderJSONTests
