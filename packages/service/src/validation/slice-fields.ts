// The fields of an EndpointSlice as Go reads them. Fields that are pointers in Go can be undefined.
import {
  childPath,
  compareUtf8,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  INT32_RANGE,
  type ObjectReference,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  readStringMap,
} from '@kubesem/core';
import { type Report, readTexts } from '../fields/service.js';

/** One endpoint, with all its fields: two are equal in Go exactly if their JSON is. */
export interface EndpointFields {
  readonly addresses: readonly string[];
  /** `ready`, `serving` and `terminating`. */
  readonly conditions: readonly (boolean | undefined)[];
  readonly hostname: string | undefined;
  /** The texts of {@link REFERENCE_FIELDS}; undefined without a reference. */
  readonly targetRef: readonly string[] | undefined;
  /** Names and values, in the order of the names. */
  readonly deprecatedTopology: readonly (readonly [string, string])[];
  readonly nodeName: string | undefined;
  readonly zone: string | undefined;
  /** Names of zones and nodes; undefined without hints. */
  readonly hints: { readonly forZones: string[]; readonly forNodes: string[] } | undefined;
}

const REFERENCE_FIELDS = [
  ...(['kind', 'namespace', 'name', 'uid'] as const),
  ...(['apiVersion', 'resourceVersion', 'fieldPath'] as const),
];

/** What is in a slice. */
export interface SliceFields {
  readonly name: string;
  readonly generateName: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly addressType: string;
  readonly endpoints: readonly EndpointFields[];
  readonly ports: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly appProtocol: string | undefined;
  }[];
}

/** Reads an EndpointSlice. */
export function readSlice(slice: EndpointSlice, report?: Report): SliceFields {
  const given = readObject(slice, undefined, report) ?? {};
  const metadataPath = childPath(undefined, 'metadata');
  const metadata = readObject(given.metadata, metadataPath, report) ?? {};
  const endpointsPath = childPath(undefined, 'endpoints');
  const portsPath = childPath(undefined, 'ports');
  return {
    name: readString(metadata.name, childPath(metadataPath, 'name'), report),
    generateName: readString(
      metadata.generateName,
      childPath(metadataPath, 'generateName'),
      report,
    ),
    labels: readStringMap(metadata.labels, childPath(metadataPath, 'labels'), report),
    addressType: readString(given.addressType, childPath(undefined, 'addressType'), report),
    endpoints: readList(given.endpoints, endpointsPath, report).map((endpoint, index) =>
      readEndpoint(endpoint, childPath(endpointsPath, index), report),
    ),
    ports: readList(given.ports, portsPath, report).map((port, index) =>
      readPort(port, childPath(portsPath, index), report),
    ),
  };
}

function readEndpoint(value: Endpoint, path: FieldPath, report: Report): EndpointFields {
  const endpoint = readObject(value, path, report) ?? {};
  const conditionsPath = childPath(path, 'conditions');
  const conditions = readObject(endpoint.conditions, conditionsPath, report) ?? {};
  const condition = (field: 'ready' | 'serving' | 'terminating') =>
    readBoolean(conditions[field], childPath(conditionsPath, field), report);
  const targetPath = childPath(path, 'targetRef');
  const target = readObject(endpoint.targetRef, targetPath, report);
  const topologyPath = childPath(path, 'deprecatedTopology');
  const topology = readStringMap(endpoint.deprecatedTopology, topologyPath, report);
  const hintsPath = childPath(path, 'hints');
  const hints = readObject(endpoint.hints, hintsPath, report);
  const names = (field: 'forZones' | 'forNodes') => {
    const listPath = childPath(hintsPath, field);
    return readList(hints?.[field], listPath, report).map((entry, index) => {
      const at = childPath(listPath, index);
      return readString(readObject(entry, at, report)?.name, childPath(at, 'name'), report);
    });
  };
  return {
    addresses: readTexts(endpoint.addresses, childPath(path, 'addresses'), report),
    conditions: [condition('ready'), condition('serving'), condition('terminating')],
    hostname: pointer(endpoint.hostname, childPath(path, 'hostname'), report),
    targetRef: readReference(target, targetPath, report),
    deprecatedTopology: [...topology].sort(([a], [b]) => compareUtf8(a, b)),
    nodeName: pointer(endpoint.nodeName, childPath(path, 'nodeName'), report),
    zone: pointer(endpoint.zone, childPath(path, 'zone'), report),
    hints: hints && { forZones: names('forZones'), forNodes: names('forNodes') },
  };
}

/** Reads the texts of {@link REFERENCE_FIELDS}. */
export function readReference(
  reference: ObjectReference | undefined,
  path: FieldPath,
  report?: Report,
): readonly string[] | undefined {
  return (
    reference &&
    REFERENCE_FIELDS.map((field) => readString(reference[field], childPath(path, field), report))
  );
}

function readPort(
  value: EndpointPort,
  path: FieldPath,
  report: Report,
): SliceFields['ports'][number] {
  const port = readObject(value, path, report) ?? {};
  readInteger(port.port, childPath(path, 'port'), INT32_RANGE, report);
  return {
    name: readString(port.name, childPath(path, 'name'), report),
    protocol: pointer(port.protocol, childPath(path, 'protocol'), report) ?? 'TCP',
    appProtocol: pointer(port.appProtocol, childPath(path, 'appProtocol'), report),
  };
}

function pointer(value: unknown, path: FieldPath, report: Report): string | undefined {
  return value === null || value === undefined ? undefined : readString(value, path, report);
}
