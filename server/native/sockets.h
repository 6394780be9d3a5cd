#include "addon.h"

bool add_send_to_all(napi_env env, napi_value exports);

// Where sockets can be watched so: elsewhere it adds nothing.
bool add_receiver(napi_env env, napi_value exports);
