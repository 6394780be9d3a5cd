// Helpers for Node-API that all native modules use.
#include "addon.h"

bool read_array(napi_env env, napi_value value, napi_typedarray_type wanted, Numbers *array) {
  bool is_array;
  napi_typedarray_type type;
  return napi_is_typedarray(env, value, &is_array) == napi_ok && is_array &&
         napi_get_typedarray_info(env, value, &type, &array->length, &array->start, NULL, NULL) == napi_ok &&
         type == wanted;
}

bool add_function(napi_env env, napi_value exports, const char *name, napi_callback function) {
  napi_value value;
  return napi_create_function(env, name, NAPI_AUTO_LENGTH, function, NULL, &value) == napi_ok &&
         napi_set_named_property(env, exports, name, value) == napi_ok;
}
