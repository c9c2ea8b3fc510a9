import { type RequestDigest, type RequestUser, requestFromUrl, requestUser } from '@kubesem/apf';
import { KubesemError } from '@kubesem/core';
import type { Command } from 'commander';
import { usageError } from '../../context.js';
import type { Terminal } from '../../io/terminal.js';
import { writeErrors } from '../../output/problems.js';
import { type ApfFlags, type ReadApfConfiguration, readApfConfiguration } from './configuration.js';

/** The user of requests, as the command line names it. */
export interface UserFlags {
  readonly user?: string | undefined;
  readonly group?: readonly string[] | undefined;
}

/** A request, and the line that it is on. */
export interface WrittenRequest {
  /** Number of the line, counted from 1; absent for the request of the command line. */
  readonly line?: number | undefined;
  readonly method: string;
  readonly url: string;
  readonly request: RequestDigest;
}

/** The user of the command line; undefined if it names none. */
export function userOf({ user, group = [] }: UserFlags): RequestUser | undefined {
  return user === undefined ? undefined : requestUser(user, group);
}

/**
 * Reads a request.
 *
 * @param method - in upper or lower case
 * @param url - the path with its query, or a whole URL
 * @param user - who sends it
 * @returns the request, or the reason why it is invalid
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

/** The request of the command line, and the configuration of the server. */
export interface ReadRequest {
  readonly written: WrittenRequest;
  readonly configuration: ReadApfConfiguration;
}

/** Rejects a command line with a request but without its user. */
export function requireUser({ user }: UserFlags, command: Command): void {
  if (user === undefined) {
    usageError(command, 'missing --user; the flow schema depends on the user');
  }
}

/**
 * Reads the request of the command line and the configuration of the server, and writes what is wrong to standard error.
 *
 * @param method - in upper or lower case
 * @param url - the path with its query, or a whole URL
 * @param flags - the user, and which files
 * @param terminal - where to read from and to write to
 * @returns both; undefined if the request is invalid
 */
export async function readRequestOf(
  method: string,
  url: string,
  flags: ApfFlags & UserFlags,
  terminal: Terminal,
): Promise<ReadRequest | undefined> {
  const written = readRequest(method, url, userOf(flags) ?? { name: '' });
  if (typeof written === 'string') {
    writeErrors([written], terminal);
    return undefined;
  }
  return { written, configuration: await readApfConfiguration(flags, terminal) };
}
