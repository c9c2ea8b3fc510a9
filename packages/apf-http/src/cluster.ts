/**
 * The configuration of a gate from the FlowSchemas and PriorityLevelConfigurations of a cluster.
 *
 * @packageDocumentation
 */
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { type FollowedConfiguration, type FollowOptions, follow } from './configuration/follow.js';
import type { Gate } from './gate/gate.js';

export type { FollowedConfiguration, FollowOptions } from './configuration/follow.js';

/** The part of a fetch `Response` that is read. */
export interface ClusterResponse {
  /** Whether the status is 200 to 299. */
  readonly ok: boolean;
  /** Status of the response. */
  readonly status: number;
  /** Reads the body. */
  json(): PromiseLike<unknown>;
}

/** Options of {@link followCluster}. */
export interface FollowClusterOptions extends FollowOptions {
  /**
   * Sends a GET request to the API server, with your credentials.
   *
   * @param path - path of the request, such as `/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas`
   */
  fetch(path: string): PromiseLike<ClusterResponse>;
}

const DEFAULT_INTERVAL_MS = 10_000;
const API = '/apis/flowcontrol.apiserver.k8s.io/v1';

/**
 * Applies the FlowSchemas and PriorityLevelConfigurations of a cluster to a gate, now and whenever they change. If they
 * cannot be read or are invalid, the gate keeps its configuration, and `onError` receives the reason.
 *
 * It lists the objects every 10 seconds, which takes two small requests. It does not keep the process alive.
 *
 * @param gate - the gate
 * @param options - how to reach the API server, how often, and who is informed
 * @returns stops following
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
 *   // With `kubectl proxy`: (path) => fetch(`http://127.0.0.1:8001${path}`)
 *   fetch: async (path) => Response.json({ items: items[path.split('/').pop() as keyof typeof items] }),
 * });
 * await followed.refresh() // => true
 * followed.close();
 * gate.close();
 * ```
 */
export function followCluster<Request>(
  gate: Gate<Request>,
  options: FollowClusterOptions,
): FollowedConfiguration {
  const list = async (resource: string): Promise<readonly unknown[]> => {
    const response = await options.fetch(`${API}/${resource}`);
    if (!response.ok) {
      throw new Error(`cannot list ${resource}: the API server responded with ${response.status}`);
    }
    const { items } = ((await response.json()) ?? {}) as { readonly items?: unknown };
    if (!Array.isArray(items)) {
      throw new Error(`cannot list ${resource}: the response is not a list`);
    }
    return items.map(withoutStatus);
  };
  return follow(
    gate,
    {
      load: async () => {
        const [priorityLevels, flowSchemas] = await Promise.all([
          list('prioritylevelconfigurations'),
          list('flowschemas'),
        ]);
        return JSON.stringify({ priorityLevels, flowSchemas });
      },
      parse: (text) =>
        JSON.parse(text) as {
          priorityLevels: PriorityLevelConfiguration[];
          flowSchemas: FlowSchema[];
        },
    },
    options,
    DEFAULT_INTERVAL_MS,
  );
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
