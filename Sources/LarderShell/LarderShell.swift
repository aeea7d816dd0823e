// LarderShell
