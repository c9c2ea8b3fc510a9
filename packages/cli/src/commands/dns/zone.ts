import { formatZone, zoneRecords } from '@kubesem/dns';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { DNS_RESOURCES } from '../../io/cluster/resources.js';
import { readNetwork, zoneOf } from '../../shared/network.js';
import { DNS_FLAGS } from './pod.js';

/** `kubesem dns zone`. */
export const zone: AddCommand = command({
  name: 'zone',
  summary: 'Print the records of the cluster as a zone file',
  arguments: { paths: flags.paths() },
  flags: { ...DNS_FLAGS, output: flags.output('table', 'json', 'yaml') },
  reads: ({ namespace }) => ({ resources: DNS_RESOURCES, namespace }),
  answer: async ({ input, clusterDomain }, terminal) => {
    const { cluster, errors } = await readNetwork(input, terminal);
    const { zone: found, zoneProblems } = zoneOf(cluster, clusterDomain);
    const problems = [...cluster.problems, ...zoneProblems];
    return {
      text: () => formatZone(found),
      model: () => ({ records: zoneRecords(found), problems }),
      ...{ problems, errors },
    };
  },
});
