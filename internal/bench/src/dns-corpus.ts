import type { EndpointSlice, Namespace, Service } from '@kubesem/core';
import { endpointName, reverseName, serviceName, srvName } from '@kubesem/dns';
import { pick, seededRandom } from './random.js';

type RandomBelow = (bound: number) => number;

/** How many Services the clusters have; the second is as many as Kubernetes supports. */
export const DNS_SIZES = [1000, 10_000] as const;

/** Endpoints of a Service, on the average. */
export const ENDPOINTS_PER_SERVICE = 15;

/** How many questions are asked of each cluster. */
export const DNS_QUESTION_COUNT = 1000;

const SEED = 20_261_123;
const NAMESPACE_COUNT = 100;

/** What the DNS server of a cluster looks at. */
export interface DnsObjects {
  /** The namespaces. */
  readonly namespaces: readonly Namespace[];
  /** The Services; every fourth is headless. */
  readonly services: readonly Service[];
  /** One slice for each Service, in their order. */
  readonly endpointSlices: readonly EndpointSlice[];
}

/** A name and the type of the records that are asked for. */
export type DnsQuestion = readonly [name: string, type: string];

const isHeadless = (number: number) => number % 4 === 0;
const labels = (number: number) => ({
  name: `service-${number}`,
  namespace: `team-${number % NAMESPACE_COUNT}`,
});
/** The address of that number in a range of 65,536 times 256. */
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

/** Endpoints of headless Services have host names, as those of a StatefulSet have. */
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
 * Makes what a DNS server looks at: the same on every machine, in every run.
 *
 * @param size - how many Services; an even number
 * @returns the objects; there are {@link ENDPOINTS_PER_SERVICE} endpoints for each Service on the average, all ready
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
      return [serviceName(service), 'A'];
    case 3:
      return [endpointName(pick(random, endpoints), labels(headless)), 'A'];
    case 4:
      return [srvName(pick(random, ['http', 'metrics']), 'TCP', service), 'SRV'];
    case 5:
      return [serviceName({ ...service, namespace: 'elsewhere' }), 'A'];
    case 6:
      // What a resolver asks first for a name outside of the cluster.
      return [`registry-${withAddress}.example.com.${service.namespace}.svc.cluster.local`, 'A'];
    default:
      return [reverseName(address(96, withAddress + 1)), 'PTR'];
  }
}

/**
 * Makes the questions: of eight about three for the address of a Service, one each for an endpoint of a headless
 * Service, for a named port and for the name of an address, and two for names that do not exist.
 *
 * @param size - how many Services there are; a multiple of four
 * @param objects - of `dnsObjects(size)`
 * @returns the questions
 */
export function dnsQuestions(size: number, objects: DnsObjects): DnsQuestion[] {
  const random = seededRandom(SEED + size);
  return Array.from({ length: DNS_QUESTION_COUNT }, () => question(random, size, objects));
}
