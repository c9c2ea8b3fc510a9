import type { IncomingMessage } from 'node:http';
import type { GateOptions } from '../gate/options.js';
import { addressFlow } from '../hooks/address.js';
import { pathFlow } from '../hooks/flow.js';

type Hooks = Pick<GateOptions<IncomingMessage>, 'flow' | 'user'>;

/** What makes a flow: the address of the client, the path, the user, or a header. */
export type FlowKind = 'address' | 'path' | 'user' | `header:${string}`;

/** Which requests belong together and share their queues. */
export interface FlowOptions {
  /** What makes a flow; by default the user if there is a header for it, else the client address. */
  readonly flow?: FlowKind | undefined;
  /** Proxies that requests pass before. */
  readonly trust?: readonly string[] | undefined;
  /** Header with the name of the user. */
  readonly userHeader?: string | undefined;
  /** Header with the groups of the user, separated by commas. */
  readonly groupHeader?: string | undefined;
}

/** Makes the hooks of a gate. */
export function hooksOf({ flow, trust = [], userHeader, groupHeader }: FlowOptions): Hooks {
  const hook = flowHook(flow ?? (userHeader === undefined ? 'address' : 'user'), trust);
  const user: Hooks['user'] = (request) => {
    const name = headerOf(request, userHeader);
    const groups = (headerOf(request, groupHeader) ?? '').split(/, */);
    return name === undefined ? name : { name, groups: groups.filter((group) => group !== '') };
  };
  return { ...(hook && { flow: hook }), ...(userHeader !== undefined && { user }) };
}

function flowHook(kind: FlowKind, trust: readonly string[]): Hooks['flow'] {
  switch (kind) {
    case 'address':
      return addressFlow({ trust });
    case 'path':
      return pathFlow();
    case 'user':
      return undefined;
    default: {
      const name = kind.slice('header:'.length);
      // Requests without the header are one flow.
      return (request) => headerOf(request, name) ?? '';
    }
  }
}

function headerOf({ headers }: IncomingMessage, name = ''): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
