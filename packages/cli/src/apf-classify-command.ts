import type { RequestDigest } from '@kubesem/apf';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { type ApfFlags, readApfConfiguration } from './apf-input.js';
import {
  type ClassifiedRequest,
  classifier,
  readRequest,
  readRequests,
  type UserFlags,
  userOf,
  type WorkFlags,
  type WrittenRequest,
} from './apf-requests.js';
import { readAuditLog, type WrongLine } from './audit-log.js';
import { readTextFile, writeErrors, writeProblems } from './cluster-input.js';
import { InputError, STDIN_NAME } from './inputs.js';
import { renderClassified, renderClassifiedOne, renderCounts } from './render-apf.js';
import { renderStructured } from './structured.js';
import type { Terminal } from './terminal.js';

/** The flags of `kubesem apf classify`. */
export interface ApfClassifyFlags extends ApfFlags, UserFlags, WorkFlags {
  /** A file with requests. */
  readonly requests?: string | undefined;
  /** A file with events. */
  readonly auditLog?: string | undefined;
}

/** A request, and what becomes of it. */
export type ClassifiedLine = WrittenRequest & ClassifiedRequest;

/** How many requests of an audit log hit a schema. */
export interface SchemaCount {
  /** Absent for requests that priority and fairness does not look at. */
  readonly flowSchema?: string | undefined;
  readonly priorityLevel?: string | undefined;
  readonly requests: number;
  /** The number of flows among them. */
  readonly flows?: number | undefined;
  /** The seats of all of them together, those of the end of a write left out. */
  readonly seats?: number | undefined;
}

/**
 * Says which flow schema and which priority level requests hit, and how many seats they are estimated to occupy.
 *
 * @param method - of one request; undefined if they are in a file
 * @param url - of the same
 * @param flags - where requests and configuration are, who asks, and how to print
 * @param terminal - where to read from and to write to
 * @returns the exit status: 1 if anything is broken
 */
export async function apfClassifyCommand(
  method: string | undefined,
  url: string | undefined,
  flags: ApfClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  try {
    if (method !== undefined && url !== undefined) {
      return await classifyOne(method, url, flags, terminal);
    }
    return await (flags.auditLog === undefined
      ? classifyLines(flags.requests ?? '-', flags, terminal)
      : countEvents(flags.auditLog, flags, terminal));
  } catch (error) {
    if (!(error instanceof InputError)) {
      throw error;
    }
    writeErrors([error.message], terminal);
    return 1;
  }
}

async function classifyOne(
  method: string,
  url: string,
  flags: ApfClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const read = readRequest(method, url, userOf(flags) ?? { name: '' });
  if (typeof read === 'string') {
    throw new InputError(read);
  }
  const configuration = await readApfConfiguration(flags, terminal);
  const result = { ...read, ...classifier(configuration, flags)(read.request, url) };
  const { stdout } = terminal;
  stdout.write(
    flags.output === 'table'
      ? renderClassifiedOne(result, stdout.colors)
      : renderStructured(report(forPrograms(result)), flags.output),
  );
  return configuration.isBroken ? 1 : 0;
}

async function classifyLines(
  path: string,
  flags: ApfClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const text = await readTextFile(path, terminal);
  const { requests, wrong } = readRequests(text, flags);
  const configuration = await readApfConfiguration(flags, terminal);
  const find = classifier(configuration, flags);
  const results = requests.map((one) => ({ ...one, ...find(one.request, one.url) }));
  const { stdout } = terminal;
  if (flags.output !== 'table') {
    stdout.write(renderStructured(report({ requests: results.map(forPrograms) }), flags.output));
  } else if (results.length > 0) {
    stdout.write(renderClassified(results, stdout.colors));
  }
  const isEmpty = writeWrongLines(path, wrong, results.length, 'requests', terminal);
  return configuration.isBroken || isEmpty || wrong.length > 0 ? 1 : 0;
}

async function countEvents(
  path: string,
  flags: ApfClassifyFlags,
  terminal: Terminal,
): Promise<number> {
  const { requests, wrong } = readAuditLog(await readTextFile(path, terminal));
  const configuration = await readApfConfiguration(flags, terminal);
  const find = classifier(configuration, flags);
  const counts = countBySchema(requests, find);
  const { stdout } = terminal;
  if (flags.output !== 'table') {
    stdout.write(renderStructured(report({ requests: requests.length, counts }), flags.output));
  } else if (counts.length > 0) {
    stdout.write(renderCounts(counts, requests.length, stdout.colors));
  }
  const isEmpty = writeWrongLines(path, wrong, requests.length, 'events', terminal);
  return configuration.isBroken || isEmpty || wrong.length > 0 ? 1 : 0;
}

/** What hits a schema. */
interface Hits {
  readonly found: ClassifiedRequest;
  readonly flows: Set<string>;
  requests: number;
  seats: number;
}

/** Those that most requests hit first, and what nobody looks at last. */
function countBySchema(
  requests: readonly { readonly request: RequestDigest; readonly url: string }[],
  find: ReturnType<typeof classifier>,
): readonly SchemaCount[] {
  const bySchema = new Map<string, Hits>();
  let others = 0;
  for (const { request, url } of requests) {
    const found = find(request, url);
    // Whoever is not authenticated is refused before.
    if (!found.isSubject || request.user.name === '') {
      others += 1;
      continue;
    }
    const { flowSchema, flowDistinguisher, workEstimate } = found;
    const count = bySchema.get(flowSchema) ?? { found, requests: 0, seats: 0, flows: new Set() };
    count.requests += 1;
    count.seats += workEstimate.initialSeats;
    count.flows.add(flowDistinguisher);
    bySchema.set(flowSchema, count);
  }
  const counts = [...bySchema].map(
    ([flowSchema, { found, requests: number, seats, flows }]): SchemaCount => ({
      flowSchema,
      priorityLevel: found.priorityLevel,
      requests: number,
      flows: flows.size,
      seats,
    }),
  );
  counts.sort((a, b) => b.requests - a.requests);
  return others === 0 ? counts : [...counts, { requests: others }];
}

/** As many lines are named that are wrong; a file of another kind has nothing else. */
const MAX_WRONG_LINES = 10;

/** Returns whether there was nothing at all in the file. */
function writeWrongLines(
  path: string,
  wrong: readonly WrongLine[],
  found: number,
  what: string,
  terminal: Terminal,
): boolean {
  const file = path === '-' ? STDIN_NAME : path;
  writeProblems(
    wrong
      .slice(0, MAX_WRONG_LINES)
      .map(({ line, message }) => ({ severity: 'error', message, file, line, column: 1 })),
    terminal,
  );
  const isEmpty = found + wrong.length === 0;
  const more = wrong.length - MAX_WRONG_LINES;
  writeErrors(
    [
      ...(more > 0 ? [`${file}: ${more} more such line${more === 1 ? '' : 's'}`] : []),
      ...(isEmpty ? [`${file}: expected ${what}, found none`] : []),
    ],
    terminal,
  );
  return isEmpty;
}

function report(found: object): object {
  return { kubernetesVersion: KUBERNETES_VERSION, ...found };
}

/** What programs get to read of a request. */
function forPrograms({ line, method, url, request, ...found }: ClassifiedLine): object {
  return { line, method, url, ...request, ...found };
}
