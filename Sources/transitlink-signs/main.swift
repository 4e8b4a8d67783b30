// transitlink-signs: signs in, a PDF out. A program of its own, for loading Pango costs every start some milliseconds;
// `transitlink batch --format signs` runs it, and so may anybody.
//
// Standard input: NDJSON, a sign a line, in the order of the pages, blank lines left out:
//   {"name":"4th Ave & Pike St","code":"75403","platform":"2","agency":"Metro","url":"https://…"}
// `name`, `agency` and `url` have to be there (name and agency may be ""); `code`, `platform` and `note` (for the bookmark) may be
// missing, null or blank. A line that is no sign, and a sign whose code has no room, are told on standard error as `line N: …`, left out,
// and the others are printed. Standard output: the PDF once all of it is drawn, nothing after an exit code of neither 0 nor 1.
// Standard error: lines that begin with `transitlink-signs: `. Exit codes: 0 done; 1 some signs were left out; 64 usage;
// 65 no sign could be printed (and nothing was written); 66 no such template or logo; 70 the PDF can't be drawn;
// 74 input/output; 78 a mistake in the template.

internal import Arguments
internal import Glibc

exit(SignsCommand.run(CommandLine.arguments.dropFirst()).rawValue)
