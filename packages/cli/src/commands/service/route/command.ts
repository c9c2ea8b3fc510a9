import { readIpAddress } from '@kubesem/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
} from '../../../context.js';
import { fullName, type NamedObject, wantedOf } from '../../../io/named.js';
import type { Input } from '../../../io/objects.js';
import type { Terminal } from '../../../io/terminal.js';
import { nonEmpty, SuggestingOption, withColumns, withTable } from '../../../options.js';
import { ambiguous } from '../../../output/not-found.js';
import { writeErrors, writeNotes } from '../../../output/problems.js';
import { isText, type OutputFlags, writeResult } from '../../../output/write.js';
import { notesOn, parseService, readServices, serviceInput, withServiceInput } from '../read.js';
import { DESTINATIONS, type RouteRequest, routeModels } from './model.js';
import { renderRoutes, routeTable } from './render.js';

/** The flags of `kubesem service route`. */
interface RouteFlags extends OutputFlags, InputFlags, RouteRequest {}

const EXAMPLES = `
Examples:
  kubesem service route web --from shop/client --port 80 -f dump.json
                                       From a Pod to the cluster IP
  kubesem service route web --from node-1 --port 30080 -f dump.json
                                       From a node to a node port
  kubesem service route web --from outside --port http -f dump.json
                                       From outside, on each node

--port is a port of the Service, its name, or a node port. Without --to, clients
inside connect to the cluster IP; those outside to the load balancer, an
external IP or the node port, whichever the Service has first.

kube-proxy of one node handles a connection: that of the client, or the one that
a connection from outside reaches. FORWARD sends it to an endpoint; REJECT
answers "connection refused"; DROP answers nothing, so the client runs into a
timeout; NOT_HANDLED means that kube-proxy has no rule for it.

Exit status: 0 if all connections are forwarded, 1 if not or if something is not
found, 2 if the command line is wrong.`;

/** Adds `kubesem service route`. */
export function addRoute(service: Command, { terminal, finish }: CommandContext): void {
  const to = new SuggestingOption(
    '--to <DESTINATION>',
    'cluster-ip, node-port, load-balancer, external-ip or an IP address',
  ).argParser(destination) as SuggestingOption;
  to.suggest = () => [...DESTINATIONS.keys()];
  withColumns(
    withTable(withServiceInput(service.command('route'))),
    ...['node', 'verdict', 'reason', 'endpoints'],
    ...['endpoint', 'pod', 'zone', 'used'], // of one node
  )
    .description('Explain where a connection to a Service goes')
    .argument('<SERVICE>', 'Service, such as web or shop/web', parseService)
    .requiredOption('--from <CLIENT>', 'Node, Pod (POD or NAMESPACE/POD), or outside', nonEmpty)
    .requiredOption('--port <PORT>', 'Port of the Service, its name, or a node port', nonEmpty)
    .addOption(to)
    .addOption(
      new Option('--protocol <PROTOCOL>', 'Protocol of the connection')
        .choices(['TCP', 'UDP', 'SCTP'])
        .default('TCP'),
    )
    .option('--node <NODE>', 'Node that a connection from outside reaches (default: each)')
    .option('--source-ip <IP>', 'Address of the client, for source ranges', address)
    .addHelpText('after', EXAMPLES)
    .action(async (name: NamedObject, flags: RouteFlags, command: Command) => {
      // The client can be in another namespace.
      const input = serviceInput(flags, undefined);
      requireInput(input, command, terminal);
      finish(await route(input, name, flags, terminal));
    });
}

async function route(
  input: Input,
  name: NamedObject,
  flags: RouteFlags,
  terminal: Terminal,
): Promise<number> {
  const read = await readServices(input, wantedOf(name, flags.namespace), terminal);
  const [service, ...others] = read.services;
  if (service === undefined) {
    return FAILED;
  }
  if (others.length > 0) {
    const titles = read.services.map(fullName);
    writeErrors([ambiguous(name.name, titles, '-n for the namespace')], terminal);
    return FAILED;
  }
  const { routes, errors } = routeModels(service, read.cluster, flags);
  writeErrors(errors, terminal);
  if (errors.length > 0) {
    return FAILED;
  }
  writeResult(flags, terminal, {
    text: (layout) => renderRoutes(routes, layout),
    table: (layout) => routeTable(routes, layout),
    model: () => ({ service: fullName(service), routes }),
  });
  writeNotes(isText(flags) ? notesOn(read) : [], terminal);
  const isForwarded = routes.every(({ verdict }) => verdict === 'FORWARD');
  return read.isComplete && isForwarded ? OK : FAILED;
}

function destination(text: string): string {
  if (!DESTINATIONS.has(text) && typeof readIpAddress(text) === 'string') {
    throw new InvalidArgumentError(`Use ${[...DESTINATIONS.keys()].join(', ')} or an IP address.`);
  }
  return text;
}

function address(text: string): string {
  if (typeof readIpAddress(text) === 'string') {
    throw new InvalidArgumentError('Use an IP address, such as 203.0.113.7.');
  }
  return text;
}
