#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <zip.h>

// Opens the archive in `descriptor`, which stays the caller's: a copy of it lives as long as the archive and survives no
// exec. NULL with the ZIP_ER_… in `error`. `zip_fdopen` would close the caller's and leave its own copy to a child.
static inline zip_t *zip_open_descriptor(int descriptor, int *error) {
    *error = ZIP_ER_OPEN;
    const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, "rb");
    if (file == NULL) {
        close(copy);
        return NULL;
    }
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_filep_create(file, 0, -1, &why);
    if (source == NULL) fclose(file);
    zip_t *archive = source == NULL ? NULL : zip_open_from_source(source, ZIP_RDONLY, &why);
    if (source != NULL && archive == NULL) zip_source_free(source);
    *error = zip_error_code_zip(&why);
    zip_error_fini(&why);
    return archive;
}
