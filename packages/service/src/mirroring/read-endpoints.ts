// The fields of Endpoints as Go reads them.
import {
  childPath,
  type EndpointAddress,
  type EndpointPort,
  type Endpoints,
  type FieldPath,
  INT32_RANGE,
  objectNamespace,
  readInteger,
  readList,
  readObject,
  readString,
  readStringMap,
} from '@kubesem/core';
import type { AddressedPorts, PackedPort, ReadyAddress } from '../endpoints/subsets.js';
import { readReference } from '../validation/slice-fields.js';

/** Endpoints. */
export interface EndpointsFields {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
  };
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly isDeleted: boolean;
  readonly subsets: readonly AddressedPorts[];
}

/** Reads Endpoints as they are stored; the protocol of ports is TCP by default. */
export function readEndpointsObject(endpoints: Endpoints): EndpointsFields {
  const { metadata: given, subsets } = readObject(endpoints, undefined) ?? {};
  const path = childPath(undefined, 'metadata');
  const metadata = readObject(given, path) ?? {};
  const text = (field: 'name' | 'uid' | 'deletionTimestamp') =>
    readString(metadata[field], childPath(path, field));
  const listPath = childPath(undefined, 'subsets');
  return {
    metadata: { name: text('name'), namespace: objectNamespace(endpoints), uid: text('uid') },
    labels: readStringMap(metadata.labels, childPath(path, 'labels')),
    annotations: readStringMap(metadata.annotations, childPath(path, 'annotations')),
    isDeleted: text('deletionTimestamp') !== '',
    subsets: readList(subsets, listPath).map((entry, index) => {
      const at = childPath(listPath, index);
      const subset = readObject(entry, at) ?? {};
      return {
        addresses: [
          ...readAddresses(subset.addresses, true, childPath(at, 'addresses')),
          ...readAddresses(subset.notReadyAddresses, false, childPath(at, 'notReadyAddresses')),
        ],
        ports: readPorts(subset.ports, index, childPath(at, 'ports')),
      };
    }),
  };
}

function readAddresses(
  given: readonly EndpointAddress[] | null | undefined,
  isReady: boolean,
  path: FieldPath,
): readonly ReadyAddress[] {
  return readList(given, path).map((entry, index) => {
    const at = childPath(path, index);
    const { ip, hostname, nodeName, targetRef } = readObject(entry, at) ?? {};
    const targetPath = childPath(at, 'targetRef');
    const target = readObject(targetRef, targetPath);
    readReference(target, targetPath);
    const name = readString(hostname, childPath(at, 'hostname'));
    const address: EndpointAddress = {
      ip: readString(ip, childPath(at, 'ip')),
      ...(name !== '' && { hostname: name }),
      ...(nodeName != null && { nodeName: readString(nodeName, childPath(at, 'nodeName')) }),
      ...(target && { targetRef: target }),
    };
    return { address, isReady };
  });
}

function readPorts(
  given: readonly EndpointPort[] | null | undefined,
  subset: number,
  path: FieldPath,
): readonly PackedPort[] {
  return readList(given, path).map((entry, index) => {
    const at = childPath(path, index);
    const { name, port, protocol, appProtocol } = readObject(entry, at) ?? {};
    const read: EndpointPort = {
      name: readString(name, childPath(at, 'name')),
      port: readInteger(port, childPath(at, 'port'), INT32_RANGE) ?? 0,
      protocol: readString(protocol, childPath(at, 'protocol')) || 'TCP',
      ...(appProtocol != null && {
        appProtocol: readString(appProtocol, childPath(at, 'appProtocol')),
      }),
    };
    return { port: read, id: appProtocol == null ? undefined : `${subset}.${index}` };
  });
}
