import type { EndpointSlice, Namespace, Service } from '@kubesem/core';
import { endpointDnsName, reverseDnsName, serviceDnsName, srvName } from '@kubesem/dns';
import { pick, seededRandom } from '../random.js';

type RandomBelow = (bound: number) => number;

/** Number of Services in each cluster. Kubernetes supports up to 10,000. */
export const DNS_SIZES = [1000, 10_000] as const;

/** Average number of endpoints per Service. */
export const ENDPOINTS_PER_SERVICE = 15;

/** Number of questions about each cluster. */
export const DNS_QUESTION_COUNT = 1000;

const SEED = 20_261_123;
const NAMESPACE_COUNT = 100;

/** Objects that a cluster DNS server reads. */
export interface DnsObjects {
  /** Namespaces. */
  readonly namespaces: readonly Namespace[];
  /** Services; every fourth is headless. */
  readonly services: readonly Service[];
  /** One slice per Service, in the same order. */
  readonly endpointSlices: readonly EndpointSlice[];
}

/** Name and record type of a question. */
export type DnsQuestion = readonly [name: string, type: string];

const isHeadless = (number: number) => number % 4 === 0;
const labels = (number: number) => ({
  name: `service-${number}`,
  namespace: `team-${number % NAMESPACE_COUNT}`,
});
/** Address with this number in a range of 16 million addresses. */
const address = (range: number, number: number) =>
  `10.${range + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;

function serviceOf(number: number): Service {
  const clusterIP = isHeadless(number) ? 'None' : address(96, number + 1);
  return {
    metadata: labels(number),
    spec: {
      type: 'ClusterIP',
      clusterIP,
      clusterIPs: [clusterIP],
      ports: [
        { name: 'http', protocol: 'TCP', port: 80 },
        { name: 'metrics', protocol: 'TCP', port: 9090 },
      ],
    },
  };
}

/** Endpoints of headless Services have host names, as in a StatefulSet. */
function sliceOf(number: number, firstAddress: number, count: number): EndpointSlice {
  const { name, namespace } = labels(number);
  return {
    metadata: {
      name: `${name}-slice`,
      namespace,
      labels: { 'kubernetes.io/service-name': name },
    },
    addressType: 'IPv4',
    endpoints: Array.from({ length: count }, (_, i) => ({
      addresses: [address(128, firstAddress + i)],
      conditions: { ready: true },
      ...(isHeadless(number) ? { hostname: `${name}-${i}` } : {}),
      targetRef: { kind: 'Pod', namespace, name: `${name}-${i}` },
    })),
    ports: [
      { name: 'http', protocol: 'TCP', port: 8080 },
      { name: 'metrics', protocol: 'TCP', port: 9091 },
    ],
  };
}

/**
 * Generates the objects of a cluster, the same in every run.
 *
 * @param size - number of Services, an even number
 * @returns the objects; all endpoints are ready
 */
export function dnsObjects(size: number): DnsObjects {
  const random = seededRandom(SEED);
  const endpointSlices: EndpointSlice[] = [];
  let used = 0;
  for (let number = 0; number < size; number += 2) {
    const few = 1 + random(2 * ENDPOINTS_PER_SERVICE - 1);
    endpointSlices.push(sliceOf(number, used, few));
    endpointSlices.push(sliceOf(number + 1, used + few, 2 * ENDPOINTS_PER_SERVICE - few));
    used += 2 * ENDPOINTS_PER_SERVICE;
  }
  return {
    namespaces: Array.from({ length: NAMESPACE_COUNT }, (_, i) => ({
      metadata: { name: `team-${i}` },
    })),
    services: Array.from({ length: size }, (_, number) => serviceOf(number)),
    endpointSlices,
  };
}

function question(random: RandomBelow, size: number, { endpointSlices }: DnsObjects): DnsQuestion {
  const headless = random(size / 4) * 4;
  const withAddress = headless + 1 + random(3);
  const service = labels(withAddress);
  const endpoints = endpointSlices[headless]?.endpoints ?? [];
  switch (random(8)) {
    case 0:
    case 1:
    case 2:
      return [serviceDnsName(service), 'A'];
    case 3:
      return [endpointDnsName(pick(random, endpoints), labels(headless)), 'A'];
    case 4:
      return [srvName(pick(random, ['http', 'metrics']), 'TCP', service), 'SRV'];
    case 5:
      return [serviceDnsName({ ...service, namespace: 'elsewhere' }), 'A'];
    case 6:
      // The first question of a resolver for a name outside the cluster.
      return [`registry-${withAddress}.example.com.${service.namespace}.svc.cluster.local`, 'A'];
    default:
      return [reverseDnsName(address(96, withAddress + 1)), 'PTR'];
  }
}

/**
 * Generates the questions. Of eight, about three are for the address of a Service and two for names that do not exist.
 * One each is for an endpoint of a headless Service, for a named port, and for the name of an address.
 *
 * @param size - number of Services, a multiple of four
 * @param objects - result of `dnsObjects(size)`
 * @returns the questions
 */
export function dnsQuestions(size: number, objects: DnsObjects): DnsQuestion[] {
  const random = seededRandom(SEED + size);
  return Array.from({ length: DNS_QUESTION_COUNT }, () => question(random, size, objects));
}
