// Writes the same bytes to many sockets in one call: the overhead of a Node stream is about half of the cost of the write
// itself. The caller ensures that the sockets are open and that nothing is buffered for them.
#include "sockets.h"

#include <errno.h>
#include <sys/socket.h>

#ifdef MSG_NOSIGNAL
enum { FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL };
#else
enum { FLAGS = MSG_DONTWAIT };
#endif

// sendToAll(descriptors: Int32Array, count: number, bytes: Uint8Array, unsent: Int32Array): number
static napi_value send_to_all(napi_env env, napi_callback_info info) {
  size_t given = 4;
  napi_value arguments[4], result;
  Numbers descriptors, bytes, unsent;
  uint32_t count;
  if (napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given != 4 ||
      !read_array(env, arguments[0], napi_int32_array, &descriptors) ||
      napi_get_value_uint32(env, arguments[1], &count) != napi_ok ||
      !read_array(env, arguments[2], napi_uint8_array, &bytes) ||
      !read_array(env, arguments[3], napi_int32_array, &unsent) || count > descriptors.length ||
      unsent.length < (size_t)count * 2) {
    napi_throw_type_error(env, NULL, "sendToAll takes descriptors, their number, bytes, and room for what was not sent");
    return NULL;
  }
  const int32_t *sockets = descriptors.start;
  int32_t *noted = unsent.start;
  uint32_t length = 0;
  for (uint32_t i = 0; i < count; i++) {
    ssize_t sent = send(sockets[i], bytes.start, bytes.length, FLAGS);
    if (sent == (ssize_t)bytes.length) continue;
    noted[length++] = (int32_t)i;
    noted[length++] = sent < 0 ? -errno : (int32_t)sent;
  }
  return napi_create_uint32(env, length, &result) == napi_ok ? result : NULL;
}

bool add_send_to_all(napi_env env, napi_value exports) {
  return add_function(env, exports, "sendToAll", send_to_all);
}
