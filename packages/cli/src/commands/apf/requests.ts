import { type RequestDigest, type RequestUser, requestFromUrl, requestUser } from '@kubesem/apf';
import { KubesemError } from '@kubesem/core';

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
