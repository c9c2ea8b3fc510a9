import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { SERVICE_RESOURCES } from '../../io/cluster/resources.js';
import { wantedOf } from '../../io/named.js';
import { CLUSTER_DOMAIN } from '../../shared/network.js';
import { notesOn, parseService, readServices, SERVICE_FLAGS, serviceModel } from './model.js';
import { COLUMNS, ENDPOINT_COLUMNS, endpointRows, renderChains } from './render.js';
import { route } from './route.js';

const EXAMPLES = `
Examples:
  kubectl get services,endpointslices,pods,nodes -A -o json > dump.json
  kubesem service -f dump.json         Each Service, its endpoints and problems
  kubesem service shop/web -f dump.json --explain
                                       From its name to its Pods, and why some
                                       are not endpoints
  kubesem service web -n shop --context prod
                                       The same table, read from the cluster
  kubesem service route web --from shop/client --port 80 -f dump.json
                                       Where a connection goes

NAME is the name of a Service, or NAMESPACE/NAME. Endpoints are computed from
the Pods. If the input also has EndpointSlices and nodes, differences are
problems. Without nodes, the nodes of all Pods are assumed to exist.

Exit status: 0 if there are no problems, 1 if a Service has one, no Service is
found or a file cannot be read, 2 if the command line is wrong.`;

/** `kubesem service`. */
export const service: AddCommand = command({
  name: 'service',
  summary: 'Show which Pods are endpoints of Services, and why others are not',
  help: EXAMPLES,
  arguments: {
    named: flags.argument('[NAME]', 'Service, such as web or shop/web', parseService),
  },
  flags: {
    ...SERVICE_FLAGS,
    ...flags.table('name'),
    ...CLUSTER_DOMAIN,
    explain: flags.boolean('--explain', 'Draw the chain from the name of a Service to its Pods', {
      lostIn: ['wide', 'name'],
    }),
  },
  columns: [...COLUMNS, ...ENDPOINT_COLUMNS],
  commands: [route],
  reads: ({ named, namespace }) => ({
    resources: SERVICE_RESOURCES,
    only: wantedOf(named, namespace).namespace,
  }),
  answer: async ({ input, named, namespace, explain, clusterDomain }, terminal) => {
    const read = await readServices(input, wantedOf(named, namespace), terminal);
    const { cluster, problems, errors, missing } = read;
    const models = read.services.map((each) => serviceModel(each, cluster, explain, clusterDomain));
    return {
      table: explain ? tableOf(ENDPOINT_COLUMNS, endpointRows(models)) : tableOf(COLUMNS, models),
      text: explain ? (layout) => renderChains(models, layout) : undefined,
      names: () => models.map((each) => `service/${each.name}`),
      model: () => ({ services: models, problems: cluster.problems }),
      notes: notesOn(read),
      ...{ problems, errors, missing },
      isFine: models.every((model) => model.problems.length === 0),
    };
  },
});
