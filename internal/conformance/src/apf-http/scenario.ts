import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';

/** The objects of a server. */
export interface Configuration {
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
  readonly flowSchemas: readonly FlowSchema[];
}

/** One thing that a client, a handler or an administrator does. The next one follows when all requests stand still. */
export interface Step extends Partial<Configuration> {
  /** `begin` sends the headers of a response, `fail` throws in the handler, `await` waits for the response. */
  readonly do: 'send' | 'begin' | 'finish' | 'fail' | 'cancel' | 'await' | 'configure';
  /** Number of the request. */
  readonly id: number;
  readonly method?: string;
  readonly url?: string;
  readonly user?: string;
  readonly groups?: readonly string[];
}

/** A server and what happens to it. */
export interface Scenario extends Configuration {
  readonly serverConcurrencyLimit: number;
  readonly requestTimeoutMs: number;
  readonly http2: boolean;
  /** Numbers of stored objects by resource and group, such as `pods` or `deployments.apps`. */
  readonly objects: { readonly [resource: string]: number };
  /** Size of each stored object in bytes. */
  readonly size: number;
  readonly steps: readonly Step[];
}

/** What a client received; null if it received nothing, or a part. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
} | null;

/** What happened. */
export interface Trace {
  /**
   * The requests after each step: `E` if the handler executes, `W` if the request waits, `D` if it is done, and `-` before
   * it is sent.
   */
  readonly states: readonly string[];
  readonly answers: readonly HttpAnswer[];
}
