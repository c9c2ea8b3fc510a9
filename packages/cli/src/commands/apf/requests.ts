import {
  type RequestDigest,
  type RequestInfo,
  type RequestUser,
  requestFromUrl,
  requestUser,
} from '@kubesem/apf';
import { attempt } from '@kubesem/core';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { NoAnswerError } from '../../io/no-answer.js';
import type { Colors } from '../../output/colors.js';
import { visible } from '../../output/text.js';

/** The flags that name the user of requests. */
export const USER_FLAGS = {
  user: flags.value('--user <NAME>', 'User name, such as system:serviceaccount:ci:runner'),
  group: flags.repeatable('--group <NAME>', 'Group of the user'),
};

type AskedUser = flags.ValuesOf<typeof USER_FLAGS>;

/** A request, and the line that it is on. */
export interface WrittenRequest {
  /** Number of the line, counted from 1; absent for the request of the command line. */
  readonly line?: number;
  readonly method: string;
  readonly url: string;
  readonly request: RequestDigest;
}

/** Rejects a command line with a request but without its user. */
export function requireUser({ user }: AskedUser): void {
  if (user === undefined) {
    throw new UsageError('missing --user; the flow schema depends on the user');
  }
}

/** Reads a request, or says why it is invalid. */
function readRequest(method: string, url: string, user: RequestUser): WrittenRequest | string {
  const upper = method.toUpperCase();
  const { value, error } = attempt(() => requestFromUrl(upper, url, user));
  return value === undefined ? error.message : { method: upper, url, request: value };
}

/**
 * Reads the request of the command line.
 *
 * @param method - in upper or lower case
 * @param url - the path with its query, or a whole URL
 * @param asked - the user
 * @throws NoAnswerError if it is invalid
 */
export function requestOf(method: string, url: string, asked: AskedUser): WrittenRequest {
  const written = readRequest(method, url, requestUser(asked.user ?? '', asked.group));
  if (typeof written === 'string') {
    throw new NoAnswerError(written);
  }
  return written;
}

/**
 * Reads a line with a request: the method, the URL and, unless the command line names them, the user and its groups with
 * commas between them.
 *
 * @param text - not empty
 * @param line - its number
 * @param asked - the user of lines that name none
 * @returns the request; a message if it is invalid; undefined for a comment
 */
export function readRequestLine(
  text: string,
  line: number,
  asked: AskedUser,
): WrittenRequest | string | undefined {
  const words = text.trim().split(/\s+/);
  const [method = '', url, name = asked.user, groups] = words;
  if (method.startsWith('#')) {
    return undefined;
  }
  if (url === undefined || words.length > 4) {
    return 'not a request; write METHOD URL [USER [GROUPS]], such as "GET /api/v1/pods jane devs,ops"';
  }
  if (name === undefined) {
    return 'missing user; add one to this line or pass --user';
  }
  const user = requestUser(name, words.length > 2 ? groups?.split(',') : asked.group);
  const read = readRequest(method, url, user);
  return typeof read === 'string' ? read : { line, ...read };
}

/** Shows what a request asks for, and who sends it. */
export function requestHeading({ method, url, request }: WrittenRequest, colors: Colors): string {
  const { user, requestInfo } = request;
  return [
    colors.bold(visible(`${method} ${url}`)),
    `  request  ${visible(describeRequest(requestInfo))}`,
    `  user     ${visible(user.name)}`,
    `  groups   ${user.groups?.map(visible).join(', ')}`,
    '',
  ].join('\n');
}

function describeRequest(info: RequestInfo): string {
  const { isResourceRequest, verb, path } = info;
  if (!isResourceRequest) {
    return `${verb} ${path}`;
  }
  const { apiGroup = '', resource = '', subresource = '', namespace = '', name = '' } = info;
  const what = `${resource}${apiGroup && `.${apiGroup}`}${subresource && `/${subresource}`}`;
  return `${verb || '(unknown verb)'} ${what}${name && ` ${name}`}${namespace && ` in ${namespace}`}`;
}

/** Says that API Priority and Fairness does not handle a request. */
export function renderNotSubject(request: WrittenRequest, colors: Colors): string {
  return `${requestHeading(request, colors)}\n  not subject to API Priority and Fairness: long-running request\n`;
}
