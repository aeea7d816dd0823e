// LarderJSON
