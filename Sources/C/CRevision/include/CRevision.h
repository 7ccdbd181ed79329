// The commit that a build was made from; a macro of the compiler's command line is the only way in that is no source.

#ifndef CONNECTIVITY_REVISION_H
#define CONNECTIVITY_REVISION_H

#ifdef __cplusplus
extern "C" {
#endif

// The value of the variable CONNECTIVITY_COMMIT when the package was built, up to 40 hexadecimal digits; empty without it.
const char *connectivity_revision(void);

#ifdef __cplusplus
}
#endif

#endif
