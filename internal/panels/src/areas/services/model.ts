import { attempt, type EndpointSlice, type Pod, type Service } from '@kubesem/core';
import { serviceDnsName } from '@kubesem/dns';
import {
  type EndpointReason,
  endpointReason,
  type ServiceReport,
  serviceReports,
  unselectedPods,
} from '@kubesem/inspect';
import { explainService, type PodEndpointExplanation, serviceRow } from '@kubesem/service';
import type { Case } from '../../case/case.js';
import { type Page, type PageOptions, pageOf } from '../../case/page.js';
import type { AreaModel } from '../area.js';

/** What the panel of Services shows. */
export interface ServicesModel {
  readonly page: Page<ServiceRow>;
  /** The Service whose chain is drawn. */
  readonly chain?: Chain | undefined;
}

/** Options of the panel. */
export interface ServicesOptions extends PageOptions {
  /** The Service, such as `shop/web`; the first one by default. */
  readonly selected?: string | undefined;
}

/** A Service. */
export interface ServiceRow {
  readonly key: string;
  readonly type: string;
  readonly clusterIP: string;
  readonly ports: string;
  readonly ready: number;
  readonly total: number;
  readonly problems: readonly string[];
}

/** How a client gets from the name of a Service to its Pods. */
export interface Chain {
  readonly key: string;
  readonly dnsName?: string | undefined;
  /** What DNS answers. */
  readonly dns: 'CLUSTER_IPS' | 'ENDPOINTS' | 'CNAME';
  readonly addresses: readonly string[];
  readonly selector: string;
  readonly ports: readonly ChainPort[];
  readonly slices: readonly ChainSlice[];
  /** Whether the slices are in the input, or those that the controller would write. */
  readonly hasBuiltSlices: boolean;
  readonly pods: readonly ChainPod[];
  /** How many Pods of the namespace are not selected, besides those in `pods`. */
  readonly others: number;
  readonly problems: readonly string[];
}

/** A port of the Service and where it leads. */
export interface ChainPort {
  readonly title: string;
  readonly targetPort: string;
}

/** An EndpointSlice. */
export interface ChainSlice {
  readonly name: string;
  readonly addressType: string;
  readonly ports: string;
  readonly endpoints: number;
  readonly ready: number;
}

/** A Pod at the end of the chain, or one that is not reached. */
export interface ChainPod extends EndpointReason {
  readonly name: string;
  readonly addresses: string;
  readonly node: string;
  readonly rule: PodEndpointExplanation['verdict'];
  /** Index of the slice that has it; -1 if none has. */
  readonly slice: number;
}

const MAX_PODS = 30;
const NEAR_PODS = 5;

/** The model of the area. */
export const model = {
  count: (input: Case) => input.count('v1 Service'),
  model: (input: Case, options: ServicesOptions): ServicesModel => {
    const reports = input.once('services', () => serviceReports(input.network).services);
    const page = pageOf(reports, options, keyOf, rowOf);
    const chosen = reports.find((report) => keyOf(report) === options.selected);
    const shown = chosen ?? reports.find((report) => keyOf(report) === page.rows[0]?.key);
    return { page, chain: shown && chainOf(input, shown) };
  },
} satisfies AreaModel<ServicesModel, ServicesOptions>;

function keyOf({ namespace, name }: ServiceReport): string {
  return `${namespace}/${name}`;
}

function rowOf(report: ServiceReport): ServiceRow {
  const { ready, total, service, problems } = report;
  const { type, clusterIP, ports } = serviceRow(service);
  return {
    key: keyOf(report),
    ...{ type, clusterIP, ports, ready, total },
    problems: problems.map(({ message }) => message),
  };
}

/** Follows a Service from its name to its Pods. */
export function chainOf(input: Case, report: ServiceReport): Chain {
  const { namespace, name, service, endpoints, slices, problems } = report;
  const { dns } = explainService(service);
  const { spec } = service;
  const ports = dns === 'CNAME' ? [] : (spec?.ports ?? []);
  const pods = endpoints.source === 'SELECTOR' ? selectedPods(input, report) : slicePods(slices);
  const near = endpoints.source === 'SELECTOR' ? notSelected(input, service) : [];
  const shown = near.slice(0, NEAR_PODS);
  return {
    ...{ key: keyOf(report), dns },
    dnsName: attempt(() => serviceDnsName({ namespace, name })).value,
    addresses: dns === 'CNAME' ? [spec?.externalName ?? ''] : clusterIPsOf(service),
    selector: serviceRow(service, { wide: true }).selector,
    ports: ports.map((port) => ({
      title: `${port.name ? `${port.name} ` : ''}${port.port}/${port.protocol ?? 'TCP'}`,
      targetPort: String(port.targetPort || port.port),
    })),
    slices: slices.map(sliceOf),
    hasBuiltSlices: input.network.hasBuiltSlices,
    pods: [...pods.slice(0, MAX_PODS), ...shown],
    others: Math.max(0, pods.length - MAX_PODS) + near.length - shown.length,
    problems: problems.map(({ message }) => message),
  };
}

function clusterIPsOf({ spec }: Service): readonly string[] {
  const all = spec?.clusterIPs ?? [spec?.clusterIP ?? ''];
  return all.filter((address) => address !== '' && address !== 'None');
}

function sliceOf({ metadata, addressType, ports, endpoints }: EndpointSlice): ChainSlice {
  const all = endpoints ?? [];
  return {
    name: metadata?.name ?? `${metadata?.generateName ?? ''}*`,
    addressType: addressType ?? '',
    ports: (ports ?? [])
      .map(({ port, protocol }) => `${port ?? 'any'}/${protocol ?? 'TCP'}`)
      .join(', '),
    endpoints: all.length,
    ready: all.filter(({ conditions }) => conditions?.ready !== false).length,
  };
}

function selectedPods(input: Case, report: ServiceReport): readonly ChainPod[] {
  const { endpoints, service, slices } = report;
  const { pods } = input.network;
  return endpoints.pods.map((explained): ChainPod => {
    const { name, verdict, endpoints: own } = explained;
    const slice = slices.findIndex((each) =>
      (each.endpoints ?? []).some(({ targetRef }) => targetRef?.name === name),
    );
    return {
      ...{ name, rule: verdict, slice },
      ...endpointReason(explained, service, pods[explained.index] as Pod),
      addresses: own.flatMap((each) => each.addresses).join(', '),
      node: own[0]?.nodeName ?? '',
    };
  });
}

function slicePods(slices: readonly EndpointSlice[]): readonly ChainPod[] {
  return slices.flatMap(({ endpoints }, slice) =>
    (endpoints ?? []).map(({ addresses, conditions, nodeName, targetRef }): ChainPod => {
      const isReady = conditions?.ready !== false;
      return {
        name: targetRef?.name ?? addresses?.[0] ?? '',
        addresses: (addresses ?? []).join(', '),
        node: nodeName ?? '',
        state: isReady ? 'ready' : 'not ready',
        rule: 'ENDPOINT',
        reason: 'listed in the EndpointSlice',
        slice,
      };
    }),
  );
}

function notSelected(input: Case, service: Service): readonly ChainPod[] {
  const { pods } = input.network;
  return unselectedPods(service, pods).map((explained): ChainPod => {
    const { name, verdict, index } = explained;
    const why = endpointReason(explained, service, pods[index] as Pod);
    return { ...{ name, addresses: '', node: '', rule: verdict, slice: -1 }, ...why };
  });
}
