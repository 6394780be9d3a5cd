// Opens many connections to a server on this machine, publishes messages, and counts how often they arrive.
//
// It speaks no protocol of its own, so that it is the same for every server. What is said comes from files of a folder:
//   greetings   what each connection says first: for each a length (32 bits) and so many bytes
//   second      what it says after the head of an HTTP answer, where that is needed
//   subscribed  what the server says once a connection is subscribed
//   publisher   what a publisher says first, if anything
//   message     what publishes a message
// A message holds '^' and 19 digits, which become the time; '^' stands nowhere else in what servers send.
//
// Lines "<messages in flight> <milliseconds>" on the standard input start a round; its figures are a line of JSON. So do
// "<messages a second> <so many at once> <milliseconds>", for a round at a rate that nothing slows down.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STAMP = 20, MAX_CARRIED = 512, READ_SIZE = 1 << 18, MAX_CONNECTING = 256, PUBLISHERS = 64 };
enum { BUCKET_NS = 10000, BUCKETS = 400000 };
// Ids of events that belong to no subscriber.
enum { STANDARD_INPUT = 0xffffffff, PUBLISHER = 0xfffffffe };
enum { SWEEP_MS = 20, SETTLE_MS = 600, STALL_S = 10 };

typedef enum { OPENING, GREETED, GREETED_AGAIN, SUBSCRIBED } State;

typedef struct {
  int fd;
  State state;
  int carried;
  char carry[MAX_CARRIED];
  // Of servers that want acknowledgements: how far it has come, what it has not said yet, and when it will.
  uint64_t cursor, unacknowledged, acknowledge_at;
} Connection;

typedef struct {
  char *bytes;
  size_t length;
} Text;

static Connection *connections;
static int count, subscribed_count, epoll, publishers[PUBLISHERS], publisher_count, publish_port;
static Text *greetings, second, subscribed, publisher, message;
// As @host/push does it: an acknowledgement goes out at once, and after it others are gathered for so long, or until they are
// so many; 0 where the server expects none.
static uint64_t acknowledge_messages, acknowledge_every_ns;
static uint64_t received, published, histogram[BUCKETS + 1];
static char buffer[MAX_CARRIED + READ_SIZE];

static void fail(const char *what) {
  fprintf(stderr, "%s: %s (%d of %d connections subscribed)\n", what, strerror(errno), subscribed_count, count);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static Text read_text(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_RDONLY);
  if (file < 0) return (Text){0};
  struct stat about;
  fstat(file, &about);
  Text text = {malloc(about.st_size + 1), about.st_size};
  if (read(file, text.bytes, text.length) != (ssize_t)text.length) fail(path);
  close(file);
  return text;
}

static void say(int fd, const char *bytes, size_t length) {
  if (send(fd, bytes, length, MSG_NOSIGNAL) != (ssize_t)length) fail("send");
}

static int connect_to(int port, int index, int flags) {
  int fd = socket(AF_INET, SOCK_STREAM | flags, 0);
  if (fd < 0) fail("socket");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  // From several addresses: one has not enough ports for everybody.
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + index % 8)};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(port)};
  if (bind(fd, (void *)&from, sizeof from) != 0) fail("bind");
  if (connect(fd, (void *)&to, sizeof to) != 0 && errno != EINPROGRESS) fail("connect");
  return fd;
}

static void watch(int fd, uint32_t id, uint32_t events, int operation) {
  struct epoll_event event = {.events = events, .data.u32 = id};
  if (epoll_ctl(epoll, operation, fd, &event) != 0) fail("epoll_ctl");
}

// "ack" as docs/push-protocol.md has it, in a frame with the mask 0.
static void acknowledge(Connection *connection) {
  char frame[64] = {(char)0x81};
  int length = sprintf(frame + 6, "{\"type\":\"ack\",\"cursor\":%llu}", (unsigned long long)connection->cursor);
  frame[1] = (char)(0x80 | length);
  say(connection->fd, frame, length + 6);
  connection->unacknowledged = 0;
}

// From next to nothing for the first connection to all of it for the last: devices have acknowledged at different times
// before, so that they do not gather in step.
static uint64_t share_of(const Connection *connection, uint64_t most) {
  return most * (connection - connections + 1) / count;
}

static void acknowledge_in_time(Connection *connection, uint64_t time) {
  bool is_first = connection->acknowledge_at == 0;
  connection->acknowledge_at = time + (is_first ? share_of(connection, acknowledge_every_ns) : acknowledge_every_ns);
  acknowledge(connection);
}

static void remember(Connection *connection, uint64_t messages, uint64_t time) {
  if (messages == 0) return;
  connection->unacknowledged += messages;
  if (connection->unacknowledged >= acknowledge_messages) acknowledge(connection);
  else if (connection->acknowledge_at <= time) acknowledge_in_time(connection, time);
}

static void acknowledge_due(uint64_t time, bool is_all) {
  for (int i = 0; i < count; i++) {
    Connection *connection = &connections[i];
    if (connection->unacknowledged > 0 && (is_all || connection->acknowledge_at <= time)) acknowledge_in_time(connection, time);
  }
}

// The last cursor that stands before `end`.
static void note_cursor(Connection *connection, const char *start, const char *end) {
  static const char name[] = "\"cursor\":";
  for (const char *at = end - sizeof name; at >= start; at--) {
    if (*at != '"' || memcmp(at, name, sizeof name - 1) != 0) continue;
    connection->cursor = strtoull(at + sizeof name - 1, NULL, 10);
    return;
  }
}

static void take_messages(Connection *connection, char *start, char *end) {
  uint64_t time = now(), before = received;
  char *done = start;
  for (char *at; (at = memchr(done, '^', end - done)) && at + STAMP <= end; done = at + STAMP) {
    uint64_t waited = (time - strtoull(at + 1, NULL, 10)) / BUCKET_NS;
    histogram[waited < BUCKETS ? waited : BUCKETS]++;
    received++;
  }
  if (acknowledge_every_ns > 0) {
    bool is_heartbeat = received == before && memmem(start, end - start, "\"heartbeat\"", 11) != NULL;
    if (received > before || is_heartbeat) note_cursor(connection, start, is_heartbeat ? end : done);
    // The ping that comes with a heartbeat is answered.
    if (is_heartbeat) say(connection->fd, "\x8a\x80\0\0\0\0", 6);
    remember(connection, received - before + is_heartbeat, time);
  }
  // The beginning of a message whose rest is still on its way.
  connection->carried = end - done < MAX_CARRIED ? end - done : MAX_CARRIED;
  memcpy(connection->carry, end - connection->carried, connection->carried);
}

static void take_greeting(Connection *connection, char *start, char *end) {
  if (connection->state == GREETED && second.length > 0 && memmem(start, end - start, "\r\n\r\n", 4)) {
    say(connection->fd, second.bytes, second.length);
    connection->state = GREETED_AGAIN;
  }
  if (memmem(start, end - start, subscribed.bytes, subscribed.length)) {
    connection->state = SUBSCRIBED;
    connection->carried = 0;
    subscribed_count++;
    return;
  }
  connection->carried = end - start < MAX_CARRIED ? end - start : MAX_CARRIED;
  memcpy(connection->carry, end - connection->carried, connection->carried);
}

static void read_from(Connection *connection) {
  for (;;) {
    memcpy(buffer, connection->carry, connection->carried);
    char *start = buffer + connection->carried;
    ssize_t length = recv(connection->fd, start, READ_SIZE, 0);
    if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (length <= 0) fail("A connection was closed");
    if (connection->state == SUBSCRIBED) take_messages(connection, buffer, start + length);
    else take_greeting(connection, buffer, start + length);
    if (length < READ_SIZE) return;
  }
}

static void greet(Connection *connection, uint32_t id) {
  int error = 0;
  getsockopt(connection->fd, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof error});
  errno = error;
  if (error != 0) fail("connect");
  say(connection->fd, greetings[id].bytes, greetings[id].length);
  connection->state = GREETED;
  watch(connection->fd, id, EPOLLIN | EPOLLET, EPOLL_CTL_MOD);
}

// What a publisher is answered does not matter, unless it says that a message was not taken: that one never arrives.
static void take_answers(int fd) {
  for (ssize_t length; (length = recv(fd, buffer, sizeof buffer, MSG_DONTWAIT)) > 0;)
    if (memmem(buffer, length, "HTTP/1.1 4", 10) || memmem(buffer, length, "HTTP/1.1 5", 10)) {
      fprintf(stderr, "%.*s\n", (int)length, buffer);
      fail("A message was refused");
    }
}

// Takes what arrived; says whether there is a line on the standard input.
static bool turn(int timeout_ms) {
  static uint64_t next_sweep;
  bool is_asked = false;
  struct epoll_event events[512];
  int ready = epoll_wait(epoll, events, 512, timeout_ms);
  for (int i = 0; i < ready; i++) {
    uint32_t id = events[i].data.u32;
    if (id == STANDARD_INPUT) is_asked = true;
    else if (id >= PUBLISHER - PUBLISHERS) take_answers(publishers[PUBLISHER - id]);
    else if (connections[id].state == OPENING && events[i].events & EPOLLOUT) greet(&connections[id], id);
    else read_from(&connections[id]);
  }
  uint64_t time = acknowledge_every_ns > 0 ? now() : 0;
  if (time > next_sweep) {
    acknowledge_due(time, false);
    next_sweep = time + SWEEP_MS * 1000000ull;
  }
  return is_asked;
}

static void open_connections(int port) {
  for (int opened = 0; subscribed_count < count;) {
    while (opened < count && opened - subscribed_count < MAX_CONNECTING) {
      Connection *connection = &connections[opened];
      connection->fd = connect_to(port, opened, SOCK_NONBLOCK);
      watch(connection->fd, opened++, EPOLLIN | EPOLLOUT | EPOLLET, EPOLL_CTL_ADD);
    }
    int before = subscribed_count;
    for (uint64_t stalled = now() + STALL_S * 1000000000ull; subscribed_count == before;) {
      turn(50);
      if (now() > stalled) fail("Nobody was subscribed for a while");
    }
  }
}

// Anew for each round: servers close connections on which nothing is asked for a while.
static void open_publishers(void) {
  for (int i = 0; i < publisher_count; i++) {
    publishers[i] = connect_to(publish_port, 0, 0);
    if (publisher.length > 0) say(publishers[i], publisher.bytes, publisher.length);
    watch(publishers[i], PUBLISHER - i, EPOLLIN | EPOLLET, EPOLL_CTL_ADD);
  }
}

static void close_publishers(void) {
  for (int i = 0; i < publisher_count; i++) close(publishers[i]);
}

static void publish(void) {
  char stamp[STAMP + 1];
  snprintf(stamp, sizeof stamp, "^%019llu", (unsigned long long)now());
  memcpy(memchr(message.bytes, '^', message.length), stamp, STAMP);
  say(publishers[published++ % publisher_count], message.bytes, message.length);
}

static double percentile(double share, uint64_t all) {
  if (all == 0) return 0;
  uint64_t seen = 0;
  for (int i = 0; i <= BUCKETS; i++)
    if ((seen += histogram[i]) >= share * all) return i * (BUCKET_NS / 1e6);
  return -1;
}

// What is still to be acknowledged must not fall into the round of another server.
static void settle(void) {
  if (acknowledge_every_ns == 0) return;
  acknowledge_due(now(), true);
  for (uint64_t end = now() + SETTLE_MS * 1000000ull; now() < end;) turn(10);
}

static void wait_for(uint64_t wanted) {
  uint64_t last = received, changed = now();
  while (received < wanted) {
    turn(10);
    if (received != last) last = received, changed = now();
    else if (now() - changed > STALL_S * 1000000000ull) fail("Messages do not arrive");
  }
}

static void tell(uint64_t messages, uint64_t deliveries, uint64_t arrived, double seconds) {
  printf("{\"messages\":%llu,\"deliveries\":%llu,\"seconds\":%f,\"p50\":%f,\"p99\":%f}\n", (unsigned long long)messages,
         (unsigned long long)deliveries, seconds, percentile(0.5, arrived), percentile(0.99, arrived));
  fflush(stdout);
}

static void run_round(int in_flight, int milliseconds) {
  memset(histogram, 0, sizeof histogram);
  open_publishers();
  uint64_t first = received, from = published, start = now(), end = start + milliseconds * 1000000ull;
  while (now() < end) {
    while ((published - from) * count <= received - first + (uint64_t)(in_flight - 1) * count) publish();
    uint64_t before = received;
    // Without sleeping: a server that is slower must not also pay for waking the client up.
    turn(0);
    if (received == before && now() > end + STALL_S * 1000000000ull) fail("Messages do not arrive");
  }
  double seconds = (now() - start) / 1e9;
  uint64_t deliveries = received - first;
  wait_for(first + (published - from) * count);
  close_publishers();
  settle();
  tell(published - from, deliveries, received - first, seconds);
}

static void run_at_rate(int per_second, int at_once, int milliseconds) {
  memset(histogram, 0, sizeof histogram);
  open_publishers();
  uint64_t first = received, from = published, start = now(), end = start + milliseconds * 1000000ull;
  for (uint64_t due = start; due < end; due += at_once * 1000000000ull / per_second) {
    // It sleeps: others need the processor.
    while (now() < due) turn(1);
    for (int i = 0; i < at_once; i++) publish();
  }
  wait_for(first + (published - from) * count);
  double seconds = (now() - start) / 1e9;
  close_publishers();
  settle();
  tell(published - from, received - first, received - first, seconds);
}

// client <folder> <connections> <port> <port to publish to> <publishers> <messages, milliseconds to acknowledge after>
int main(int argc, char **argv) {
  if (argc != 8) return 2;
  const char *folder = argv[1];
  count = atoi(argv[2]);
  publisher_count = atoi(argv[5]);
  acknowledge_messages = atoi(argv[6]);
  acknowledge_every_ns = atoi(argv[7]) * 1000000ull;
  connections = calloc(count, sizeof *connections);
  greetings = calloc(count, sizeof *greetings);
  epoll = epoll_create1(0);
  char *at = read_text(folder, "greetings").bytes;
  for (int i = 0; i < count; i++) {
    uint32_t length;
    memcpy(&length, at, sizeof length);
    greetings[i] = (Text){at + sizeof length, length};
    at += sizeof length + length;
  }
  second = read_text(folder, "second");
  subscribed = read_text(folder, "subscribed");
  publisher = read_text(folder, "publisher");
  message = read_text(folder, "message");
  publish_port = atoi(argv[4]);

  open_connections(atoi(argv[3]));
  printf("ready\n");
  fflush(stdout);

  watch(STDIN_FILENO, STANDARD_INPUT, EPOLLIN, EPOLL_CTL_ADD);
  for (;;) {
    if (!turn(50)) continue;
    char line[64];
    ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
    if (length <= 0) return 0;
    line[length] = 0;
    int numbers[3];
    int given = sscanf(line, "%d %d %d", &numbers[0], &numbers[1], &numbers[2]);
    if (given == 2) run_round(numbers[0], numbers[1]);
    if (given == 3) run_at_rate(numbers[0], numbers[1], numbers[2]);
  }
}
