// The fields of an EndpointSlice as Go reads them. Fields that are pointers in Go can be undefined.
import {
  childPath,
  type Endpoint,
  type EndpointPort,
  type EndpointSlice,
  type FieldPath,
  INT32_RANGE,
  readBoolean,
  readInteger,
  readList,
  readObject,
  readString,
  readStringMap,
} from '@kubesem/core';
import { type Report, readTexts } from '../fields/service.js';

/** One endpoint. */
export interface EndpointFields {
  readonly addresses: readonly string[];
  readonly hostname: string | undefined;
  readonly nodeName: string | undefined;
  /** Names of zones and nodes; undefined without hints. */
  readonly hints: { readonly forZones: string[]; readonly forNodes: string[] } | undefined;
}

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
  for (const field of ['ready', 'serving', 'terminating'] as const) {
    readBoolean(conditions[field], childPath(conditionsPath, field), report);
  }
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
    hostname: pointer(endpoint.hostname, childPath(path, 'hostname'), report),
    nodeName: pointer(endpoint.nodeName, childPath(path, 'nodeName'), report),
    hints: hints && { forZones: names('forZones'), forNodes: names('forNodes') },
  };
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
