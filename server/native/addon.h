#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  void *start;
  size_t length;
} Numbers;

// Whether a value is an array of numbers of a kind, and where they are.
bool read_array(napi_env env, napi_value value, napi_typedarray_type wanted, Numbers *array);

bool add_function(napi_env env, napi_value exports, const char *name, napi_callback function);
