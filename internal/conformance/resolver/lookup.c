/* Looks a name up as most programs do, and says what came of it: the addresses, or the error. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

static const char *error_name(int error)
{
	switch (error) {
	case EAI_AGAIN: return "EAI_AGAIN";
	case EAI_FAIL: return "EAI_FAIL";
	case EAI_NODATA: return "EAI_NODATA";
	case EAI_NONAME: return "EAI_NONAME";
	case EAI_SYSTEM: return "EAI_SYSTEM";
	default: return "other";
	}
}

int main(int argc, char **argv)
{
	struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM }, *found;
	int error = argc == 2 ? getaddrinfo(argv[1], NULL, &hints, &found) : EAI_FAIL;
	if (error != 0) {
		puts(error_name(error));
		return 0;
	}
	for (; found != NULL; found = found->ai_next) {
		char text[INET6_ADDRSTRLEN];
		const void *address = found->ai_family == AF_INET
			? (const void *)&((struct sockaddr_in *)found->ai_addr)->sin_addr
			: (const void *)&((struct sockaddr_in6 *)found->ai_addr)->sin6_addr;
		puts(inet_ntop(found->ai_family, address, text, sizeof text));
	}
	return 0;
}
