// Version: of both programs, in one place.

package let transitlinkVersion = "0.1.0"
