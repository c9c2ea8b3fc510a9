import {
  childPath,
  type FieldPath,
  type ReportProblem,
  readBoolean,
  readList,
  readObject,
  readString,
} from '@kubesem/core';
import type {
  CredentialProvider,
  CredentialProviderConfig,
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

type Report = ReportProblem<'INVALID_TYPE'>;

/** Reads the providers of a configuration. */
export function readProviders(
  config: CredentialProviderConfig,
  report: Report,
): readonly ReadProvider[] {
  const listPath = childPath(undefined, 'providers');
  const providers = readObject(config, undefined, report)?.providers;
  return readList(providers, listPath, report).map((entry, index) =>
    readProvider(entry, childPath(listPath, index), report),
  );
}

function readProvider(entry: CredentialProvider, path: FieldPath, report: Report): ReadProvider {
  const provider: CredentialProvider = readObject(entry, path, report) ?? {};
  const text = (field: 'name' | 'apiVersion' | 'defaultCacheDuration') =>
    readString(provider[field], childPath(path, field), report);
  // Without the value, which may have a password before an `@`.
  const reportPattern: Report = ({ value: _, ...problem }) => report(problem);
  return {
    path,
    name: text('name'),
    matchImages: readStrings(provider.matchImages, childPath(path, 'matchImages'), reportPattern),
    defaultCacheDuration:
      provider.defaultCacheDuration == null ? undefined : text('defaultCacheDuration'),
    apiVersion: text('apiVersion'),
    tokenAttributes: readToken(
      provider.tokenAttributes,
      childPath(path, 'tokenAttributes'),
      report,
    ),
  };
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
