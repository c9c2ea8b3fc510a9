import { requestUser } from '@kubesem/apf';
import { readRequest, type UserFlags, userOf, type WrittenRequest } from '../requests.js';

/**
 * Reads a line with a request: the method, the URL and, unless the command line names them, the user and its groups with
 * commas between them.
 *
 * @param text - not empty
 * @param line - its number
 * @param flags - the user of lines that name none
 * @returns the request; a message if it is invalid; undefined for a comment
 */
export function readRequestLine(
  text: string,
  line: number,
  flags: UserFlags,
): WrittenRequest | string | undefined {
  const words = text.trim().split(/\s+/);
  const [method = '', url, name, groups] = words;
  if (method.startsWith('#')) {
    return undefined;
  }
  if (url === undefined || words.length > 4) {
    return 'not a request; write METHOD URL [USER [GROUPS]], such as "GET /api/v1/pods jane devs,ops"';
  }
  const user = name === undefined ? userOf(flags) : requestUser(name, groups?.split(','));
  if (user === undefined) {
    return 'missing user; add one to this line or pass --user';
  }
  const read = readRequest(method, url, user);
  return typeof read === 'string' ? read : { line, ...read };
}
