import { effectiveConfiguration, nameOf } from '@kubesem/apf';
import type { FileConfiguration } from '@kubesem/apf-http/file';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, FAILED, OK, usageError } from '../../../context.js';
import type { Terminal } from '../../../io/terminal.js';
import { nonEmpty, positiveOption, repeatable, SuggestingOption } from '../../../options.js';
import { writeErrors, writeNotes } from '../../../output/problems.js';
import { count, visible } from '../../../output/text.js';
import { type FlowKind, flowKind } from './flows.js';
import { type RunningServer, startServer } from './server.js';

/** The flags of `kubesem apf serve`. */
interface ServeFlags {
  readonly target: URL;
  readonly filename?: string | undefined;
  readonly seats: number;
  readonly port: number;
  readonly host: string;
  readonly adminPort: number;
  readonly flow?: FlowKind | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  readonly userHeader?: string | undefined;
  readonly groupHeader?: string | undefined;
  readonly kubernetes?: boolean | undefined;
}

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

/** Adds `kubesem apf serve`. */
export function addServe(apf: Command, { terminal, finish }: CommandContext): void {
  const flow = new SuggestingOption(
    '--flow <KIND>',
    'What makes a flow: address, path, user or header:NAME (default: address; user with --user-header)',
  ).argParser(flowKind) as SuggestingOption;
  flow.suggest = () => ['address', 'path', 'user', 'header:'];
  apf
    .command('serve')
    .description('Protect a server with a reverse proxy')
    .addOption(
      new Option('--target <URL>', 'Server to protect').argParser(targetUrl).makeOptionMandatory(),
    )
    .addOption(
      new Option('-f, --filename <PATH>', 'File with levels or flow schemas').argParser(nonEmpty),
    )
    .addOption(
      positiveOption('--seats <N>', 'Requests at a time, unless the file sets seats').default(20),
    )
    .addOption(new Option('--port <N>', 'Port to listen on (0: any)').argParser(port).default(8080))
    .addOption(
      new Option('--host <HOST>', 'Address to listen on').argParser(nonEmpty).default('127.0.0.1'),
    )
    .addOption(
      new Option('--admin-port <N>', 'Port of metrics and debug page, on loopback (0: any)')
        .argParser(port)
        .default(8081),
    )
    .addOption(flow)
    .addOption(
      repeatable('--trust-proxy <ADDRESS>', 'Proxy whose X-Forwarded-For names the client'),
    )
    .addOption(new Option('--user-header <NAME>', 'Header with the user').argParser(nonEmpty))
    .addOption(
      new Option('--group-header <NAME>', 'Header with the groups, separated by commas').argParser(
        nonEmpty,
      ),
    )
    .option('--kubernetes', 'Treat requests as requests to the Kubernetes API')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags, command: Command) => {
      if (flags.groupHeader !== undefined && flags.userHeader === undefined) {
        usageError(command, '--group-header needs --user-header');
      }
      finish(await serve(flags, terminal));
    });
}

async function serve(flags: ServeFlags, terminal: Terminal): Promise<number> {
  let server: RunningServer;
  try {
    server = await startServer(
      { ...flags, trust: flags.trustProxy },
      {
        onError: (message) => writeErrors(message.split('\n'), terminal),
        onChange: (changed) => writeNotes([`configuration changed: ${seatsIn(changed)}`], terminal),
      },
    );
  } catch (error) {
    writeErrors((error as Error).message.split('\n'), terminal);
    return FAILED;
  }
  const { url, adminUrl, configuration, stop } = server;
  const target = visible(flags.target.href);
  terminal.stdout.write(`Listening on ${url} for ${target}: ${seatsIn(configuration)}\n`);
  terminal.stdout.write(`Metrics on ${adminUrl}/metrics, queues on ${adminUrl}\n`);
  await interrupted();
  writeNotes(['finishing requests; press Ctrl+C again to stop at once'], terminal);
  await stop();
  return OK;
}

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
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function targetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('Use a URL, such as http://localhost:3000.');
  }
  return url;
}

function port(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new InvalidArgumentError('Use a port from 0 to 65535.');
  }
  return value;
}
