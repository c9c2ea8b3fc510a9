import type { IncomingMessage } from 'node:http';
import { type GateOptions, pathFlow } from '@kubesem/apf-http';
import { addressFlow } from '@kubesem/apf-http/address';
import { InvalidArgumentError } from 'commander';

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

/** What the flag `--flow` can name. */
export type FlowKind =
  | { readonly by: 'address' | 'path' | 'user' }
  | { readonly by: 'header'; readonly header: string };

/** Parses the flag `--flow`. */
export function flowKind(text: string): FlowKind {
  if (text === 'address' || text === 'path' || text === 'user') {
    return { by: text };
  }
  const [, header] = /^header:([\w-]+)$/.exec(text) ?? [];
  if (header === undefined) {
    throw new InvalidArgumentError(
      'Use address, path, user or header:NAME, such as header:x-api-key.',
    );
  }
  return { by: 'header', header: header.toLowerCase() };
}

type Hooks = Pick<GateOptions<IncomingMessage>, 'flow' | 'user'>;

/** Makes the hooks of a gate from flags. */
export function hooksOf({ flow, trust = [], userHeader, groupHeader }: FlowFlags): Hooks {
  const kind = flow ?? { by: userHeader === undefined ? 'address' : 'user' };
  return { ...flowHook(kind, trust), ...userHook(userHeader, groupHeader) };
}

function flowHook(kind: FlowKind, trust: readonly string[]): Hooks {
  switch (kind.by) {
    case 'address':
      return { flow: addressFlow({ trust }) };
    case 'path':
      return { flow: pathFlow() };
    case 'user':
      return {};
    case 'header':
      // Requests without the header are one flow.
      return { flow: ({ headers }) => text(headers[kind.header]) ?? '' };
  }
}

function userHook(userHeader: string | undefined, groupHeader: string | undefined): Hooks {
  if (userHeader === undefined) {
    return {};
  }
  const groupName = groupHeader?.toLowerCase() ?? '';
  return {
    user: ({ headers }) => {
      const name = text(headers[userHeader.toLowerCase()]);
      const groups = (text(headers[groupName]) ?? '').split(/, */).filter((group) => group !== '');
      return name === undefined ? undefined : { name, groups };
    },
  };
}

function text(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
