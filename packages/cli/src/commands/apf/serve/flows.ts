import type { IncomingMessage } from 'node:http';
import { type GateOptions, pathFlow } from '@kubesem/apf-http';
import { addressFlow } from '@kubesem/apf-http/address';
import { InvalidArgumentError } from 'commander';

type Hooks = Pick<GateOptions<IncomingMessage>, 'flow' | 'user'>;

/** What makes a flow, given the proxies that requests pass before. */
export type FlowKind = (trust: readonly string[]) => Hooks['flow'];

const BY_ADDRESS: FlowKind = (trust) => addressFlow({ trust });
const BY_USER: FlowKind = () => undefined;
const KINDS: ReadonlyMap<string, FlowKind> = /* @__PURE__ */ new Map([
  ['address', BY_ADDRESS],
  ['path', () => pathFlow()],
  ['user', BY_USER],
]);

/** Parses the flag `--flow`. */
export function flowKind(text: string): FlowKind {
  const [, header] = /^header:([\w-]+)$/.exec(text) ?? [];
  // Requests without the header are one flow.
  const byHeader: FlowKind = () => (request) => headerOf(request, header) ?? '';
  const kind = header === undefined ? KINDS.get(text) : byHeader;
  if (kind === undefined) {
    throw new InvalidArgumentError(
      'Use address, path, user or header:NAME, such as header:x-api-key.',
    );
  }
  return kind;
}

/** Which requests belong together and share their queues. */
export interface FlowFlags {
  /** What makes a flow; by default the user if there is a header for it, else the client address. */
  readonly flow?: FlowKind | undefined;
  /** Proxies that requests pass before. */
  readonly trust?: readonly string[] | undefined;
  /** Header with the name of the user. */
  readonly userHeader?: string | undefined;
  /** Header with the groups of the user. */
  readonly groupHeader?: string | undefined;
}

/** Makes the hooks of a gate from flags. */
export function hooksOf({ flow, trust = [], userHeader, groupHeader }: FlowFlags): Hooks {
  const byFlow = (flow ?? (userHeader === undefined ? BY_ADDRESS : BY_USER))(trust);
  const user: Hooks['user'] = (request) => {
    const name = headerOf(request, userHeader);
    const groups = (headerOf(request, groupHeader) ?? '').split(/, */);
    return name === undefined ? name : { name, groups: groups.filter((group) => group !== '') };
  };
  return { ...(byFlow && { flow: byFlow }), ...(userHeader !== undefined && { user }) };
}

function headerOf({ headers }: IncomingMessage, name = ''): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
