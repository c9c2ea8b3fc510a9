// The desired endpoints of a Service.
import { type Endpoint, type EndpointPort, objectNamespace, type Pod } from '@kubesem/core';
import { POD } from '@kubesem/core/kinds';
import { type Family } from '../families.js';
import type { ServiceFields } from '../fields.js';
import { endpointOf, portsOf, verdictOf } from '../pods/endpoint-selection.js';
import { type NodeZones, type PodFacts, readPodFacts } from '../pods/pod-facts.js';
import { type OrderedPorts, orderPorts } from './port-order.js';

/** The Pods that have the same ports. */
export interface EndpointGroup {
  readonly ports: readonly EndpointPort[];
  /** The endpoints that are in no slice yet, by {@link endpointKey}. */
  readonly endpoints: Map<string, Endpoint>;
}

/** A Pod and its ports. */
export interface DesiredPod {
  readonly facts: PodFacts;
  readonly namespace: string;
  readonly uid: string;
  readonly ports: readonly EndpointPort[];
  readonly portKey: string;
}

/** Reads the Pods that a Service selects, without those that have ended or have no address. */
export function readDesiredPods(
  pods: readonly Pod[],
  fields: ServiceFields,
): readonly DesiredPod[] {
  const known = new Map<string, OrderedPorts>();
  return pods.flatMap((pod) => {
    const facts = readPodFacts(pod);
    if (facts.isFinished || !facts.hasAddress) {
      return [];
    }
    const { ports, key: portKey } = orderPorts(portsOf(facts, fields).ports, known);
    const uid = pod.metadata?.uid ?? '';
    return [{ facts, namespace: objectNamespace(pod), uid, ports, portKey }];
  });
}

/** The groups of one family. A group can be empty: then its Pods have no address of the family, or no node. */
export function groupEndpoints(
  pods: readonly DesiredPod[],
  fields: ServiceFields,
  family: Family,
  zones: NodeZones,
): ReadonlyMap<string, EndpointGroup> {
  const groups = new Map<string, EndpointGroup>();
  for (const { facts, namespace, uid, ports, portKey } of pods) {
    const group = groups.get(portKey) ?? { ports, endpoints: new Map<string, Endpoint>() };
    groups.set(portKey, group);
    if (verdictOf(facts, fields, [family], zones) === 'ENDPOINT') {
      const { family: _, ...shown } = endpointOf(facts, fields, family, zones);
      const targetRef = { kind: POD.kind, namespace, name: facts.name, ...(uid !== '' && { uid }) };
      const endpoint = { ...shown, targetRef };
      group.endpoints.set(endpointKey(endpoint), endpoint);
    }
  }
  return groups;
}

/**
 * Returns what identifies an endpoint: everything else can change in place.
 *
 * Source: `k8s.io/endpointslice/util` v0.37.1, `hashEndpoint`.
 */
export function endpointKey({ addresses, hostname, targetRef }: Endpoint): string {
  const { namespace, name } = targetRef ?? {};
  return JSON.stringify([addresses, hostname ?? '', namespace ?? '', name ?? '']);
}

/**
 * Reports whether an endpoint differs in what does not identify it. Hints and resource versions do not count.
 *
 * Source: `k8s.io/endpointslice/util` v0.37.1, `EndpointsEqualBeyondHash`.
 */
export function hasChanged(stored: Endpoint, desired: Endpoint): boolean {
  const differs = (a: unknown, b: unknown) => (a ?? undefined) !== (b ?? undefined);
  const [target, wanted] = [stored.targetRef ?? undefined, desired.targetRef ?? undefined];
  return (
    differs(stored.nodeName, desired.nodeName) ||
    differs(stored.zone, desired.zone) ||
    (['ready', 'serving', 'terminating'] as const).some((field) =>
      differs(stored.conditions?.[field], desired.conditions?.[field]),
    ) ||
    (target === undefined) !== (wanted === undefined) ||
    (['kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath'] as const).some(
      (field) => (target?.[field] ?? '') !== (wanted?.[field] ?? ''),
    )
  );
}
