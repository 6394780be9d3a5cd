// Reads from many sockets at once. An acknowledgement of a device has about thirty bytes, and the overhead of a Node stream
// is several times the cost of reading them. The sockets are watched by an epoll instance of their own, which Node's event
// loop watches. The caller ensures that nothing else reads from them.
#include "sockets.h"

#ifdef __linux__
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

// Limits for one turn of the event loop, so that a flood on one socket delays neither the others nor other work.
enum { MAX_EVENTS = 256, MAX_BYTES_EACH = 16 * 1024, NUMBERS_EACH = 3 };

typedef struct {
  uv_poll_t poll;
  int epoll;
  napi_env env;
  napi_async_context context;
  napi_async_cleanup_hook_handle cleanup;
  napi_ref bytes_kept, numbers_kept, on_received;
  Numbers bytes, numbers;
  bool is_closing, is_closed, is_forgotten;
} Receiver;

// Reads the available bytes of one socket. A socket that has ended or failed is no longer watched.
static bool take(Receiver *receiver, uint64_t data, int32_t *numbers, size_t *filled) {
  int socket = (int)(data >> 32);
  size_t room = receiver->bytes.length - *filled;
  if (room > MAX_BYTES_EACH) room = MAX_BYTES_EACH;
  ssize_t length = recv(socket, (uint8_t *)receiver->bytes.start + *filled, room, MSG_DONTWAIT);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  numbers[0] = (int32_t)(uint32_t)data;
  numbers[1] = (int32_t)*filled;
  numbers[2] = length < 0 ? -errno : (int32_t)length;
  if (length > 0) *filled += (size_t)length;
  else epoll_ctl(receiver->epoll, EPOLL_CTL_DEL, socket, NULL);
  return true;
}

static void tell(Receiver *receiver, uint32_t count) {
  napi_env env = receiver->env;
  napi_handle_scope scope;
  napi_value on_received, global, argument, error;
  if (napi_open_handle_scope(env, &scope) != napi_ok) return;
  if (napi_get_reference_value(env, receiver->on_received, &on_received) == napi_ok &&
      napi_get_global(env, &global) == napi_ok && napi_create_uint32(env, count, &argument) == napi_ok &&
      napi_make_callback(env, receiver->context, global, on_received, 1, &argument, NULL) == napi_pending_exception &&
      napi_get_and_clear_last_exception(env, &error) == napi_ok) {
    napi_fatal_exception(env, error);
  }
  napi_close_handle_scope(env, scope);
}

static void on_ready(uv_poll_t *poll, int status, int what) {
  (void)what;
  Receiver *receiver = poll->data;
  struct epoll_event events[MAX_EVENTS];
  int ready = status < 0 ? 0 : epoll_wait(receiver->epoll, events, MAX_EVENTS, 0);
  uint32_t count = 0;
  size_t filled = 0;
  // Bytes that do not fit are read the next time.
  for (int i = 0; i < ready && filled < receiver->bytes.length; i++) {
    int32_t *numbers = (int32_t *)receiver->numbers.start + count * NUMBERS_EACH;
    if (take(receiver, events[i].data.u64, numbers, &filled)) count++;
  }
  if (count > 0) tell(receiver, count);
}

static void free_when_done(Receiver *receiver) {
  if (receiver->is_closed && receiver->is_forgotten) free(receiver);
}

static void on_closed(uv_handle_t *handle) {
  Receiver *receiver = handle->data;
  napi_remove_async_cleanup_hook(receiver->cleanup);
  receiver->is_closed = true;
  free_when_done(receiver);
}

static void stop(Receiver *receiver) {
  if (receiver->is_closing) return;
  receiver->is_closing = true;
  uv_poll_stop(&receiver->poll);
  close(receiver->epoll);
  uv_close((uv_handle_t *)&receiver->poll, on_closed);
}

// Deletes the references to the given values: these refer to the receiver in turn, which would never be collected.
static void delete_references(Receiver *receiver) {
  napi_delete_reference(receiver->env, receiver->bytes_kept);
  napi_delete_reference(receiver->env, receiver->numbers_kept);
  napi_delete_reference(receiver->env, receiver->on_received);
  napi_async_destroy(receiver->env, receiver->context);
}

static void on_cleanup(napi_async_cleanup_hook_handle handle, void *data) {
  (void)handle;
  stop(data);
}

static void on_forgotten(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  Receiver *receiver = data;
  stop(receiver);
  receiver->is_forgotten = true;
  free_when_done(receiver);
}

static bool prepare(napi_env env, napi_value arguments[3], Receiver *receiver) {
  napi_valuetype type;
  receiver->env = env;
  return read_array(env, arguments[0], napi_uint8_array, &receiver->bytes) && receiver->bytes.length > 0 &&
         read_array(env, arguments[1], napi_int32_array, &receiver->numbers) &&
         receiver->numbers.length >= MAX_EVENTS * NUMBERS_EACH &&
         napi_typeof(env, arguments[2], &type) == napi_ok && type == napi_function;
}

static bool start(napi_env env, napi_value arguments[3], Receiver *receiver) {
  napi_value name;
  uv_loop_t *loop;
  return napi_get_uv_event_loop(env, &loop) == napi_ok &&
         napi_create_string_utf8(env, "receiver", NAPI_AUTO_LENGTH, &name) == napi_ok &&
         napi_async_init(env, NULL, name, &receiver->context) == napi_ok &&
         napi_create_reference(env, arguments[0], 1, &receiver->bytes_kept) == napi_ok &&
         napi_create_reference(env, arguments[1], 1, &receiver->numbers_kept) == napi_ok &&
         napi_create_reference(env, arguments[2], 1, &receiver->on_received) == napi_ok &&
         (receiver->epoll = epoll_create1(EPOLL_CLOEXEC)) >= 0 &&
         uv_poll_init(loop, &receiver->poll, receiver->epoll) == 0 &&
         napi_add_async_cleanup_hook(env, on_cleanup, receiver, &receiver->cleanup) == napi_ok;
}

// openReceiver(bytes: Uint8Array, numbers: Int32Array, onReceived: (count: number) => void): Receiver
static napi_value open_receiver(napi_env env, napi_callback_info info) {
  size_t given = 3;
  napi_value arguments[3], result;
  Receiver *receiver = calloc(1, sizeof *receiver);
  if (!receiver || napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given != 3 ||
      !prepare(env, arguments, receiver)) {
    free(receiver);
    napi_throw_type_error(env, NULL, "openReceiver takes room for bytes and for numbers, and a function");
    return NULL;
  }
  if (!start(env, arguments, receiver)) {
    // A partly initialized receiver is leaked: this happens at most once per process.
    napi_throw_error(env, NULL, "sockets cannot be watched here");
    return NULL;
  }
  receiver->poll.data = receiver;
  uv_poll_start(&receiver->poll, UV_READABLE, on_ready);
  // Connections alone do not keep the process running.
  uv_unref((uv_handle_t *)&receiver->poll);
  return napi_create_external(env, receiver, on_forgotten, NULL, &result) == napi_ok ? result : NULL;
}

static Receiver *read_receiver(napi_env env, napi_value value) {
  void *receiver;
  return napi_get_value_external(env, value, &receiver) == napi_ok ? receiver : NULL;
}

// watch(receiver: Receiver, descriptor: number, id: number): boolean
static napi_value watch(napi_env env, napi_callback_info info) {
  size_t given = 3;
  napi_value arguments[3], result;
  Receiver *receiver;
  int32_t descriptor, id;
  if (napi_get_cb_info(env, info, &given, arguments, NULL, NULL) != napi_ok || given != 3 ||
      !(receiver = read_receiver(env, arguments[0])) ||
      napi_get_value_int32(env, arguments[1], &descriptor) != napi_ok ||
      napi_get_value_int32(env, arguments[2], &id) != napi_ok) {
    napi_throw_type_error(env, NULL, "watch takes a receiver, a descriptor and an id");
    return NULL;
  }
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t)descriptor << 32 | (uint32_t)id};
  bool is_watched =
      !receiver->is_closing && epoll_ctl(receiver->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
  return napi_get_boolean(env, is_watched, &result) == napi_ok ? result : NULL;
}

// closeReceiver(receiver: Receiver): void
static napi_value close_receiver(napi_env env, napi_callback_info info) {
  size_t given = 1;
  napi_value argument;
  Receiver *receiver;
  if (napi_get_cb_info(env, info, &given, &argument, NULL, NULL) != napi_ok || given != 1 ||
      !(receiver = read_receiver(env, argument))) {
    napi_throw_type_error(env, NULL, "closeReceiver takes a receiver");
    return NULL;
  }
  if (!receiver->is_closing) {
    stop(receiver);
    delete_references(receiver);
  }
  return NULL;
}

bool add_receiver(napi_env env, napi_value exports) {
  return add_function(env, exports, "openReceiver", open_receiver) && add_function(env, exports, "watch", watch) &&
         add_function(env, exports, "closeReceiver", close_receiver);
}
#else
bool add_receiver(napi_env env, napi_value exports) {
  (void)env, (void)exports;
  return true;
}
#endif
