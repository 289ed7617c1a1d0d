/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "access.h"

int aisp_token_make(char token[AISP_TOKEN_LENGTH + 1])
{
	unsigned char bytes[AISP_TOKEN_LENGTH / 2];

	if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
		return -1;
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(token + 2 * i, 3, "%02x", bytes[i]);
	return 0;
}

const char *aisp_token_strip(const char *path, const char token[AISP_TOKEN_LENGTH + 1])
{
	unsigned char difference = 0;

	if (strnlen(path, AISP_TOKEN_LENGTH + 2) < AISP_TOKEN_LENGTH + 2)
		return NULL;
	for (int i = 0; i < AISP_TOKEN_LENGTH; i++)
		difference |= (unsigned char)(path[1 + i] ^ token[i]);
	difference |= path[0] ^ '/';
	difference |= path[1 + AISP_TOKEN_LENGTH] ^ '/';
	return difference ? NULL : path + AISP_TOKEN_LENGTH + 2;
}

bool aisp_host_is_ours(const char *host, uint16_t port)
{
	static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
	char ours[32];

	for (size_t i = 0; host && i < sizeof(names) / sizeof(*names); i++) {
		snprintf(ours, sizeof(ours), "%s:%u", names[i], port);
		if (!strcmp(host, ours))
			return true;
	}
	return false;
}
