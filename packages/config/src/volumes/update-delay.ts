import { COUNT_RANGE, type Fields, fields, largest, smallest, THROW } from '@kubesem/core/internal';

/** How a kubelet notices that a ConfigMap or Secret has changed. */
export type ChangeDetectionStrategy = 'Watch' | 'Get' | 'Cache';

/** The settings of a kubelet that updates of files depend on, named as in `KubeletConfiguration`, with units added. */
export interface ConfigUpdateDelayOptions {
  /** How often the kubelet syncs a running Pod, in seconds; 60 by default. */
  readonly syncFrequencySeconds?: number | null | undefined;
  /** How it reads ConfigMaps and Secrets; `Watch` by default. */
  readonly configMapAndSecretChangeDetectionStrategy?: ChangeDetectionStrategy | null | undefined;
}

/** Bounds in seconds. */
export interface SecondsRange {
  /** The shortest time. */
  readonly min: number;
  /** The longest time. */
  readonly max: number;
}

/** How long it takes until a file of a running container has its new content. */
export interface ConfigUpdateDelay {
  /** The longest time in seconds. */
  readonly maxSeconds: number;
  /** Seconds between two syncs of a Pod: the kubelet adds up to a half at random. */
  readonly syncSeconds: SecondsRange;
  /** Seconds for which the kubelet keeps an old object. The bounds differ if the size of the cluster decides by its past. */
  readonly cacheSeconds: SecondsRange;
}

const DEFAULT_SYNC_SECONDS = 60;
const SYNC_JITTER = 0.5;

/** A size of clusters, and how long their kubelets keep objects. */
interface ClusterSize {
  readonly minNodes: number;
  readonly maxNodes: number;
  readonly seconds: number;
}

/** Sizes overlap, so the time does not change back and forth with each node. */
const CLUSTER_SIZES: readonly ClusterSize[] = [
  { minNodes: 0, maxNodes: 100, seconds: 0 },
  { minNodes: 90, maxNodes: 500, seconds: 15 },
  { minNodes: 450, maxNodes: 1000, seconds: 30 },
  { minNodes: 900, maxNodes: 2000, seconds: 60 },
  { minNodes: 1800, maxNodes: 2_147_483_647, seconds: 300 },
];

/**
 * Computes how long it takes until a changed ConfigMap or Secret reaches the files of a running container.
 *
 * The kubelet writes files when it syncs the Pod. With the strategy `Cache`, it keeps objects for a time that the controller
 * manager sets by the number of nodes. With `Watch` and `Get`, it has the current object. (The documentation says that it
 * caches for a minute by default: it watches.)
 *
 * @param kubelet - settings of the kubelet
 * @param nodeCount - number of nodes in the cluster; only for the strategy `Cache`
 * @returns the longest time, and its two parts, in seconds
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the number of nodes or the frequency is not a whole number in its range
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UNKNOWN_STRATEGY` if the kubelet does not know the strategy
 *
 * @example
 * ```ts
 * import { configUpdateDelay } from '@kubesem/config';
 *
 * configUpdateDelay({}, 3).maxSeconds // => 90
 * configUpdateDelay({ configMapAndSecretChangeDetectionStrategy: 'Cache' }, 95) // => {
 * //   maxSeconds: 105,
 * //   syncSeconds: { min: 60, max: 90 },
 * //   cacheSeconds: { min: 0, max: 15 },
 * // }
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/controller/ttl` v1.37.1, `Controller`; `k8s.io/kubernetes/pkg/kubelet` v1.37.1,
 * `workerResyncIntervalJitterFactor`.
 */
export function configUpdateDelay(
  kubelet: ConfigUpdateDelayOptions,
  nodeCount: number,
): ConfigUpdateDelay {
  const options = fields<ConfigUpdateDelayOptions>(kubelet, THROW);
  const nodes = fields({ nodeCount }, THROW).integer('nodeCount', COUNT_RANGE) ?? 0;
  // The kubelet replaces zero by the default.
  const sync = options.integer('syncFrequencySeconds', COUNT_RANGE) || DEFAULT_SYNC_SECONDS;
  const cacheSeconds = strategyOf(options) === 'Cache' ? secondsInCache(nodes) : { min: 0, max: 0 };
  const syncSeconds = { min: sync, max: sync * (1 + SYNC_JITTER) };
  return { maxSeconds: syncSeconds.max + cacheSeconds.max, syncSeconds, cacheSeconds };
}

function strategyOf(kubelet: Fields<ConfigUpdateDelayOptions>): ChangeDetectionStrategy {
  const field = 'configMapAndSecretChangeDetectionStrategy';
  const strategy = kubelet.raw(field) ?? 'Watch';
  if (!['Watch', 'Get', 'Cache'].includes(strategy)) {
    const message = 'unknown strategy; set Watch, Get or Cache';
    kubelet.problem(field, 'NOT_SUPPORTED', message, strategy, 'UNKNOWN_STRATEGY');
  }
  return strategy;
}

function secondsInCache(nodes: number): SecondsRange {
  const possible = CLUSTER_SIZES.filter(
    ({ minNodes, maxNodes }) => minNodes <= nodes && nodes <= maxNodes,
  ).map(({ seconds }) => seconds);
  return { min: smallest(possible), max: largest(possible) };
}
