#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  void *start;
  size_t length;
} Numbers;

// Reads the address and length of a typed array; false if the value is not one of the wanted type.
bool read_array(napi_env env, napi_value value, napi_typedarray_type wanted, Numbers *array);

bool add_function(napi_env env, napi_value exports, const char *name, napi_callback function);
