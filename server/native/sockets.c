// Operations on many sockets at once, bypassing the streams of Node.
#include "sockets.h"

NAPI_MODULE_INIT() {
  return add_send_to_all(env, exports) && add_receiver(env, exports) ? exports : NULL;
}
