// the Linux calls that Glibc does not show to Swift
