/* A bare loop over sockets: `loop PORT COUNT BYTES`. Each line of standard input sends one frame. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int count = atoi(argv[2]), size = atoi(argv[3]), one = 1;
  int *clients = calloc(count, sizeof *clients);
  char *frame = calloc(size + 4, 1), line[16];
  frame[0] = (char)0x82;
  frame[1] = 126;
  frame[2] = (char)(size >> 8);
  frame[3] = (char)size;
  memset(frame + 4, 'x', size);
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1]))};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listening, (struct sockaddr *)&at, sizeof at) || listen(listening, 4096)) return 1;
  puts("listening"), fflush(stdout);
  for (int i = 0; i < count; i++)
    if ((clients[i] = accept4(listening, NULL, NULL, SOCK_NONBLOCK)) < 0) return 1;
  while (fgets(line, sizeof line, stdin)) {
    for (int i = 0; i < count; i++)
      if (send(clients[i], frame, size + 4, MSG_NOSIGNAL) != size + 4) return 1;
    puts("sent"), fflush(stdout);
  }
}
