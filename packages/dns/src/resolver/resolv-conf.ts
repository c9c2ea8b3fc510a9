import { type FieldError, type FieldPath, type Result } from '@kubesem/core';
import { fieldProblem, fields, raise, THROW, utf8Length, wrongType } from '@kubesem/core/internal';
import type { DnsErrorCode } from '../dns-error-code.js';

/** The configuration of the resolver of a container. */
export interface ResolvConf {
  /** Addresses of the name servers, in the order in which they are used. */
  readonly nameservers: readonly string[];
  /** Search domains, in the order in which they are appended to a name. */
  readonly searches: readonly string[];
  /** Options as `name` or `name:value`, such as `ndots:5`. */
  readonly options: readonly string[];
}

/** White space as Go defines it: with U+0085 and without U+FEFF, unlike `\s`. */
const SPACES = /\p{White_Space}+/u;
/** Would end a word, or the whole file for some readers. */
const NOT_IN_WORDS = /[\p{White_Space}\p{Cc}]/u;
/** 10 MiB. Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `maxResolvConfLength`. */
const MAX_BYTES = 10_485_760;

/**
 * Parses a `resolv.conf` as the kubelet reads the one of its node.
 *
 * All `nameserver` lines count, with the first word after the keyword. The last `search` line counts, without `.` and
 * without one trailing dot of each domain. All `options` lines count, and the last option of each name. The kubelet
 * ignores all other lines, including `domain`, and treats only lines that start with `#` as comments.
 *
 * @param text - the contents of the file
 * @returns the configuration, with the options in the order of their first appearance
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_RESOLV_CONF` if a `nameserver` line has no
 * address (`offset` is the start of the line), or the string has 10 MiB or more
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the value is not a string
 * @example
 * ```ts
 * import { parseResolvConf } from '@kubesem/dns';
 *
 * const { nameservers, searches, options } = parseResolvConf(`
 * nameserver 10.32.0.10
 * search test.svc.cluster.local svc.cluster.local cluster.local.
 * options ndots:2 edns0
 * options ndots:5
 * `);
 * nameservers // => ['10.32.0.10']
 * searches // => ['test.svc.cluster.local', 'svc.cluster.local', 'cluster.local']
 * options // => ['ndots:5', 'edns0']
 * parseResolvConf('nameserver') // throws INVALID_RESOLV_CONF
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/kubelet/network/dns` v1.37.1, `parseResolvConf`.
 */
export function parseResolvConf(text: string): ResolvConf {
  return readResolvConf(text, undefined);
}

/** Parses a `resolv.conf` that is the field at a path. */
export function readResolvConf(text: string, path: FieldPath | undefined): ResolvConf {
  if (typeof text !== 'string') {
    return raise(wrongType(text, path, 'the text of a resolv.conf'));
  }
  if (utf8Length(text) >= MAX_BYTES) {
    invalidResolvConf(path, text, undefined, `expected less than ${MAX_BYTES} bytes`);
  }
  const nameservers: string[] = [];
  let searches: readonly string[] = [];
  const options = new Map<string, string>();
  let offset = 0;
  for (const line of text.split('\n')) {
    // A line that starts with white space has an empty first word.
    const words = line.split(SPACES).filter((word) => word !== '');
    const [keyword, ...values] = words;
    if (keyword === 'nameserver') {
      const message = "expected an address after 'nameserver'";
      nameservers.push(values[0] ?? invalidResolvConf(path, line, offset, message));
    } else if (keyword === 'search') {
      searches = values
        .filter((domain) => domain !== '.')
        .map((domain) => domain.replace(/\.$/, ''));
    } else if (keyword === 'options') {
      for (const option of values) {
        options.set(optionName(option), option);
      }
    }
    offset += line.length + 1;
  }
  return { nameservers, searches, options: [...options.values()] };
}

function invalidResolvConf(
  path: FieldPath | undefined,
  value: string,
  offset: number | undefined,
  message: string,
): never {
  const code = 'INVALID_RESOLV_CONF';
  return raise(fieldProblem({ type: 'INVALID', code, path, value, offset, message }));
}

/**
 * Parses a `resolv.conf` without throwing.
 *
 * @param text - the contents of the file, or anything else
 * @returns the configuration, or the error that {@link parseResolvConf} throws
 * @example
 * ```ts
 * import { safeParseResolvConf } from '@kubesem/dns';
 *
 * safeParseResolvConf('nameserver 10.32.0.10').value?.nameservers // => ['10.32.0.10']
 * safeParseResolvConf('# ours\nnameserver').error?.offset // => 7
 * ```
 *
 * Source: see {@link parseResolvConf}.
 */
export function safeParseResolvConf(text: unknown): Result<ResolvConf, FieldError<DnsErrorCode>> {
  try {
    return { ok: true, value: parseResolvConf(text as string) };
  } catch (error) {
    return { ok: false, error: error as FieldError<DnsErrorCode> };
  }
}

/**
 * Formats a `resolv.conf`, as the container runtime writes it for a Pod.
 *
 * The file has no escapes. The kubelet passes the words of `dnsConfig` on without a check, and the API server accepts any
 * name and value of an option: with a line break, they would add lines of their own. Here they are an error.
 *
 * @param resolvConf - the configuration
 * @returns a `nameserver` line for each server, then a `search` line and an `options` line unless they are empty
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_RESOLV_CONF` if a server, search domain or option
 * is empty, or contains white space or a control character
 * @example
 * ```ts
 * import { formatResolvConf } from '@kubesem/dns';
 *
 * const searches = ['ns1.svc.cluster-domain.example', 'my.dns.search.suffix'];
 * formatResolvConf({ nameservers: ['192.0.2.1'], searches, options: ['ndots:2', 'edns0'] }) // => [
 * //   'nameserver 192.0.2.1\n',
 * //   'search ns1.svc.cluster-domain.example my.dns.search.suffix\n',
 * //   'options ndots:2 edns0\n',
 * // ].join('')
 * formatResolvConf({ nameservers: [], searches: ['a\nnameserver 6.6.6.6'], options: [] }) // throws INVALID_RESOLV_CONF
 * ```
 *
 * Source: the manual page resolv.conf(5); the order of the lines follows the documentation, `dns-pod-service.md`.
 */
export function formatResolvConf({ nameservers, searches, options }: ResolvConf): string {
  checkWords({ nameservers, searches, options });
  const lines = nameservers.map((nameserver) => `nameserver ${nameserver}\n`);
  for (const [keyword, words] of [['search', searches] as const, ['options', options] as const]) {
    if (words.length > 0) {
      lines.push(`${keyword} ${words.join(' ')}\n`);
    }
  }
  return lines.join('');
}

/** Throws if a word cannot be written. */
function checkWords(lists: ResolvConf): void {
  for (const [field, words] of Object.entries(lists) as [keyof ResolvConf, readonly string[]][]) {
    for (const [index, word] of words.entries()) {
      if (word === '' || NOT_IN_WORDS.test(word)) {
        const path = fields(lists, THROW).pathOf(field, index);
        const message = 'cannot be written to a resolv.conf: it is empty or contains white space';
        invalidResolvConf(path, word, undefined, message);
      }
    }
  }
}

/** Returns the name of an option: the text before its first colon. */
export function optionName(option: string): string {
  return option.replace(/:.*/s, '');
}
