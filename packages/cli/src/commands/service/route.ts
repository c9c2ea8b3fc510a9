import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { SERVICE_RESOURCES } from '../../io/cluster/resources.js';
import { fullName, wantedOf } from '../../io/named.js';
import { ambiguous } from '../../output/not-found.js';
import { notesOn, parseService, readServices, SERVICE_FLAGS } from './model.js';
import { COLUMNS, ENDPOINT_COLUMNS, ROUTE_FLAGS, renderRoutes, routeModels } from './routes.js';

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

/** `kubesem service route`. */
export const route: AddCommand = command({
  name: 'route',
  summary: 'Explain where a connection to a Service goes',
  help: EXAMPLES,
  arguments: {
    named: flags.argument('<SERVICE>', 'Service, such as web or shop/web', parseService),
  },
  flags: {
    ...SERVICE_FLAGS,
    ...flags.table(),
    ...ROUTE_FLAGS,
  },
  columns: [...COLUMNS, ...ENDPOINT_COLUMNS],
  // The client can be in another namespace.
  reads: () => ({ resources: SERVICE_RESOURCES }),
  answer: async ({ input, named, namespace, ...request }, terminal) => {
    const read = await readServices(input, wantedOf(named, namespace), terminal);
    const { cluster, problems, errors, missing } = read;
    const [service, ...others] = read.services;
    if (service === undefined) {
      return { problems, errors, missing };
    }
    if (others.length > 0) {
      const titles = read.services.map(fullName);
      const message = ambiguous(named.name, titles, '-n for the namespace');
      return { problems, errors: [...errors, message] };
    }
    const routes = routeModels(service, cluster, request);
    if (typeof routes === 'string') {
      return { problems, errors: [...errors, routes] };
    }
    return {
      table: tableOf(COLUMNS, routes),
      text: (layout) => renderRoutes(routes, layout),
      model: () => ({ service: fullName(service), routes }),
      notes: notesOn(read),
      ...{ problems, errors },
      isFine: routes.every(({ verdict }) => verdict === 'FORWARD'),
    };
  },
});
