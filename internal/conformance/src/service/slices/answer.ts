import type { Endpoint, EndpointSlice } from '@kubesem/core';
import { exactText } from '../text.js';

/** What the controller writes. */
export interface SlicesAnswer {
  readonly create: readonly EndpointSlice[];
  readonly update: readonly EndpointSlice[];
  readonly delete: readonly string[];
  readonly events: readonly string[];
  readonly retried: boolean;
}

/** What identifies an endpoint. */
export function keyOf({ addresses, hostname, targetRef }: Endpoint): string {
  return exactText([
    [...(addresses ?? [])].sort(),
    hostname ?? '',
    targetRef?.namespace,
    targetRef?.name,
  ]);
}

/** Ports in any order. */
export function portsText(ports: EndpointSlice['ports']): string {
  return (ports ?? []).map(exactText).sort().join();
}
