import * as flags from '../../frame/flags.js';
import { CLUSTER_DOMAIN } from '../../shared/network.js';

/** The flags of all commands about names: the domain of the cluster, and its objects. */
export interface DnsFlags extends flags.InputFlags {
  readonly clusterDomain: flags.Flag<string>;
}

/** The flags of all commands about names: the domain of the cluster, and its objects. */
export const DNS_FLAGS: DnsFlags = { ...CLUSTER_DOMAIN, ...flags.input('Objects of the cluster') };
