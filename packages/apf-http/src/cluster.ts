/**
 * The configuration of a gate from the FlowSchemas and PriorityLevelConfigurations of a cluster.
 *
 * @packageDocumentation
 */
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { clusterFetch, type KubeconfigOverrides, readKubeconfig } from '@kubesem/kubeconfig';
import { type FollowedConfiguration, type FollowOptions, follow } from './configuration/follow.js';
import { during, pause, readInterval } from './configuration/pause.js';
import type { Gate } from './gate/gate.js';
import { errorText, report } from './gate/report.js';

export type { FollowedConfiguration, FollowOptions } from './configuration/follow.js';

/** The part of a fetch `Response` that is read. */
export interface ClusterResponse {
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  /** Status of the response. */
  readonly status: number;
  /** The body of a watch, which arrives in parts. */
  readonly body?: ClusterBody | null | undefined;
  /** Reads the body of a list. */
  json(): PromiseLike<unknown>;
}

/** The part of a `ReadableStream` that is read. */
export interface ClusterBody {
  /** Returns what reads the parts. */
  getReader(): ClusterReader;
}

/** The part of a reader of a `ReadableStream` that is used. */
export interface ClusterReader {
  /** Waits for the next part, or for the end. */
  read(): PromiseLike<unknown>;
  /** Ends the stream. */
  cancel(): PromiseLike<unknown>;
}

/** How a request to the API server is sent. */
export interface ClusterRequest {
  /** Aborted when the response is no longer needed: pass it to `fetch`. */
  readonly signal: AbortSignal;
}

/** Options of {@link followCluster}. */
export interface FollowClusterOptions extends FollowOptions {
  /**
   * Sends a GET request to the API server, with your credentials. They need the verbs `list` and `watch`. By default, it asks
   * the cluster that kubectl would ask: that of the kubeconfig, or the one in whose Pod the process runs.
   *
   * @param path - path of the request, such as `/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas`
   * @param init - signal for `fetch`
   */
  fetch?(path: string, init: ClusterRequest): PromiseLike<ClusterResponse>;
  /** Which kubeconfig, context and user counts, without `fetch`. Default: those of kubectl */
  readonly kubeconfig?: KubeconfigOverrides | undefined;
}

/** How the API server is asked. */
type Ask = NonNullable<FollowClusterOptions['fetch']>;

const DEFAULT_INTERVAL_MS = 10_000;
const API = '/apis/flowcontrol.apiserver.k8s.io/v1';
const RESOURCES = ['prioritylevelconfigurations', 'flowschemas'] as const;
/** How long the API server keeps a watch, as client-go asks for at least. */
const WATCH_SECONDS = 300;
const LIST_MS = 30_000;
/** If a connection is dead, nobody ends the watch. */
const DEAD_AFTER_MS = 330_000;
/** Changes that arrive together, such as those of `kubectl apply`, are applied together. */
const TOGETHER_MS = 500;
const GONE = 410;
/** The longest pause of client-go between two failures, unless the interval is longer. */
const LONGEST_PAUSE_MS = 30_000;

/** A list as the API server sends it. */
interface StoredList {
  readonly items: unknown;
  readonly metadata?: { readonly resourceVersion?: unknown } | null;
}

interface List {
  readonly items: readonly unknown[];
  readonly version: unknown;
}

/**
 * Applies the FlowSchemas and PriorityLevelConfigurations of a cluster to a gate, now and whenever they change. If they
 * cannot be read or are invalid, the gate keeps its configuration, and `onError` receives the reason.
 *
 * It lists the objects, watches both resources, and lists them again if a watch reports a change or ends. If a list or a
 * watch fails, or a watch reports an error, it lists the objects again after `intervalMs`, 10 seconds by default, and up to
 * as much later, so many servers do not come at the same time. It waits twice as long after each further failure, up to
 * 30 seconds. Close it at the end: a watch keeps the process alive.
 *
 * @param gate - the gate
 * @param options - how to reach the API server, when to try again, and who is informed
 * @returns stops following
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_LIMIT` if `intervalMs` is not a number from 1 to
 *   2147483647; {@link @kubesem/kubeconfig!KubeconfigError | KubeconfigError} with its codes if the kubeconfig cannot be used
 *
 * @example
 * ```ts
 * import { MANDATORY_FLOW_SCHEMAS, MANDATORY_PRIORITY_LEVELS } from '@kubesem/apf';
 * import { Gate } from '@kubesem/apf-http';
 * import { followCluster } from '@kubesem/apf-http/cluster';
 *
 * const items = { flowschemas: MANDATORY_FLOW_SCHEMAS, prioritylevelconfigurations: MANDATORY_PRIORITY_LEVELS };
 * const gate = new Gate({ serverConcurrencyLimit: 20, priorityLevels: [], flowSchemas: [] });
 * const followed = followCluster(gate, {
 *   // With `kubectl proxy`: (path, init) => fetch(`http://127.0.0.1:8001${path}`, init)
 *   fetch: async (path) => Response.json({ items: items[path.split('/').pop() as keyof typeof items] }),
 *   onError: () => undefined,
 * });
 * await followed.refresh() // => true
 * followed.close();
 * gate.close();
 * ```
 *
 * Source: `k8s.io/client-go/tools/cache` v0.37.1, `Reflector`.
 */
export function followCluster<Request>(
  gate: Gate<Request>,
  options: FollowClusterOptions = {},
): FollowedConfiguration {
  const intervalMs = readInterval(options.intervalMs) ?? DEFAULT_INTERVAL_MS;
  const ask: Ask = options.fetch ?? askKubeconfig(options.kubeconfig);
  let versions: readonly string[] = [];
  let failures = 0;
  /** Two watches can fail in turn; each failure is reported once in a series. */
  const reported = new Set<string>();
  const fail = (error: unknown): void => {
    const text = errorText(error);
    if (!reported.has(text)) {
      reported.add(text);
      report(error, options);
    }
  };
  return follow(
    gate,
    {
      load: async (signal) => {
        versions = [];
        const lists = await during(LIST_MS, signal, (own) =>
          allOrFirst(RESOURCES.map((each) => list(each, ask, own))),
        );
        if (lists === undefined) {
          throw new Error('the API server did not respond in 30 seconds');
        }
        versions = lists.flatMap(({ version }) => (typeof version === 'string' ? [version] : []));
        const [priorityLevels, flowSchemas] = lists.map(({ items }) => items.map(withoutStatus));
        return JSON.stringify({ priorityLevels, flowSchemas });
      },
      parse: (text) =>
        JSON.parse(text) as {
          priorityLevels: PriorityLevelConfiguration[];
          flowSchemas: FlowSchema[];
        },
      changed: async (signal) => {
        let hasChanged = false;
        try {
          hasChanged = await watchAll(versions, ask, intervalMs, signal);
        } catch (error) {
          fail(error);
        }
        failures = hasChanged ? 0 : failures + 1;
        if (hasChanged) {
          reported.clear();
        }
        await pause(hasChanged ? TOGETHER_MS : backOffMs(intervalMs, failures), signal);
      },
    },
    options,
  );
}

/** Asks the cluster of a kubeconfig. A server has nobody who could answer a credential plugin. */
function askKubeconfig(overrides: KubeconfigOverrides | undefined): Ask {
  return clusterFetch(readKubeconfig({ overrides }), { isInteractive: false });
}

/** How long to wait after a number of failures: twice as long each time, and up to as much more. */
function backOffMs(intervalMs: number, failures: number): number {
  const longest = Math.max(intervalMs, LONGEST_PAUSE_MS);
  return Math.min(intervalMs * 2 ** (failures - 1), longest) * (1 + Math.random());
}

/** The error is that of the first in order. Which fails first changes, and each error that is new is reported. */
async function allOrFirst<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Lists the objects of a resource. */
async function list(resource: string, ask: Ask, signal: AbortSignal): Promise<List> {
  const response = await ask(`${API}/${resource}`, { signal });
  checkStatus('list', resource, response);
  const { items, metadata } = ((await response.json()) ?? {}) as Partial<StoredList>;
  if (!Array.isArray(items)) {
    throw new Error(`cannot list ${resource}: the response is not a list`);
  }
  return { items, version: metadata?.resourceVersion };
}

/**
 * Watches the resources from the versions of their lists. Returns true if one has changed or its watch has ended in time,
 * and false if it has ended too early or cannot begin. Then it is not time for another watch.
 */
async function watchAll(
  versions: readonly string[],
  ask: Ask,
  intervalMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (versions.length < RESOURCES.length) {
    return false;
  }
  const startMs = performance.now();
  const hasChanged = await during(DEAD_AFTER_MS, signal, (own) =>
    Promise.race(RESOURCES.map((each, index) => watch(each, versions[index] as string, ask, own))),
  );
  return hasChanged === true || performance.now() - startMs > intervalMs;
}

/** Watches a resource. Returns whether it has changed; false if the watch has ended. */
async function watch(
  resource: string,
  version: string,
  ask: Ask,
  signal: AbortSignal,
): Promise<boolean> {
  const query = `watch=1&resourceVersion=${encodeURIComponent(version)}&timeoutSeconds=${WATCH_SECONDS}`;
  const response = await ask(`${API}/${resource}?${query}`, { signal });
  if (response.status === GONE) {
    // The list is too old: it is time for another one.
    return false;
  }
  checkStatus('watch', resource, response);
  const reader = response.body?.getReader();
  if (reader === undefined) {
    throw new Error(`cannot watch ${resource}: the response has no body`);
  }
  const cancel = (): void => void Promise.resolve(reader.cancel()).catch(() => undefined);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) {
    cancel();
  }
  // A connection that is lost is the end of a watch.
  const answer = await firstEvent(reader).catch(() => 'ENDED' as const);
  signal.removeEventListener('abort', cancel);
  cancel();
  if (typeof answer === 'object') {
    throw new Error(`cannot watch ${resource}: the API server reports: ${answer.error}`);
  }
  return answer === 'CHANGED';
}

function checkStatus(verb: string, resource: string, { ok, status }: ClusterResponse): void {
  if (!ok) {
    throw new Error(`cannot ${verb} ${resource}: the API server responded with ${status}`);
  }
}

/** Conditions and managed fields change more often than the configuration. */
function withoutStatus(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) {
    return item;
  }
  const { metadata, spec } = item as { readonly metadata?: object | null; readonly spec?: unknown };
  const { name, uid } = (metadata ?? {}) as { readonly name?: unknown; readonly uid?: unknown };
  return { metadata: { name, uid }, spec };
}

/** How a watch answers: with a change, with an error, or it ends. */
type WatchAnswer = 'CHANGED' | 'EXPIRED' | 'ENDED' | { readonly error: string };

/** A status is short. A longer event is an object. */
const LONGEST_STATUS = 65_536;
const LONGEST_MESSAGE = 1000;
const REASONS_OF_EXPIRED = ['Expired', 'Gone'];

/**
 * Waits for the first event of a watch: `ENDED` if there is none.
 *
 * Source: `k8s.io/client-go/tools/cache` v0.37.1, `handleAnyWatch` and `Reflector.watch`.
 */
async function firstEvent(reader: ClusterReader): Promise<WatchAnswer> {
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < LONGEST_STATUS) {
    const { done, value } = (await reader.read()) as { done?: boolean; value?: unknown };
    if (done === true) {
      break;
    }
    text += value instanceof Uint8Array ? decoder.decode(value, { stream: true }) : String(value);
    const end = text.indexOf('\n');
    if (end >= 0) {
      return answerOf(text.slice(0, end));
    }
  }
  return text.length < LONGEST_STATUS ? answerOf(text) : 'CHANGED';
}

function answerOf(line: string): WatchAnswer {
  if (line.trim() === '') {
    return 'ENDED';
  }
  const { type, object } = parse(line) ?? {};
  if (type !== 'ERROR') {
    return 'CHANGED';
  }
  const { code, reason, message } = (object ?? {}) as { readonly [field: string]: unknown };
  if (code === GONE || REASONS_OF_EXPIRED.includes(reason as string)) {
    return 'EXPIRED';
  }
  const texts = [message, reason, code].filter(
    (each) => typeof each === 'string' || typeof each === 'number',
  );
  return { error: `${texts[0] ?? 'unknown error'}`.slice(0, LONGEST_MESSAGE) };
}

/** Undefined for a line that was cut off: the objects are listed again, which costs little. */
function parse(line: string): { readonly type?: unknown; readonly object?: unknown } | undefined {
  try {
    return Object(JSON.parse(line));
  } catch {
    return undefined;
  }
}
