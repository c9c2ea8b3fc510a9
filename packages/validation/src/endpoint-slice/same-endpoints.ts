import { type Endpoint, type EndpointSlice } from '@kubesem/core';
import { compareUtf8, type Fields } from '@kubesem/core/internal';

/** Whether an update keeps the endpoints. The API server drops their topology from the update before it compares them. */
export function hasSameEndpoints(
  slice: Fields<EndpointSlice>,
  old: Fields<EndpointSlice>,
): boolean {
  const [now, before] = [
    slice.each('endpoints', readEndpoint),
    old.each('endpoints', readEndpoint),
  ];
  const stored = JSON.stringify(before);
  const dropped = now.map((endpoint) => ({ ...endpoint, deprecatedTopology: [] }));
  return JSON.stringify(now) === stored || JSON.stringify(dropped) === stored;
}

/** All fields of an endpoint: two are equal in Go exactly if the JSON of this is. Pointers in Go can be undefined. */
function readEndpoint(endpoint: Fields<Endpoint>): object {
  const conditions = endpoint.at('conditions');
  const reference = endpoint.at('targetRef');
  const hints = endpoint.at('hints');
  const topology = [...endpoint.map('deprecatedTopology')];
  return {
    addresses: endpoint.texts('addresses'),
    conditions: CONDITIONS.map((name) => conditions.flag(name)),
    hostname: endpoint.optionalText('hostname'),
    targetRef: reference.isPresent ? REFERENCE.map((name) => reference.text(name)) : undefined,
    deprecatedTopology: topology.sort(([a], [b]) => compareUtf8(a, b)),
    nodeName: endpoint.optionalText('nodeName'),
    zone: endpoint.optionalText('zone'),
    hints: hints.isPresent
      ? {
          forZones: hints.each('forZones', (zone) => zone.text('name')),
          forNodes: hints.each('forNodes', (node) => node.text('name')),
        }
      : undefined,
  };
}

const CONDITIONS = ['ready', 'serving', 'terminating'] as const;
const REFERENCE = [
  ...(['kind', 'namespace', 'name', 'uid'] as const),
  ...(['apiVersion', 'resourceVersion', 'fieldPath'] as const),
];
