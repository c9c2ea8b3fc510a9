import type { Impersonation } from '../connection/connection.js';

/** Names and values of headers. A name can occur several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Returns the headers with which a request acts as somebody else.
 *
 * Source: `k8s.io/client-go/transport` v0.37.1, `impersonatingRoundTripper`.
 */
export function impersonationHeaders(impersonate: Impersonation | undefined): HeaderList {
  if (impersonate === undefined) {
    return [];
  }
  const { user, uid, groups, extra } = impersonate;
  return [
    ['Impersonate-User', user],
    ...(uid === '' ? [] : [['Impersonate-Uid', uid] as const]),
    ...groups.map((group) => ['Impersonate-Group', group] as const),
    ...Object.entries(extra).flatMap(([attribute, values]) =>
      values.map((value) => [`Impersonate-Extra-${escapeName(attribute)}`, value] as const),
    ),
  ];
}

/** Escapes what the name of a header cannot contain. Source: `headerKeyEscape` of the same package. */
function escapeName(attribute: string): string {
  return attribute.replace(/[^!#$&'*+\-.^_`|~0-9A-Za-z]+/gu, (text) =>
    [...new TextEncoder().encode(text)]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}
