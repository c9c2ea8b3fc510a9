import {
  createClassifier,
  estimateWork,
  isLongRunning,
  type ObjectStats,
  type RequestDigest,
  type RequestUser,
  requestFromUrl,
  requestUser,
  type WorkEstimate,
} from '@kubesem/apf';
import { KubesemError } from '@kubesem/core';
import { nameOf, type ReadApfConfiguration } from './apf-input.js';
import type { WrongLine } from './audit-log.js';

/** Who asks, as the command line says it. */
export interface UserFlags {
  readonly user?: string | undefined;
  readonly group?: readonly string[] | undefined;
}

/** A request, and the line that it stands on. */
export interface WrittenRequest {
  /** Number of the line, counted from 1; absent if it is on the command line. */
  readonly line?: number | undefined;
  readonly method: string;
  readonly url: string;
  readonly request: RequestDigest;
}

/**
 * Reads requests, one a line: the method, the URL and, where it is not the one of the command line, the user and its
 * groups with commas between them.
 *
 * @param text - the lines; empty ones and comments after a `#` are passed over
 * @param flags - who asks where a line does not say it
 * @returns the requests, and the lines that are none
 */
export function readRequests(
  text: string,
  flags: UserFlags,
): { readonly requests: readonly WrittenRequest[]; readonly wrong: readonly WrongLine[] } {
  const requests: WrittenRequest[] = [];
  const wrong: WrongLine[] = [];
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1;
    const words = content.trim().split(/\s+/);
    const [method = '', url, name, groups] = words;
    if (method === '' || method.startsWith('#')) {
      continue;
    }
    if (url === undefined || words.length > 4) {
      const message =
        'expected a method and a URL, then a user and its groups if they are others, as in "GET /api/v1/pods jane devs,ops"';
      wrong.push({ line, message });
      continue;
    }
    const user = name === undefined ? userOf(flags) : requestUser(name, groups?.split(','));
    if (user === undefined) {
      wrong.push({ line, message: 'expected a user on this line, or --user' });
      continue;
    }
    const read = readRequest(method, url, user);
    if (typeof read === 'string') {
      wrong.push({ line, message: read });
    } else {
      requests.push({ line, ...read });
    }
  }
  return { requests, wrong };
}

/** Who asks; nothing if the command line names nobody. */
export function userOf({ user, group = [] }: UserFlags): RequestUser | undefined {
  return user === undefined ? undefined : requestUser(user, group);
}

/**
 * Reads a request.
 *
 * @param method - in upper or lower case
 * @param url - the path with its query, or all of a URL
 * @param user - who asks
 * @returns the request, or in a sentence why it is none
 */
export function readRequest(
  method: string,
  url: string,
  user: RequestUser,
): WrittenRequest | string {
  const upper = method.toUpperCase();
  try {
    return { method: upper, url, request: requestFromUrl(upper, url, user) };
  } catch (error) {
    if (error instanceof KubesemError) {
      return error.message;
    }
    throw error;
  }
}

/** What the command line says of the work of requests. */
export interface WorkFlags {
  /** The number of objects of the resource. */
  readonly objects?: number | undefined;
  /** The average size of one of them, in bytes. */
  readonly objectBytes?: number | undefined;
  /** The number of watches that see a write. */
  readonly watches?: number | undefined;
}

/** Whether priority and fairness looks at a request: not at what runs for long, but for the start of watches. */
export function isSubject({ requestInfo }: RequestDigest): boolean {
  return !isLongRunning(requestInfo) || requestInfo.verb === 'watch';
}

/** What becomes of a request. */
export interface ClassifiedRequest {
  /** Whether priority and fairness looks at it. */
  readonly isSubject: boolean;
  readonly flowSchema: string;
  readonly priorityLevel: string;
  /** What tells its flow from the others of the schema; empty where the level has no queues to choose from. */
  readonly flowDistinguisher: string;
  readonly workEstimate: WorkEstimate;
}

/**
 * Tells what becomes of requests.
 *
 * @param configuration - of the server
 * @param flags - what is known of the work
 * @returns what classifies a request; the storage is taken for one that the watch cache can stand in for
 */
export function classifier(
  { levels, flowSchemas }: ReadApfConfiguration,
  { objects, objectBytes, watches }: WorkFlags,
): (request: RequestDigest, url: string) => ClassifiedRequest {
  const byName = new Map(levels.map((level) => [nameOf(level.configuration), level]));
  const classify = createClassifier(flowSchemas);
  const stats: ObjectStats | undefined =
    objects === undefined ? undefined : { objectCount: objects, averageObjectBytes: objectBytes };
  return (request, url) => {
    const found = classify(request);
    const level = byName.get(found?.priorityLevel ?? '');
    const { requestInfo } = request;
    return {
      isSubject: isSubject(request),
      flowSchema: found === undefined ? '' : nameOf(found.flowSchema),
      priorityLevel: found?.priorityLevel ?? '',
      flowDistinguisher: level?.shardsFlows ? (found?.flowDistinguisher ?? '') : '',
      workEstimate: estimateWork(requestInfo, url, {
        maxSeats: level?.maxSeats,
        objects: stats,
        watches,
        supportsConsistentReads: true,
      }),
    };
  };
}
