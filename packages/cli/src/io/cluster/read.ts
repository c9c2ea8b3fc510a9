import { appendAll } from '@kubesem/core/internal';
import type { ObjectCollector } from '@kubesem/inspect';
import type { JSONObject, ManifestObject } from '@kubesem/manifests';
import { writeWarnings } from '../../output/problems.js';
import { NoAnswerError } from '../no-answer.js';
import { InputError } from '../sources.js';
import type { Terminal } from '../terminal.js';
import { type ApiServer, type ClusterFlags, connect } from './connect.js';
import { pathOf, type Resource, resourceTitle } from './resources.js';

/** What to read from a cluster. */
export interface ClusterInput extends ClusterFlags {
  readonly resources: readonly Resource[];
  /** Only this namespace; undefined for all. */
  readonly namespace?: string | undefined;
  /** Is called when all is read, until it returns nothing: what else to read, because of what was read. */
  readonly next?: (() => readonly Resource[]) | undefined;
}

/** As many objects as kubectl asks for at a time. */
const PAGE = 500;
/** A server that evaluates a field selector fills its pages, so an empty page is rare. */
const MOST_EMPTY_PAGES = 10;

/**
 * Lists the objects of a cluster, page by page. A kind that the server does not have is skipped with a
 * warning. What follows if it does not let us list one, the kind says.
 *
 * @param input - the cluster and the kinds
 * @param terminal - standard error, for the warnings
 * @param add - receives the objects
 * @returns an error message for each kind that could not be read to its end
 * @throws NoAnswerError if a kind without which there is no answer cannot be listed
 */
export async function readCluster(
  { resources: first, namespace, next, ...flags }: ClusterInput,
  terminal: Terminal,
  add: ObjectCollector['add'],
): Promise<string[]> {
  const resources = [...first];
  let server: ApiServer;
  try {
    server = await connect(flags);
  } catch (error) {
    return brokenOff(messageOf(error), resources, terminal);
  }
  const skipped: string[] = [];
  const refused: string[] = [];
  for (let index = 0; ; index += 1) {
    if (index === resources.length) {
      appendAll(resources, next?.() ?? []);
    }
    const resource = resources[index];
    if (resource === undefined) {
      break;
    }
    const { alsoIn } = resource;
    if (alsoIn !== undefined && (namespace === undefined || namespace === alsoIn)) {
      continue;
    }
    try {
      await readResource(server, resource, alsoIn ?? namespace, add);
    } catch (error) {
      if (alsoIn !== undefined && error instanceof SkippedKind) {
        continue;
      }
      const message = `context ${server.context}: cannot list ${resourceTitle(resource)}: ${server.redact(messageOf(error))}`;
      if (!(error instanceof SkippedKind)) {
        // The others would fail for the same reason.
        return brokenOff(message, resources.slice(index), terminal);
      }
      const { apiVersion, kind } = resource;
      terminal.unlisted?.push({ apiVersion, kind, status: error.status, message });
      if (error.status === 404 || resource.unlisted === 'WARNING') {
        skipped.push(message);
      } else if (resource.unlisted === 'NO_ANSWER') {
        throw new NoAnswerError(`${message}; without these objects there is no answer`);
      } else {
        refused.push(message);
      }
    }
  }
  if (
    skipped.length + refused.length ===
    resources.filter(({ alsoIn }) => alsoIn === undefined).length
  ) {
    return [...skipped, ...refused];
  }
  writeWarnings(
    skipped.map((message) => `${message}; these objects are missing from the result`),
    terminal,
  );
  return refused;
}

/** Ends the reading: the objects of the other kinds are unknown. */
function brokenOff(message: string, unread: readonly Resource[], terminal: Terminal): string[] {
  for (const { apiVersion, kind } of unread) {
    terminal.unlisted?.push({ apiVersion, kind, message });
  }
  if (unread.some(({ unlisted }) => unlisted === 'NO_ANSWER')) {
    throw new NoAnswerError(message);
  }
  return [message];
}

/** The server does not list a kind, but may list others. */
class SkippedKind extends InputError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof InputError) {
    return error.message;
  }
  throw error;
}

/** Of a server that cannot leave out the rest, whole objects. Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
const METADATA_LIST =
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

async function readResource(
  server: ApiServer,
  resource: Resource,
  namespace: string | undefined,
  add: ObjectCollector['add'],
): Promise<void> {
  const path = pathOf(resource, namespace);
  let token: string | undefined;
  const tokens = new Set<string | undefined>();
  let emptyPages = 0;
  do {
    const query = new URLSearchParams({ limit: `${PAGE}` });
    if (resource.fieldSelector !== undefined) {
      query.set('fieldSelector', resource.fieldSelector);
    }
    if (token !== undefined) {
      query.set('continue', token);
    }
    const { status, body } = await server.get(
      `${path}?${query}`,
      resource.metadataOnly ? METADATA_LIST : undefined,
    );
    const page = pageOf(status, body);
    for (const item of page.items) {
      add(objectFrom(item, resource, server.context));
    }
    token = page.token;
    emptyPages = page.items.length > 0 ? 0 : emptyPages + 1;
    if (tokens.has(token) || emptyPages > MOST_EMPTY_PAGES) {
      throw new InputError('the list does not end');
    }
    tokens.add(token);
  } while (token !== undefined);
}

interface Page {
  readonly items: readonly JSONObject[];
  /** Continues the list; undefined after the last page. */
  readonly token: string | undefined;
}

/**
 * Reads a page of a list. If the list has changed too much meanwhile, the server sends a token that continues with the
 * state of now.
 *
 * Source: https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
function pageOf(status: number, body: string): Page {
  const { items, metadata, message } = parseAnswer(body);
  const next = isObject(metadata) ? metadata.continue : undefined;
  const token = typeof next === 'string' && next !== '' ? next : undefined;
  if (status === 410 && token !== undefined) {
    return { items: [], token };
  }
  if (status !== 200) {
    const reason = typeof message === 'string' ? `: ${message}` : '';
    const error = `the server answered ${status}${reason}`;
    throw status === 403 || status === 404 ? new SkippedKind(error, status) : new InputError(error);
  }
  if (items !== null && !Array.isArray(items)) {
    throw new InputError('the server did not answer with a list');
  }
  return { items: (items ?? []).filter(isObject), token };
}

/** Parses the body of an answer; an empty object if it is anything else. */
export function parseAnswer(body: string): JSONObject {
  try {
    const answer: unknown = JSON.parse(body);
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a list name neither their version nor their kind. They have a name, but no place in a file. */
function objectFrom(item: JSONObject, resource: Resource, context: string): ManifestObject {
  const { apiVersion, kind } = resource;
  const { namespace, name } = isObject(item.metadata) ? item.metadata : {};
  const title = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return {
    file: `${context}: ${kind} ${title}`,
    line: 0,
    column: 0,
    apiVersion,
    kind,
    object: { ...item, apiVersion, kind },
    segments: [],
    item: '',
    positionOf: () => ({ line: 0, column: 0 }),
  };
}
