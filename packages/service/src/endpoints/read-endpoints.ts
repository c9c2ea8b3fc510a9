// The fields of Endpoints as Go reads them.
import {
  type EndpointAddress,
  type EndpointPort,
  type EndpointSubset,
  type Endpoints,
  type ObjectReference,
  objectNamespace,
} from '@kubesem/core';
import { type Fields, fields, THROW } from '@kubesem/core/internal';
import type { AddressedPorts, PackedPort, ReadyAddress } from './subsets.js';

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

/** Reads Endpoints as they are stored; the protocol of ports is TCP by default. A field of the wrong type throws. */
export function readEndpointsObject(endpoints: Endpoints): EndpointsFields {
  const object = fields(endpoints, THROW);
  const metadata = object.at('metadata');
  return {
    metadata: {
      name: metadata.text('name'),
      namespace: objectNamespace(endpoints),
      uid: metadata.text('uid'),
    },
    labels: metadata.map('labels'),
    annotations: metadata.map('annotations'),
    isDeleted: metadata.text('deletionTimestamp') !== '',
    subsets: object.each('subsets', (subset, index) => ({
      addresses: [
        ...readAddresses(subset, 'addresses'),
        ...readAddresses(subset, 'notReadyAddresses'),
      ],
      ports: readPorts(subset, index),
    })),
  };
}

function readAddresses(
  subset: Fields<EndpointSubset>,
  field: 'addresses' | 'notReadyAddresses',
): readonly ReadyAddress[] {
  return subset.each(field, (entry) => {
    const target = entry.at('targetRef');
    checkReference(target);
    const hostname = entry.text('hostname');
    const ip = entry.text('ip');
    const nodeName = entry.optionalText('nodeName');
    const address: EndpointAddress = {
      ip,
      ...(hostname !== '' && { hostname }),
      ...(nodeName !== undefined && { nodeName }),
      ...(target.isPresent && { targetRef: target.value }),
    };
    return { address, isReady: field === 'addresses' };
  });
}

/** Checks the types of what is written as it is. */
function checkReference(reference: Fields<ObjectReference>): void {
  for (const field of REFERENCE_FIELDS) {
    reference.text(field);
  }
}

const REFERENCE_FIELDS = [
  ...(['kind', 'namespace', 'name', 'uid'] as const),
  ...(['apiVersion', 'resourceVersion', 'fieldPath'] as const),
];

function readPorts(subset: Fields<EndpointSubset>, at: number): readonly PackedPort[] {
  return subset.each('ports', (entry, index) => {
    const read: EndpointPort = {
      name: entry.text('name'),
      port: entry.integer('port') ?? 0,
      protocol: entry.text('protocol') || 'TCP',
    };
    const appProtocol = entry.optionalText('appProtocol');
    return appProtocol === undefined
      ? { port: read, id: undefined }
      : { port: { ...read, appProtocol }, id: `${at}.${index}` };
  });
}
