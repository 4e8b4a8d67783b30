#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <zip.h>

// Opens the archive in `descriptor` that begins at byte `start` and ends with the file. The descriptor stays the caller's: a
// copy of it lives as long as the archive and survives no exec. NULL with the ZIP_ER_… in `error` and the errno in `system`, 0
// where there is none. `zip_fdopen` would close the caller's and leave its own copy to a child.
static inline zip_t *zip_open_descriptor(int descriptor, uint64_t start, int *error, int *system) {
    *error = ZIP_ER_OPEN;
    const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    *system = errno;
    if (copy < 0) return NULL;
    FILE *file = fdopen(copy, "rb");
    *system = errno;
    if (file == NULL) {
        close(copy);
        return NULL;
    }
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_filep_create(file, start, -1, &why);
    if (source == NULL) fclose(file);
    zip_t *archive = source == NULL ? NULL : zip_open_from_source(source, ZIP_RDONLY, &why);
    if (source != NULL && archive == NULL) zip_source_free(source);
    *error = zip_error_code_zip(&why);
    *system = zip_error_code_system(&why);
    zip_error_fini(&why);
    return archive;
}
