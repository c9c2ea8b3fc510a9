import { KubesemError } from '@kubesem/core';

/** A range of ports, both ends included. */
export interface PortBand {
  /** The lowest port. */
  readonly first: number;
  /** The highest port. */
  readonly last: number;
}

/** How the API server divides the range of node ports. */
export interface NodePortBands extends PortBand {
  /** The ports to choose for yourself; undefined if the range has at most 16 ports. */
  readonly static: PortBand | undefined;
  /** The ports from which the API server draws first. */
  readonly dynamic: PortBand;
}

/** The range of node ports if the API server sets no other. */
const DEFAULT_RANGE = '30000-32767';

/**
 * Divides the range of node ports as the API server does.
 *
 * The API server draws node ports from the dynamic band, and from the static band only when the dynamic band is full. So a
 * node port that you choose in the static band rarely collides. The static band has 1/32 of the ports, at least 16 and at
 * most 128.
 *
 * @param range - the range as `--service-node-port-range` of the API server has it: `first-last`, `first+more` or one port;
 *   empty means the default, `30000-32767`
 * @returns the bands; both ends are included
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_PORT_RANGE` if the text is not a range of
 *   ports up to 65535
 *
 * @example
 * ```ts
 * import { nodePortBands } from '@kubesem/service';
 *
 * nodePortBands('30000-32767') // => {
 * //   first: 30000,
 * //   last: 32767,
 * //   static: { first: 30000, last: 30085 },
 * //   dynamic: { first: 30086, last: 32767 },
 * // }
 * nodePortBands('30000-30015').static // => undefined
 * nodePortBands('30000-70000') // throws INVALID_PORT_RANGE
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/registry/core/service/portallocator` v1.37.1, `calculateRangeOffset`;
 * `k8s.io/apimachinery/pkg/util/net` v0.37.1, `PortRange.Set`.
 */
export function nodePortBands(range: string): NodePortBands {
  const { first, last } = readPortRange(range);
  const size = last - first + 1;
  const offset = size <= 16 ? 0 : Math.min(Math.max(16, Math.floor(size / 32)), 128);
  return {
    first,
    last,
    static: offset === 0 ? undefined : { first, last: first + offset - 1 },
    dynamic: { first: first + offset, last },
  };
}

function readPortRange(range: unknown): PortBand {
  const text = typeof range === 'string' ? range.trim() || DEFAULT_RANGE : '';
  const [, low, sign, high] = /^(\d+)(?:([-+])(\d+))?$/.exec(text) ?? [];
  const first = Number(low);
  const last = sign === undefined ? first : Number(high) + (sign === '+' ? first : 0);
  if (!(first <= last && last <= 65535)) {
    throw new KubesemError({
      code: 'INVALID_PORT_RANGE',
      message: 'expected a range of ports up to 65535, such as 30000-32767',
      input: range,
    });
  }
  return { first, last };
}
