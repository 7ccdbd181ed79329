#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* The form of RFC 4514, with letters as they are; a macro that Swift cannot import. */
static const unsigned long copenssl_name_form = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;

/* OPENSSL_sk_... has no types, and X509_get0_pubkey_bitstr is without the algorithm: the whole SubjectPublicKeyInfo in DER. */
static inline int copenssl_key_digest(X509 *certificate, unsigned char *digest) {
    unsigned char *bytes = NULL;
    int count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &bytes);
    if (count <= 0) return 0;
    int is_made = EVP_Digest(bytes, (size_t)count, digest, NULL, EVP_sha256(), NULL);
    OPENSSL_free(bytes);
    return is_made;
}

/* Macros that Swift cannot import: asks for an OCSP response in the handshake, and returns the one that came. */
static inline void copenssl_ask_for_staple(SSL_CTX *context) {
    SSL_CTX_set_tlsext_status_type(context, TLSEXT_STATUSTYPE_ocsp);
}
static inline void copenssl_ask_for_staple_of(SSL *session) {
    SSL_set_tlsext_status_type(session, TLSEXT_STATUSTYPE_ocsp);
}
static inline long copenssl_staple(SSL *session, const unsigned char **bytes) {
    return SSL_get_tlsext_status_ocsp_resp(session, bytes);
}

#endif
