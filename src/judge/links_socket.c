/* SPDX-License-Identifier: MIT */
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "links.h"

void aisp_links_hurry(int fd)
{
	const int yes = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

int aisp_links_listen(in_addr_t address, struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	socklen_t size = sizeof(*at);

	*at = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = address };
	if (fd < 0)
		return -1;
	if (!bind(fd, (struct sockaddr *)at, size) && !listen(fd, 64) &&
	    !getsockname(fd, (struct sockaddr *)at, &size))
		return fd;
	close(fd);
	return -1;
}
