#include "addon.h"

bool add_send_to_all(napi_env env, napi_value exports);

// Adds the functions only on systems with epoll.
bool add_receiver(napi_env env, napi_value exports);
