// Which hints of the endpoints the kube-proxy of a node follows.
import type { HintsExplanation, HintsMode, HintsUse, TrafficEndpoint } from './types.js';

/** A node as kube-proxy reads it. */
export interface ProxyNode {
  readonly name: string;
  /** Name of its zone; empty if it has none. */
  readonly zone: string;
  /** Its addresses, in canonical form. */
  readonly addresses: readonly string[];
}

/** Which hints are followed, and why. */
export interface HintsChoice {
  readonly mode: HintsMode;
  readonly explanation: HintsExplanation;
}

/** The explanation if no hints are read. */
export const NO_HINTS: HintsExplanation = { nodes: 'NOT_APPLICABLE', zones: 'NOT_APPLICABLE' };

/**
 * Chooses the hints that decide about the endpoints of a port: those for nodes, if every ready endpoint has one and one names
 * this node; otherwise in the same way those for zones.
 *
 * Source: `k8s.io/kubernetes/pkg/proxy` v1.37.1, `topologyModeFromHints`.
 */
export function chooseHints(
  endpoints: readonly TrafficEndpoint[],
  { name, zone }: ProxyNode,
): HintsChoice {
  const ready = endpoints.filter(({ isReady }) => isReady);
  if (ready.length === 0) {
    return { mode: undefined, explanation: NO_HINTS };
  }
  const nodes = useOf(
    ready.map(({ forNodes }) => forNodes),
    name,
  );
  if (nodes === 'USED') {
    return { mode: 'PreferSameNode', explanation: { nodes, zones: 'OVERRIDDEN' } };
  }
  const zones = useOf(
    ready.map(({ forZones }) => forZones),
    zone,
  );
  if (zones === 'USED') {
    return { mode: 'PreferSameZone', explanation: { nodes, zones } };
  }
  const isUnknown = zones === 'OTHERS_ONLY' && zone === '';
  return {
    mode: undefined,
    explanation: { nodes, zones: isUnknown ? 'NODE_WITHOUT_ZONE' : zones },
  };
}

function useOf(hints: readonly (readonly string[])[], wanted: string): HintsUse {
  if (hints.every((each) => each.length === 0)) {
    return 'NONE';
  }
  if (hints.some((each) => each.length === 0)) {
    return 'INCOMPLETE';
  }
  return hints.some((each) => each.includes(wanted)) ? 'USED' : 'OTHERS_ONLY';
}

/** Reports whether an endpoint may receive connections of a node under a mode. */
export function fitsHints(
  { forNodes, forZones }: TrafficEndpoint,
  mode: HintsMode,
  { name, zone }: ProxyNode,
): boolean {
  if (mode === undefined) {
    return true;
  }
  return mode === 'PreferSameNode' ? forNodes.includes(name) : forZones.includes(zone);
}
