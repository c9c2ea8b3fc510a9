import type { StructType, ValueType } from '@kubesem/core';
import { decodeValue } from './config/decode-value.js';
import type { KubeconfigFiles } from './config/file-system.js';
import { EXEC } from './config/types.js';
import { KubeconfigError } from './error.js';

// What callers pass in is as untrusted as a file: a wrong type is an error with a code.

const TEXTS: ValueType = { list: 'string' };
const ATTRIBUTES: ValueType = { map: TEXTS };
const ENVIRONMENT: ValueType = { map: 'string' };

/** A struct with these texts and other fields. */
const struct = (
  name: string,
  texts: readonly string[],
  fields: { readonly [field: string]: ValueType },
): StructType => ({
  name,
  fields: { ...Object.fromEntries(texts.map((text) => [text, 'string' as const])), ...fields },
});

const OVERRIDES: StructType = /* @__PURE__ */ struct(
  'KubeconfigOverrides',
  [
    ...['kubeconfig', 'context', 'cluster', 'user', 'namespace', 'server', 'tlsServerName'],
    ...['certificateAuthority', 'proxyUrl', 'clientCertificate', 'clientKey', 'token', 'as'],
    ...['asUid', 'requestTimeout'],
  ],
  { insecureSkipTlsVerify: 'boolean', asGroups: TEXTS, asUserExtra: ATTRIBUTES },
);

/** The options of all functions. */
export const OPTIONS: StructType = /* @__PURE__ */ struct('Options', ['kubeconfig'], {
  env: ENVIRONMENT,
  files: 'any',
  overrides: OVERRIDES,
  isInteractive: 'boolean',
  pluginTimeoutMs: 'any',
});

/** A connection. */
export const CONNECTION: StructType = /* @__PURE__ */ struct(
  'ClusterConnection',
  ['context', 'namespace', 'server', 'proxyUrl'],
  {
    disableCompression: 'boolean',
    requestTimeoutMs: 'any',
    impersonate: struct('Impersonation', ['user', 'uid'], { groups: TEXTS, extra: ATTRIBUTES }),
    tls: struct('ConnectionTls', ['serverName', 'caFile', 'caData'], { isInsecure: 'boolean' }),
    credentials: struct(
      'ConnectionCredentials',
      [
        ...['token', 'tokenFile', 'username', 'password', 'certFile', 'certData', 'keyFile'],
        ...['keyData'],
      ],
      {
        exec: EXEC,
        execClusterConfig: 'any',
        authProvider: struct('AuthProviderConfig', ['name'], { config: { map: 'string' } }),
      },
    ),
  },
);

/**
 * Reads what a caller passes in.
 *
 * @param value - options or a connection
 * @param type - their type
 * @returns a copy with the known fields
 * @throws KubeconfigError with code `INVALID_TYPE` if a field has the wrong type
 */
export function readInput<T extends object>(value: T | null | undefined, type: StructType): T {
  const read = (decodeValue(value, type, []) ?? {}) as T & { readonly files?: KubeconfigFiles };
  const { files } = read;
  if (
    files !== undefined &&
    (typeof files.read !== 'function' || typeof files.currentFolder !== 'string')
  ) {
    throw new KubeconfigError('INVALID_TYPE', 'files: expected currentFolder and read');
  }
  return read;
}
