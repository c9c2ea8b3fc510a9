import { type AddCommand, group } from '../../frame/command.js';
import { lookup } from './lookup.js';
import { names } from './names.js';
import { query } from './query.js';
import { resolv } from './resolv.js';
import { zone } from './zone.js';

const EXAMPLES = `
Examples:
  kubesem dns names deploy/                  The names of Services and Pods
  kubesem dns zone dump.yaml                 All records, as a zone file
  kubesem dns query data.prod.svc.cluster.local -f dump.yaml
                                             The answer of the DNS server
  kubesem dns resolv --from test/client -f dump.yaml
                                             The resolv.conf of a Pod
  kubesem dns lookup data --from test/client -f dump.yaml
                                             Each name that is tried, and why
                                             none is found

Objects are read from manifests, or from a dump of a cluster:
  kubectl get services,endpointslices,pods,namespaces -A -o yaml > dump.yaml

Exit status: 0 if the name is found and there are no errors, 1 if it is not
found, Kubernetes rejects an object or a file cannot be read, 2 if the command
line is wrong. Warnings do not change it.`;

/** `kubesem dns` with its commands. */
export const dns: AddCommand = group({
  name: 'dns',
  summary: 'Show DNS names of Services and Pods, and find out why a lookup fails',
  help: EXAMPLES,
  commands: [names, zone, query, resolv, lookup],
});
