import { dnsNames } from '@kubesem/inspect';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DNS_RESOURCES } from '../../io/cluster/resources.js';
import { DNS_NAME_COLUMNS, dnsNameLines, readNetwork } from '../../shared/network.js';
import { DNS_FLAGS } from './pod.js';

/** `kubesem dns names`. */
export const names: AddCommand = command({
  name: 'names',
  summary: 'List the DNS names of Services and Pods',
  arguments: { paths: flags.paths() },
  flags: { ...DNS_FLAGS, ...flags.table('name') },
  columns: DNS_NAME_COLUMNS,
  reads: ({ namespace }) => ({ resources: DNS_RESOURCES, namespace }),
  answer: async ({ input, clusterDomain }, terminal) => {
    const { cluster, errors } = await readNetwork(input, terminal);
    const { objects, problems: found } = dnsNames(cluster, { clusterDomain });
    const problems = [...cluster.problems, ...found];
    return {
      table: tableOf(DNS_NAME_COLUMNS, objects.flatMap(dnsNameLines)),
      names: () => objects.flatMap((object) => object.names.map(({ name }) => name)),
      model: () => ({ objects, problems }),
      ...{ problems, errors },
    };
  },
});
