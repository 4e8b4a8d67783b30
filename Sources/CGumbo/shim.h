#include <gumbo.h>
#include <stddef.h>
#include <stdlib.h>

// Parses with memory of its own, which `gumbo_release` gives back block by block: the library's own `gumbo_destroy_output` calls
// itself for each level, and elements a hundred thousand deep end its stack.

struct gumbo_block {
    struct gumbo_block *previous, *next;
    max_align_t content[];
};

static inline void *gumbo_block_new(void *list, size_t size) {
    struct gumbo_block *head = list, *block = malloc(sizeof *block + size);
    if (block == NULL) abort();
    block->previous = head;
    block->next = head->next;
    if (head->next != NULL) head->next->previous = block;
    head->next = block;
    return block->content;
}

static inline void gumbo_block_free(void *list, void *content) {
    (void)list;
    if (content == NULL) return;
    struct gumbo_block *block = (struct gumbo_block *)((char *)content - offsetof(struct gumbo_block, content));
    block->previous->next = block->next;
    if (block->next != NULL) block->next->previous = block->previous;
    free(block);
}

static inline const GumboNode *gumbo_document(struct gumbo_block *list, const char *bytes, size_t count) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = gumbo_block_new;
    options.deallocator = gumbo_block_free;
    options.userdata = list;
    options.max_errors = 0;
    return gumbo_parse_with_options(&options, bytes, count)->document;
}

static inline void gumbo_release(struct gumbo_block *list) {
    while (list->next != NULL) gumbo_block_free(list, list->next->content);
}

static inline unsigned gumbo_count(const GumboVector *vector) { return vector->length; }
static inline const void *gumbo_at(const GumboVector *vector, unsigned at) { return vector->data[at]; }
