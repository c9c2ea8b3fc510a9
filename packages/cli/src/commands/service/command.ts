import { Argument, type Command } from 'commander';
import { type CommandContext, FAILED, type InputFlags, OK, requireInput } from '../../context.js';
import { areInSeveralNamespaces, type NamedObject, type Wanted, wantedOf } from '../../io/named.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { withClusterDomain, withColumns, withTable } from '../../options.js';
import { writeNotes } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { serviceModel } from './model.js';
import { notesOn, parseService, readServices, serviceInput, withServiceInput } from './read.js';
import { endpointsTable, renderChains, serviceTable } from './render.js';
import { addRoute } from './route/command.js';

/** The flags of `kubesem service`. */
interface ServiceFlags extends OutputFlags, InputFlags {
  readonly explain?: boolean | undefined;
  readonly clusterDomain: string;
}

const EXAMPLES = `
Examples:
  kubectl get services,endpointslices,pods,nodes -A -o json > dump.json
  kubesem service -f dump.json         Each Service, its endpoints and problems
  kubesem service shop/web -f dump.json --explain
                                       From its name to its Pods, and why some
                                       are no endpoints
  kubesem service web -n shop --context prod
                                       The same table, read from the cluster
  kubesem service route web --from shop/client --port 80 -f dump.json
                                       Where a connection goes

NAME is the name of a Service, or NAMESPACE/NAME. Endpoints are computed from
the Pods. If the input also has EndpointSlices and nodes, differences are
problems. Without nodes, the nodes of all Pods are assumed to exist.

Exit status: 0 if there are no problems, 1 if a Service has one, no Service is
found or a file cannot be read, 2 if the command line is wrong.`;

/** Adds `kubesem service`. */
export function addService(program: Command, context: CommandContext): void {
  const { terminal, finish } = context;
  const command = withColumns(
    withTable(withServiceInput(program.command('service')), 'name'),
    ...['namespace', 'name', 'type', 'cluster-ip', 'external-ip', 'ports', 'endpoints'],
    ...['selector', 'problem'],
    ...['service', 'port', 'target-port', 'pod', 'address', 'state', 'reason'], // --explain
  );
  withClusterDomain(command)
    .description('Show which Pods are endpoints of Services, and why others are not')
    .addArgument(new Argument('[NAME]', 'Service, such as web or shop/web').argParser(parseService))
    .option('--explain', 'Draw the chain from the name of a Service to its Pods')
    .addHelpText('after', EXAMPLES)
    .action(async (name: NamedObject | undefined, flags: ServiceFlags, self: Command) => {
      const wanted = wantedOf(name, flags.namespace);
      const input = serviceInput(flags, wanted.namespace);
      requireInput(input, self, terminal);
      finish(await service(input, wanted, flags, terminal));
    });
  // Otherwise, options after `route` would be those of this command.
  command.enablePositionalOptions();
  addRoute(command, context);
}

async function service(
  input: Input,
  wanted: Wanted,
  flags: ServiceFlags,
  terminal: Terminal,
): Promise<number> {
  const { explain = false, output, clusterDomain } = flags;
  const read = await readServices(input, wanted, terminal);
  const models = read.services.map((each) =>
    serviceModel(each, read.cluster, explain, clusterDomain),
  );
  const columns = { wide: output === 'wide', namespaces: areInSeveralNamespaces(models) };
  writeResult(flags, terminal, {
    text: (layout) => {
      if (models.length === 0) {
        return '';
      }
      return explain
        ? renderChains(models, layout)
        : renderTable(serviceTable(models, columns, layout), layout);
    },
    table: (layout) =>
      explain ? endpointsTable(models, layout) : serviceTable(models, columns, layout),
    names: () => models.map((each) => `service/${each.name}`),
    model: () => ({ services: models, problems: read.cluster.problems }),
  });
  writeNotes(isText(flags) ? notesOn(read) : [], terminal);
  const isFine = models.every(({ problems }) => problems.length === 0);
  return read.isComplete && isFine ? OK : FAILED;
}
