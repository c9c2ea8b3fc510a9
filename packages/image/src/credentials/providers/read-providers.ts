import type { Fields } from '@kubesem/core';
import type {
  CredentialProvider,
  CredentialProviderConfig,
  ServiceAccountTokenAttributes,
} from './credential-provider-config.js';
import type { CredentialProviderProblemCode } from './credential-provider-problem-code.js';

/** The fields of a credential provider that are checked; absent strings and lists are empty. */
export interface ReadProvider {
  readonly at: Read<CredentialProvider>;
  readonly name: string;
  readonly apiVersion: string;
  readonly matchImages: readonly string[];
  /** Undefined if absent; an empty string is invalid. */
  readonly defaultCacheDuration: string | undefined;
  readonly tokenAttributes: ReadTokenAttributes | undefined;
}

/** The token attributes of a provider; absent strings and lists are empty. */
export interface ReadTokenAttributes {
  readonly at: Read<ServiceAccountTokenAttributes>;
  readonly audience: string;
  readonly cacheType: string;
  readonly requireServiceAccount: boolean | undefined;
  readonly requiredKeys: readonly string[];
  readonly optionalKeys: readonly string[];
}

/** A cursor on a part of a configuration. */
export type Read<T extends object> = Fields<T, CredentialProviderProblemCode>;

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
export function readProviders(config: Read<CredentialProviderConfig>): readonly ReadProvider[] {
  if (!config.isPresent || !isProviderConfig(config)) {
    return [];
  }
  reportUnknown(config, CONFIG_FIELDS);
  const isV1 = config.raw('apiVersion') === V1;
  return config.each('providers', (provider) => readProvider(provider, isV1));
}

/** Checks the kind and the API version, which say how to read the rest. */
function isProviderConfig(config: Read<CredentialProviderConfig>): boolean {
  const isOneOf = (field: 'kind' | 'apiVersion', expected: readonly string[]) => {
    const value: unknown = config.raw(field);
    const text = typeof value === 'string' ? value : '';
    if (expected.includes(text)) {
      return true;
    }
    const message = `expected ${expected.join(' or ')}`;
    config.problem(
      field,
      'FieldValueNotSupported',
      'NOT_PROVIDER_CONFIG',
      message,
      text || undefined,
    );
    return false;
  };
  const isKind = isOneOf('kind', ['CredentialProviderConfig']);
  return isOneOf('apiVersion', CONFIG_VERSIONS) && isKind;
}

/** Reports the fields that are not known; their values may be secrets. */
function reportUnknown<T extends object>(object: Read<T>, known: readonly string[]): void {
  for (const [key, value] of Object.entries(object.value)) {
    if (value !== undefined && !known.includes(key)) {
      const message = 'unknown field; the kubelet rejects it';
      object.forbidden(key as keyof T & string, 'UNKNOWN_FIELD', message);
    }
  }
}

function readProvider(provider: Read<CredentialProvider>, isV1: boolean): ReadProvider {
  reportUnknown(provider, isV1 ? [...PROVIDER_FIELDS, 'tokenAttributes'] : PROVIDER_FIELDS);
  readProgram(provider);
  return {
    at: provider,
    name: provider.text('name'),
    matchImages: provider.secretTexts('matchImages'),
    defaultCacheDuration: provider.optionalText('defaultCacheDuration'),
    apiVersion: provider.text('apiVersion'),
    tokenAttributes: isV1 ? readToken(provider.at('tokenAttributes')) : undefined,
  };
}

/** Reads what the program receives, which is only checked. */
function readProgram(provider: Read<CredentialProvider>): void {
  provider.secretTexts('args');
  provider.each('env', (variable) => {
    reportUnknown(variable, ENV_FIELDS);
    variable.text('name');
    variable.secretText('value');
  });
}

function readToken(token: Read<ServiceAccountTokenAttributes>): ReadTokenAttributes | undefined {
  if (!token.isPresent) {
    return undefined;
  }
  reportUnknown(token, TOKEN_FIELDS);
  return {
    at: token,
    audience: token.text('serviceAccountTokenAudience'),
    cacheType: token.text('cacheType'),
    requireServiceAccount: token.flag('requireServiceAccount'),
    requiredKeys: token.texts('requiredServiceAccountAnnotationKeys'),
    optionalKeys: token.texts('optionalServiceAccountAnnotationKeys'),
  };
}
