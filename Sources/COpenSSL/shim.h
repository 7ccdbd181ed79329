#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

/* The form of RFC 4514, with letters as they are; a macro that Swift cannot import. */
static const unsigned long copenssl_name_form = XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;

#endif
