import type { NodeFit, ResourceFit } from '@kubesem/resources';

/** Whether a Pod fits on a node, and how many like it do at once. */
export interface NodeRoom extends NodeFit {
  readonly room: number;
}

/** No quantity is finer than a billionth. */
const NANO = -9;

/** How many Pods like the one that was compared fit on the node, one after the other. */
export function roomOn({ fits, resources }: NodeFit): number {
  if (!fits) {
    return 0;
  }
  const rooms = resources
    .filter(({ verdict }) => verdict === 'fits')
    .map(({ capacity, used, requested }: ResourceFit) =>
      // Both are not negative where it fits; bigints are cut.
      Number(capacity.sub(used).scaledValue(NANO) / requested.scaledValue(NANO)),
    );
  return Math.min(...rooms);
}
