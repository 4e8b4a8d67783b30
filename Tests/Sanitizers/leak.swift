// leak: memory that nothing leads to at the end, which the leak sanitizer is to see.

import Glibc

@inline(never) func leak() { memset(malloc(1000), 1, 1000) }
leak()
