// The least that fan-out costs: a loop of send() over all sockets. It checks nothing, keeps nothing and answers
// everything; a GET subscribes to the one topic that there is, a POST is sent to all as one text frame.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MAX_SUBSCRIBERS = 65536, BACKLOG = 4096 };

static int subscribers[MAX_SUBSCRIBERS], count, epoll;

static void watch(int fd) {
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &(struct epoll_event){.events = EPOLLIN, .data.fd = fd});
}

static void answer(int fd, const char *head) {
  send(fd, head, strlen(head), MSG_NOSIGNAL);
}

static void subscribe(int fd) {
  answer(fd, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
  subscribers[count++] = fd;
}

static void fan_out(const char *body, int length) {
  char frame[4 + 65535];
  int head = length < 126 ? 2 : 4;
  frame[0] = (char)0x81;
  frame[1] = (char)(length < 126 ? length : 126);
  if (head == 4) frame[2] = (char)(length >> 8), frame[3] = (char)length;
  memcpy(frame + head, body, length);
  for (int i = 0; i < count; i++) {
    ssize_t sent = send(subscribers[i], frame, head + length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent != head + length) fprintf(stderr, "a subscriber is too slow\n");
  }
}

static void take_requests(int fd, char *bytes, ssize_t length) {
  if (strncmp(bytes, "GET /ready", 10) == 0) answer(fd, "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
  else if (strncmp(bytes, "GET", 3) == 0) subscribe(fd);
  else {
    for (char *at = bytes, *head; at < bytes + length && (head = strstr(at, "\r\n\r\n"));) {
      int size = atoi(strcasestr(at, "content-length:") + 15);
      fan_out(head + 4, size);
      answer(fd, "HTTP/1.1 204 No Content\r\n\r\n");
      at = head + 4 + size;
    }
  }
}

static void accept_all(int server) {
  for (int fd; (fd = accept4(server, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    watch(fd);
  }
}

// floor <port>
int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(atoi(argv[1]))};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  if (bind(server, (void *)&address, sizeof address) != 0 || listen(server, BACKLOG) != 0) {
    perror("listen");
    return 1;
  }
  epoll = epoll_create1(0);
  watch(server);
  for (;;) {
    struct epoll_event events[256];
    static char bytes[1 << 16];
    int ready = epoll_wait(epoll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      int fd = events[i].data.fd;
      if (fd == server) {
        accept_all(server);
        continue;
      }
      ssize_t length = recv(fd, bytes, sizeof bytes - 1, 0);
      bytes[length > 0 ? length : 0] = 0;
      if (length > 0) take_requests(fd, bytes, length);
      else close(fd);
    }
  }
}
