import { once } from 'node:events';
import { effectiveConfiguration } from '@kubesem/apf';
import { nameOf } from '@kubesem/apf/internal';
import type { FileConfiguration } from '@kubesem/apf-http/file';
import { type FlowKind, type RunningServer, startServer } from '@kubesem/apf-http/internal';
import { InvalidArgumentError } from 'commander';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { nonEmpty } from '../../options.js';
import { writeErrors, writeNotes } from '../../output/problems.js';
import { count, visible } from '../../output/text.js';

const EXAMPLES = `
Examples:
  kubesem apf serve --target http://localhost:3000 --seats 20
                              20 requests at a time, clients take turns
  kubesem apf serve --target http://localhost:3000 -f levels.yaml
                              Levels for the routes of an application
  kubesem apf serve --target https://10.0.0.1:6443 -f apf.yaml --kubernetes \\
    --user-header x-remote-user
                              Flow schemas for the Kubernetes API

A file has levels or objects of Kubernetes. The server applies it again when it
changes; if it is invalid then, the previous configuration stays in use.
  seats: 20
  levels:
    - { name: checkout, shares: 60, match: { paths: [/cart/*] } }
    - { name: others }

The server is for trying things out. Pass headers that name users only through a
proxy that sets them. Press Ctrl+C to stop: requests that it has are finished.

Exit status: 0 after it was stopped, 1 if it cannot start, 2 if the command line
is wrong.`;

/** `kubesem apf serve`. It writes while it runs, and answers when it is stopped. */
export const serve: AddCommand = command({
  name: 'serve',
  summary: 'Protect a server with a reverse proxy',
  help: EXAMPLES,
  flags: {
    target: flags.required(flags.value('--target <URL>', 'Server to protect', targetUrl)),
    filename: flags.value('-f, --filename <PATH>', 'File with levels or flow schemas', nonEmpty),
    seats: flags.defaulted(
      flags.positive('--seats <N>', 'Requests at a time, unless the file sets seats'),
      20,
    ),
    port: flags.defaulted(flags.value('--port <N>', 'Port to listen on (0: any)', port), 8080),
    host: flags.defaulted(
      flags.value('--host <HOST>', 'Address to listen on', nonEmpty),
      '127.0.0.1',
    ),
    adminPort: flags.defaulted(
      flags.value('--admin-port <N>', 'Port of metrics and debug page, on loopback (0: any)', port),
      8081,
    ),
    flow: flags.value(
      '--flow <KIND>',
      'What makes a flow: address, path, user or header:NAME (default: address; user with --user-header)',
      flowKind,
      { suggest: () => ['address', 'path', 'user', 'header:'] },
    ),
    trust: flags.repeatable(
      '--trust-proxy <ADDRESS>',
      'Proxy whose X-Forwarded-For names the client',
    ),
    userHeader: flags.value('--user-header <NAME>', 'Header with the user', nonEmpty),
    groupHeader: flags.value(
      '--group-header <NAME>',
      'Header with the groups, separated by commas',
      nonEmpty,
    ),
    kubernetes: flags.boolean('--kubernetes', 'Treat requests as requests to the Kubernetes API'),
  },
  answer: async (asked, terminal) => {
    if (asked.groupHeader !== undefined && asked.userHeader === undefined) {
      throw new UsageError('--group-header needs --user-header');
    }
    let server: RunningServer;
    try {
      server = await startServer(asked, {
        onError: (message) => writeErrors(message.split('\n'), terminal),
        onChange: (changed) => writeNotes([`configuration changed: ${seatsIn(changed)}`], terminal),
      });
    } catch (error) {
      return { errors: (error as Error).message.split('\n') };
    }
    const { url, adminUrl, configuration, stop } = server;
    const target = visible(asked.target.href);
    terminal.stdout.write(`Listening on ${url} for ${target}: ${seatsIn(configuration)}\n`);
    terminal.stdout.write(`Metrics on ${adminUrl}/metrics, queues on ${adminUrl}\n`);
    await interrupted();
    writeNotes(['finishing requests; press Ctrl+C again to stop at once'], terminal);
    await stop();
    return {};
  },
});

/** The seats of the levels in one line. */
function seatsIn(configuration: FileConfiguration): string {
  const { serverConcurrencyLimit } = configuration;
  const { levels } = effectiveConfiguration(configuration, serverConcurrencyLimit);
  const parts = levels
    .filter(({ isImagined, nominalLimit }) => !isImagined && nominalLimit > 0)
    .map((level) => `${nameOf(level.configuration)} ${level.nominalLimit}`);
  return `${count(serverConcurrencyLimit, 'seat')} (${visible(parts.join(', '))})`;
}

/** Waits for Ctrl+C, or for somebody to end the process. A second signal ends it at once. */
async function interrupted(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race(['SIGINT', 'SIGTERM'].map((name) => once(process, name, { signal })));
  waiting.abort();
}

function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('Use a URL, such as http://localhost:3000.');
  }
  // The proxy sends neither, and the target is printed.
  url.username = '';
  url.password = '';
  return url;
}

function flowKind(text: string): FlowKind {
  if (!/^(?:address|path|user|header:[\w-]+)$/.test(text)) {
    throw new InvalidArgumentError(
      'Use address, path, user or header:NAME, such as header:x-api-key.',
    );
  }
  return text as FlowKind;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('Use a port from 0 to 65535.');
  }
  return value;
}
