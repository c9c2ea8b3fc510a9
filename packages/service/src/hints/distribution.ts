import type { Endpoint } from '@kubesem/core';

/** The values of `spec.trafficDistribution` that lead to hints. */
export const CLOSE: readonly string[] = ['PreferSameZone', 'PreferClose', 'PreferSameNode'];

/** Reports whether an endpoint is marked as ready. Unlike in kube-proxy, an absent condition does not count. */
export function isReady({ conditions }: Endpoint): boolean {
  return conditions?.ready === true;
}

/**
 * Returns a ready endpoint with the hints of `spec.trafficDistribution`: its zone, and its node for `PreferSameNode`. Others
 * keep what they have.
 *
 * @param endpoint - the endpoint
 * @param distribution - one of {@link CLOSE}
 *
 * Source: `k8s.io/endpointslice/trafficdist` v0.37.1, `ReconcileHints`.
 */
export function withDistributionHints(endpoint: Endpoint, distribution: string): Endpoint {
  if (!isReady(endpoint)) {
    return endpoint;
  }
  const { forZones, forNodes } = distributionHints(endpoint, distribution);
  const hints = { ...(forZones && { forZones }), ...(forNodes && { forNodes }) };
  const { hints: _, ...rest } = endpoint;
  return forZones || forNodes ? { ...rest, hints } : rest;
}

/** Reports whether a ready endpoint has other hints than {@link withDistributionHints} gives it. */
export function hasOtherHints(endpoint: Endpoint, distribution: string): boolean {
  return (
    isReady(endpoint) &&
    hintsText(endpoint.hints) !== hintsText(distributionHints(endpoint, distribution))
  );
}

/** Returns the same text for hints that name the same zones and nodes. */
export function hintsText(hints: Endpoint['hints']): string {
  const names = [hints?.forZones, hints?.forNodes].map((list) =>
    (list ?? []).map((entry) => entry?.name ?? ''),
  );
  return JSON.stringify(names);
}

function distributionHints({ zone, nodeName }: Endpoint, distribution: string) {
  const named = (name: string | null | undefined) =>
    name === null || name === undefined ? undefined : [{ name }];
  return {
    forZones: named(zone),
    forNodes: distribution === 'PreferSameNode' ? named(nodeName) : undefined,
  };
}
