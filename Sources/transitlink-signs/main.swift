// transitlink-signs: signs in, a PDF out.

internal import SignSheets
