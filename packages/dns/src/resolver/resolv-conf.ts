import type { Result } from '@kubesem/core';
import { utf8Length } from '@kubesem/core';
import { type DnsError, fail } from '../dns-errors.js';

/** What a `resolv.conf` tells the resolver of a container. */
export interface ResolvConf {
  /** Addresses of the name servers, in the order in which they are asked. */
  readonly nameservers: readonly string[];
  /** The domains that are tried behind a name, in this order. */
  readonly searches: readonly string[];
  /** Options as `name` or `name:value`, such as `ndots:5`. */
  readonly options: readonly string[];
}

/** White space as Go knows it: with U+0085 and without U+FEFF, unlike `\s`. */
const SPACE = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
/** 10 MiB; a product would be computed by whoever imports anything of the package. */
const MAX_BYTES = 10_485_760;

/**
 * Reads a `resolv.conf` as the kubelet reads that of its node.
 *
 * `nameserver` lines add up, and what follows the address does not count; of `search` lines the last wins, without `.` and
 * without one dot at the end of each domain; `options` add up, and of one name the last wins. All other lines are passed
 * over, `domain` too, and nothing is a comment but a line that starts with `#`.
 *
 * @param text - the text of the file
 * @returns what it says, the options in the order of their first appearance
 * @throws {@link DnsError} `INVALID_RESOLV_CONF` if a `nameserver` has no address, or the text has 10 MiB or more
 * @throws {@link DnsError} `INVALID_TYPE` if it is no text
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
  if (typeof text !== 'string') {
    return fail('INVALID_TYPE', undefined, 'the text of a resolv.conf', { input: text });
  }
  if (utf8Length(text) >= MAX_BYTES) {
    fail('INVALID_RESOLV_CONF', undefined, `less than ${MAX_BYTES} bytes`, { input: text });
  }
  const nameservers: string[] = [];
  let searches: readonly string[] = [];
  const options = new Map<string, string>();
  const spaces = new RegExp(`${SPACE}+`);
  let offset = 0;
  for (const line of text.split('\n')) {
    // An empty word comes first where white space does.
    const words = line.split(spaces).filter((word) => word !== '');
    const [keyword, ...values] = words;
    if (keyword === 'nameserver') {
      nameservers.push(
        values[0] ??
          fail('INVALID_RESOLV_CONF', undefined, 'an address behind nameserver', {
            input: line,
            offset,
          }),
      );
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

/**
 * Reads a `resolv.conf` as {@link parseResolvConf} does, without throwing.
 *
 * @param text - what may be the text of the file
 * @returns what it says, or the error
 * @example
 * ```ts
 * import { safeParseResolvConf } from '@kubesem/dns';
 *
 * safeParseResolvConf('nameserver 10.32.0.10').value?.nameservers // => ['10.32.0.10']
 * safeParseResolvConf('# ours\nnameserver').error?.offset // => 7
 * ```
 *
 * Source: as of {@link parseResolvConf}.
 */
export function safeParseResolvConf(text: unknown): Result<ResolvConf, DnsError> {
  try {
    return { ok: true, value: parseResolvConf(text as string) };
  } catch (error) {
    return { ok: false, error: error as DnsError };
  }
}

/**
 * Writes a `resolv.conf`, as the container runtime does for a Pod.
 *
 * @param resolvConf - what it says
 * @returns a `nameserver` line for each, then one line of `search` and one of `options`, each if there are any
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
 * ```
 *
 * Source: the manual page resolv.conf(5); the order of the lines as in the documentation, `dns-pod-service.md`.
 */
export function formatResolvConf({ nameservers, searches, options }: ResolvConf): string {
  const lines = nameservers.map((nameserver) => `nameserver ${nameserver}\n`);
  for (const [keyword, words] of [['search', searches] as const, ['options', options] as const]) {
    if (words.length > 0) {
      lines.push(`${keyword} ${words.join(' ')}\n`);
    }
  }
  return lines.join('');
}

/** What stands before the first colon of an option. */
export function optionName(option: string): string {
  return option.replace(/:.*/s, '');
}
