// Generates a P-256 key pair for one message, and derives the secret that it shares with the receiver's key. Node's own ECDH
// validates every pair before using it, even one that it just generated, which costs more than the agreement. This calls the
// same functions of the OpenSSL in Node without that check.

// EVP, the replacement for these deprecated functions, converts and validates keys as well.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "addon.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <stdlib.h>

enum { PUBLIC_KEY_BYTES = 65, SECRET_BYTES = 32 };

// Allocating one costs as much as generating a key pair, so each thread has one and reuses it for all pairs.
typedef struct {
  EC_KEY *pair;
  EC_POINT *receiver;
} Agreement;

// Generates a new pair and the secret; false if the receiver key is invalid.
static bool agree_with(const Agreement *agreement, const uint8_t *receiver_key, uint8_t *sender_key, uint8_t *secret) {
  const EC_GROUP *group = EC_KEY_get0_group(agreement->pair);
  // The curve has cofactor 1, so every point on it is in the right subgroup: oct2point checks that it is on the curve.
  return EC_POINT_oct2point(group, agreement->receiver, receiver_key, PUBLIC_KEY_BYTES, NULL) == 1 &&
         EC_KEY_generate_key(agreement->pair) == 1 &&
         EC_POINT_point2oct(group, EC_KEY_get0_public_key(agreement->pair), POINT_CONVERSION_UNCOMPRESSED, sender_key,
                            PUBLIC_KEY_BYTES, NULL) == PUBLIC_KEY_BYTES &&
         ECDH_compute_key(secret, SECRET_BYTES, agreement->receiver, agreement->pair, NULL) == SECRET_BYTES;
}

// agree(receiverKey: Uint8Array, into: Uint8Array): boolean
static napi_value agree(napi_env env, napi_callback_info info) {
  size_t given = 2;
  napi_value arguments[2], result;
  Numbers receiver_key, into;
  void *agreement;
  if (napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given != 2 ||
      !read_array(env, arguments[0], napi_uint8_array, &receiver_key) ||
      !read_array(env, arguments[1], napi_uint8_array, &into) || receiver_key.length != PUBLIC_KEY_BYTES ||
      into.length != PUBLIC_KEY_BYTES + SECRET_BYTES) {
    napi_throw_type_error(env, NULL, "agree takes a key of 65 bytes, and room for another and a secret of 32");
    return NULL;
  }
  if (napi_get_instance_data(env, &agreement) != napi_ok) return NULL;
  uint8_t *sender_key = into.start;
  // Errors must not remain in OpenSSL's queue, where other code would find them.
  ERR_set_mark();
  bool is_agreed = agree_with(agreement, receiver_key.start, sender_key, sender_key + PUBLIC_KEY_BYTES);
  ERR_pop_to_mark();
  return napi_get_boolean(env, is_agreed, &result) == napi_ok ? result : NULL;
}

static void forget(napi_env env, void *data, void *hint) {
  (void)env;
  (void)hint;
  Agreement *agreement = data;
  EC_KEY_free(agreement->pair);
  EC_POINT_free(agreement->receiver);
  free(agreement);
}

NAPI_MODULE_INIT() {
  Agreement *agreement = calloc(1, sizeof *agreement);
  if (!agreement) return NULL;
  agreement->pair = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
  agreement->receiver = agreement->pair ? EC_POINT_new(EC_KEY_get0_group(agreement->pair)) : NULL;
  if (!agreement->receiver || napi_set_instance_data(env, agreement, forget, NULL) != napi_ok) {
    forget(env, agreement, NULL);
    return NULL;
  }
  return add_function(env, exports, "agree", agree) ? exports : NULL;
}
