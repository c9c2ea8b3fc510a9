import { dns1123LabelErrors, dns1123SubdomainErrors } from '@kubesem/core';
import { type Fields, fieldProblem, fields, raise, THROW } from '@kubesem/core/internal';

/** Settings of the cluster that its DNS names depend on. */
export interface DnsNameOptions {
  /** The cluster domain, without a trailing dot; `cluster.local` if absent. */
  readonly clusterDomain?: string | undefined;
}

/** RFC 1035, 2.3.4: 255 octets on the wire, of which one is the length of the first label and one the root label. */
const MAX_NAME_BYTES = 253;

/** Returns `<labels>.<type>.<cluster domain>`. The labels have been checked; the whole is checked here. */
export function clusterName(
  labels: readonly string[],
  type: 'svc' | 'pod',
  options: DnsNameOptions | undefined,
): string {
  return dnsName([...labels, type, clusterDomainOf(options)]);
}

/** Joins labels by dots; throws if the name is too long to be queried. */
export function dnsName(labels: readonly string[]): string {
  const name = labels.join('.');
  if (name.length > MAX_NAME_BYTES) {
    raise(
      fieldProblem({
        type: 'TOO_LONG',
        code: 'NAME_TOO_LONG',
        severity: 'warning',
        path: undefined,
        value: name,
        message: `the DNS name has ${name.length} bytes; at most ${MAX_NAME_BYTES} are allowed`,
      }),
    );
  }
  return name;
}

/** Returns the cluster domain of the options, or throws if it is invalid. */
export function clusterDomainOf(options: DnsNameOptions | undefined): string {
  const given = fields(options, THROW);
  const domain = given.optionalText('clusterDomain') ?? 'cluster.local';
  return checkSubdomain(given, 'clusterDomain', domain);
}

/** Returns the DNS-1123 subdomain in a field; reports any other name. */
export function checkSubdomain<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
  name: string = holder.text(field),
): string {
  if (dns1123SubdomainErrors(name).length > 0) {
    const expected = "a DNS-1123 subdomain, such as 'example.com', of at most 253 bytes";
    holder.invalid(field, `expected ${expected}`, name, 'NAME_INVALID');
  }
  return name;
}

/** Returns the DNS-1123 label in a field; reports any other name. */
export function checkLabel<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
  name: string = holder.text(field),
): string {
  if (dns1123LabelErrors(name).length > 0) {
    const expected = "a DNS-1123 label, such as 'my-name', of at most 63 bytes";
    holder.invalid(field, `expected ${expected}`, name, 'NAME_INVALID');
  }
  return name;
}

/** Returns the namespace in a field, or reports it. An absent one is `default`, as for kubectl. */
export function checkNamespace<T extends object>(
  holder: Fields<T>,
  field: keyof T & string,
): string {
  return checkLabel(holder, field, holder.text(field) || 'default');
}

// Names and texts as zone files write them. Source: RFC 1035, 5.1; `github.com/miekg/dns` v1.1.72, `UnpackDomainName`,
// `sprintName` and `sprintTxt`.

/** A name in which every character stands for itself; dots separate its labels. */
const PLAIN_NAME = /^[!#-&*-:<-?A-[\]-~]*$/;
/** A character, or how a name escapes a byte: as `\DDD` or `\X`. */
const CHARACTER = /\\(\d{3})|\\?([^])/gu;
const SPECIAL_IN_NAMES = ` "'();@\\.`;
const SPECIAL_IN_TEXTS = '"\\';

/**
 * Escapes a name: no white space, quote or comment of it can end a field of a zone file. What is escaped stays so.
 *
 * @param name - the name, in which dots separate labels
 * @param dot - what stands for a dot within a label
 * @returns the name in printable ASCII characters
 */
export function escapeName(name: string, dot = '\\.'): string {
  if (PLAIN_NAME.test(name)) {
    return name;
  }
  return name.replace(CHARACTER, (written, decimal?: string, character = '') => {
    if (written === '.') {
      return '.';
    }
    if (written === '\\') {
      // Nothing follows it.
      return '';
    }
    const escaped =
      decimal === undefined
        ? escapeCharacter(character, SPECIAL_IN_NAMES)
        : escapeByte(Number(decimal) & 255, SPECIAL_IN_NAMES);
    return escaped === '\\.' ? dot : escaped;
  });
}

/** Escapes the text of a TXT record. */
export function escapeText(text: string): string {
  return text.replace(/[^]/gu, (character) => escapeCharacter(character, SPECIAL_IN_TEXTS));
}

/** Escapes the UTF-8 bytes of a character; half a surrogate pair counts as U+FFFD, as in Go. */
function escapeCharacter(character: string, special: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 128) {
    return escapeByte(code, special);
  }
  const whole = /\p{Surrogate}/u.test(character) ? '\ufffd' : character;
  return encodeURIComponent(whole).replace(/%(..)/g, (_, hex: string) =>
    escapeByte(Number.parseInt(hex, 16), special),
  );
}

function escapeByte(byte: number, special: string): string {
  if (byte < 32 || byte > 126) {
    return `\\${`${byte}`.padStart(3, '0')}`;
  }
  const character = String.fromCharCode(byte);
  return special.includes(character) ? `\\${character}` : character;
}
