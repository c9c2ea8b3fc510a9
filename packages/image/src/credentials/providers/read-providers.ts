import {
  childPath,
  type FieldPath,
  fieldProblem,
  type ReportProblem,
  readBoolean,
  readList,
  readObject,
  readString,
  wrongSecretType,
} from '@kubesem/core';
import type {
  CredentialProvider,
  CredentialProviderConfig,
  CredentialProviderEnvVar,
  ServiceAccountTokenAttributes,
} from './credential-provider-config.js';

/** The fields of a credential provider that are checked; absent strings and lists are empty. */
export interface ReadProvider {
  readonly path: FieldPath;
  readonly name: string;
  readonly apiVersion: string;
  readonly matchImages: readonly string[];
  /** Undefined if absent; an empty string is invalid. */
  readonly defaultCacheDuration: string | undefined;
  readonly tokenAttributes: ReadTokenAttributes | undefined;
}

/** The token attributes of a provider; absent strings and lists are empty. */
export interface ReadTokenAttributes {
  readonly path: FieldPath;
  readonly audience: string;
  readonly cacheType: string;
  readonly requireServiceAccount: boolean | undefined;
  readonly requiredKeys: readonly string[];
  readonly optionalKeys: readonly string[];
}

/** The faults with which the kubelet cannot decode a configuration. */
export type DecodeCode = 'INVALID_TYPE' | 'UNKNOWN_FIELD' | 'NOT_PROVIDER_CONFIG';

type Report = ReportProblem<DecodeCode>;

const V1 = 'kubelet.config.k8s.io/v1';
const CONFIG_VERSIONS: readonly string[] = [
  V1,
  'kubelet.config.k8s.io/v1alpha1',
  'kubelet.config.k8s.io/v1beta1',
];
const CONFIG_FIELDS: readonly string[] = ['apiVersion', 'kind', 'providers'];
const PROVIDER_FIELDS: readonly string[] = [
  'name',
  'matchImages',
  'defaultCacheDuration',
  'apiVersion',
  'args',
  'env',
];
const ENV_FIELDS: readonly string[] = ['name', 'value'];
const TOKEN_FIELDS: readonly string[] = [
  'serviceAccountTokenAudience',
  'cacheType',
  'requireServiceAccount',
  'requiredServiceAccountAnnotationKeys',
  'optionalServiceAccountAnnotationKeys',
];

/**
 * Reads the providers of a configuration. Unknown fields are faults, as in a file of the kubelet.
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/plugin` v1.37.1, `decode`.
 */
export function readProviders(
  config: CredentialProviderConfig,
  report: Report,
): readonly ReadProvider[] {
  const fields: CredentialProviderConfig | undefined = readObject(config ?? {}, undefined, report);
  if (fields === undefined || !isProviderConfig(fields, report)) {
    return [];
  }
  reportUnknown(fields, CONFIG_FIELDS, undefined, report);
  const listPath = childPath(undefined, 'providers');
  return readList(fields.providers, listPath, report).map((entry, index) =>
    readProvider(entry, fields.apiVersion === V1, childPath(listPath, index), report),
  );
}

/** Checks the kind and the API version, which say how to read the rest. */
function isProviderConfig(config: CredentialProviderConfig, report: Report): boolean {
  let isValid = true;
  const check = (field: 'kind' | 'apiVersion', expected: readonly string[]) => {
    const path = childPath(undefined, field);
    const value = readString(config[field], path, () => undefined);
    if (!expected.includes(value)) {
      isValid = false;
      const fault = { type: 'FieldValueNotSupported', code: 'NOT_PROVIDER_CONFIG' } as const;
      const message = `expected ${expected.join(' or ')}`;
      report(fieldProblem({ ...fault, path, value: value || undefined, message }));
    }
  };
  check('kind', ['CredentialProviderConfig']);
  check('apiVersion', CONFIG_VERSIONS);
  return isValid;
}

/** Reports the fields that are not known; their values may be secrets. */
function reportUnknown(
  object: object,
  known: readonly string[],
  path: FieldPath | undefined,
  report: Report,
): void {
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined && !known.includes(key)) {
      report(
        fieldProblem({
          type: 'FieldValueForbidden',
          code: 'UNKNOWN_FIELD',
          path: childPath(path, key),
          message: 'unknown field; the kubelet rejects it',
        }),
      );
    }
  }
}

function readProvider(
  entry: CredentialProvider,
  isV1: boolean,
  path: FieldPath,
  report: Report,
): ReadProvider {
  const provider: CredentialProvider = readObject(entry, path, report) ?? {};
  reportUnknown(
    provider,
    isV1 ? [...PROVIDER_FIELDS, 'tokenAttributes'] : PROVIDER_FIELDS,
    path,
    report,
  );
  const text = (field: 'name' | 'apiVersion' | 'defaultCacheDuration') =>
    readString(provider[field], childPath(path, field), report);
  const tokenPath = childPath(path, 'tokenAttributes');
  readProgram(provider, path, report);
  return {
    path,
    name: text('name'),
    matchImages: readSecretTexts(provider.matchImages, childPath(path, 'matchImages'), report),
    defaultCacheDuration:
      provider.defaultCacheDuration == null ? undefined : text('defaultCacheDuration'),
    apiVersion: text('apiVersion'),
    tokenAttributes: isV1 ? readToken(provider.tokenAttributes, tokenPath, report) : undefined,
  };
}

/** Reads what the program receives, which is only checked. */
function readProgram({ args, env }: CredentialProvider, path: FieldPath, report: Report): void {
  readSecretTexts(args, childPath(path, 'args'), report);
  const envPath = childPath(path, 'env');
  for (const [index, entry] of readList(env, envPath, report).entries()) {
    const entryPath = childPath(envPath, index);
    const variable: CredentialProviderEnvVar = readObject(entry, entryPath, report) ?? {};
    reportUnknown(variable, ENV_FIELDS, entryPath, report);
    readString(variable.name, childPath(entryPath, 'name'), report);
    readSecretText(variable.value, childPath(entryPath, 'value'), report);
  }
}

function readToken(
  attributes: ServiceAccountTokenAttributes | null | undefined,
  path: FieldPath,
  report: Report,
): ReadTokenAttributes | undefined {
  const token = readObject(attributes, path, report);
  if (token === undefined) {
    return undefined;
  }
  reportUnknown(token, TOKEN_FIELDS, path, report);
  const at = (field: keyof ServiceAccountTokenAttributes) => childPath(path, field);
  const text = (field: 'serviceAccountTokenAudience' | 'cacheType') =>
    readString(token[field], at(field), report);
  const keys = (
    field: 'requiredServiceAccountAnnotationKeys' | 'optionalServiceAccountAnnotationKeys',
  ) => readStrings(token[field], at(field), report);
  return {
    path,
    audience: text('serviceAccountTokenAudience'),
    cacheType: text('cacheType'),
    requireServiceAccount: readBoolean(
      token.requireServiceAccount,
      at('requireServiceAccount'),
      report,
    ),
    requiredKeys: keys('requiredServiceAccountAnnotationKeys'),
    optionalKeys: keys('optionalServiceAccountAnnotationKeys'),
  };
}

function readStrings(
  values: readonly string[] | null | undefined,
  path: FieldPath,
  report: Report,
): readonly string[] {
  return readList(values, path, report).map((value, index) =>
    readString(value, childPath(path, index), report),
  );
}

/** Reads texts that may hold passwords, as a pattern does before an `@`. Problems never show them. */
function readSecretTexts(
  values: readonly string[] | null | undefined,
  path: FieldPath,
  report: Report,
): readonly string[] {
  return readList(values, path, () => report(wrongSecretType(path, 'a list'))).map((value, index) =>
    readSecretText(value, childPath(path, index), report),
  );
}

function readSecretText(value: unknown, path: FieldPath, report: Report): string {
  return readString(value, path, () => report(wrongSecretType(path, 'a string')));
}
