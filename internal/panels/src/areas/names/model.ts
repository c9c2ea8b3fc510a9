import { objectNamespace, type Pod } from '@kubesem/core';
import { SERVICE } from '@kubesem/core/kinds';
import { SERVICE_TYPE } from '@kubesem/core/types/service';
import {
  clusterDnsAddresses,
  dnsZone,
  explainLookup,
  formatRecord,
  formatResolvConf,
  type Libc,
  type LookupExplanation,
  zoneRecords,
} from '@kubesem/dns';
import { dnsNames, type NetworkCluster } from '@kubesem/inspect';
import { ClusterReader } from '@kubesem/manifests/cluster';
import type { Case } from '../../case/case.js';
import { type Page, type PageOptions, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';

/** What the panel of names shows. */
export interface NamesModel {
  readonly page: Page<NameRow>;
  /** The records of the DNS server. */
  readonly records: readonly string[];
  readonly recordCount: number;
  /** From where names can be looked up. */
  readonly clients: readonly string[];
  readonly lookup: Lookup;
  /** Whether the address of the DNS server is assumed, because the input does not have its Service. */
  readonly assumesDns: boolean;
}

/** Options of the panel. */
export interface NamesOptions extends PageOptions {
  /** The name to look up. */
  readonly name?: string | undefined;
  /** From where: a Pod such as `shop/web-1`, or a namespace such as `shop/*`. */
  readonly from?: string | undefined;
  readonly libc?: Libc | undefined;
}

/** A DNS name and its object. */
export interface NameRow {
  readonly object: string;
  readonly of: string;
  readonly name: string;
}

/** A lookup, step by step. */
export interface Lookup {
  readonly name: string;
  readonly from: string;
  readonly libc: Libc;
  readonly rule?: LookupExplanation['rule'] | undefined;
  readonly resolvConf: string;
  readonly steps: readonly LookupStep[];
  readonly isFound: boolean;
  readonly reasons: readonly LookupFailure[];
  /** Why nothing could be looked up. */
  readonly failure?: string | undefined;
}

/** A name that the resolver tries. */
export interface LookupStep {
  readonly name: string;
  readonly searchDomain?: string | undefined;
  readonly types: string;
  readonly code: string;
  readonly server: string;
  readonly answers: readonly string[];
}

/** Why no name is found. */
export interface LookupFailure {
  readonly code: string;
  readonly message: string;
  readonly check: string;
  readonly suggestions: readonly string[];
}

const DNS_ADDRESS = '10.96.0.10';
const MAX_CLIENTS = 200;
const MAX_RECORDS = 200;

/** The model of the area. */
export const model: AreaModel<NamesModel, NamesOptions> = {
  // The whole cluster has EndpointSlices, which take long to build.
  count: (input) =>
    input.once('readable Services', () => {
      const types = { 'v1 Service': SERVICE_TYPE };
      const reader = new ClusterReader({ kinds: [SERVICE], types });
      input.placed('v1 Service').forEach(reader.add);
      return reader.read().cluster.services?.length ?? 0;
    }),
  model: (input, options) => {
    const { network: cluster } = input;
    const rows = nameRows(input);
    const zone = input.once('zone', () => dnsZone(cluster));
    const records = input.once('records', () => zoneRecords(zone));
    const clients = input.once('clients', () => clientsOf(cluster));
    const from = clients.includes(options.from ?? '') ? (options.from ?? '') : (clients[0] ?? '');
    const addresses = clusterDnsAddresses(cluster.services);
    const assumesDns = addresses.length === 0;
    const client = {
      name: options.name?.trim() || (cluster.services[0]?.metadata?.name ?? 'kubernetes'),
      ...{ from, libc: options.libc ?? 'glibc' },
    };
    const node = { resolvConf: '', clusterDNS: assumesDns ? [DNS_ADDRESS] : addresses };
    return {
      page: pageOf(
        rows,
        options,
        ({ object, name }) => `${object} ${name}`,
        (row) => row,
      ),
      records: records.slice(0, MAX_RECORDS).map(formatRecord),
      recordCount: records.length,
      ...{ clients, assumesDns },
      lookup: lookupFrom(client, podOf(cluster, from), { zone, node, libc: client.libc }),
    };
  },
};

function nameRows(input: Case): readonly NameRow[] {
  return input.once('names', () =>
    dnsNames(input.network).objects.flatMap(({ kind, namespace, name, names }) =>
      names.map((each) => ({
        object: `${kind} ${namespace}/${name}`,
        of: each.of,
        name: each.name,
      })),
    ),
  );
}

/** Pods, and each namespace: a Pod there without settings of its own. */
function clientsOf({ pods, services }: NetworkCluster): readonly string[] {
  const named = pods
    .slice(0, MAX_CLIENTS)
    .map((pod) => `${objectNamespace(pod)}/${pod.metadata?.name ?? ''}`);
  const namespaces = new Set(['default', ...services.slice(0, MAX_CLIENTS).map(objectNamespace)]);
  return [...named, ...[...namespaces].map((namespace) => `${namespace}/*`)];
}

function podOf({ pods }: NetworkCluster, from: string): Pod {
  const [namespace = '', name = ''] = from.split('/');
  const found = pods.find(
    (pod) => objectNamespace(pod) === namespace && pod.metadata?.name === name,
  );
  return found ?? { metadata: { name: 'client', namespace }, spec: {} };
}

function lookupFrom(
  { name, from, libc }: Pick<Lookup, 'name' | 'from' | 'libc'>,
  pod: Pod,
  cluster: Parameters<typeof explainLookup>[2],
): Lookup {
  const common = { name, from, libc };
  try {
    const { resolvConf, rule, attempts, hit, reasons } = explainLookup(name, pod, cluster);
    return {
      ...common,
      rule,
      resolvConf: formatResolvConf(resolvConf),
      isFound: hit !== undefined || rule === 'ADDRESS',
      steps: attempts.map(({ name: tried, searchDomain, types, code, server, answers }) => ({
        ...{ name: tried, searchDomain, code, server },
        types: types.join(', '),
        answers: answers.map(formatRecord),
      })),
      reasons: reasons.map(({ code, message, check, suggestions }) => ({
        ...{ code, message, check, suggestions },
      })),
    };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...common, resolvConf: '', steps: [], isFound: false, reasons: [], failure };
  }
}
