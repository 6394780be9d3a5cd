// What the server does with many sockets at once, past their streams.
#include "sockets.h"

NAPI_MODULE_INIT() {
  return add_send_to_all(env, exports) && add_receiver(env, exports) ? exports : NULL;
}
