import type { Fields } from '@kubesem/core/internal';

/** The kubelet's configuration of credential providers. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProviderConfig {
  /** `kubelet.config.k8s.io/v1`, `/v1beta1` or `/v1alpha1`. */
  readonly apiVersion?: string | null | undefined;
  /** `CredentialProviderConfig`. */
  readonly kind?: string | null | undefined;
  /** The providers, in the order in which the kubelet runs them. */
  readonly providers?: readonly CredentialProvider[] | null | undefined;
}

/** A program on the node that returns credentials for registries. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface CredentialProvider {
  /** File name of the program. */
  readonly name?: string | null | undefined;
  /** Patterns of its images, as for {@link matchesImageGlob}. */
  readonly matchImages?: readonly string[] | null | undefined;
  /** How long its responses are cached by default, such as `10m`. */
  readonly defaultCacheDuration?: string | null | undefined;
  /** API version of request and response. */
  readonly apiVersion?: string | null | undefined;
  /** Arguments of the program. */
  readonly args?: readonly string[] | null | undefined;
  /** Environment variables of the program. */
  readonly env?: readonly CredentialProviderEnvVar[] | null | undefined;
  /** Settings of the ServiceAccount token that it receives; it receives none if absent. Only in `v1`. */
  readonly tokenAttributes?: ServiceAccountTokenAttributes | null | undefined;
}

/** An environment variable of a provider. Source: `k8s.io/kubelet/config/v1` v0.37.1, `ExecEnvVar`. */
export interface CredentialProviderEnvVar {
  /** Name of the variable. */
  readonly name?: string | null | undefined;
  /** Its value. */
  readonly value?: string | null | undefined;
}

/** Settings of the ServiceAccount token for a provider. Source: `k8s.io/kubelet/config/v1` v0.37.1. */
export interface ServiceAccountTokenAttributes {
  /** Audience of the token. */
  readonly serviceAccountTokenAudience?: string | null | undefined;
  /** The scope of cached responses: `ServiceAccount` or `Token`. */
  readonly cacheType?: string | null | undefined;
  /** Whether the provider is skipped for Pods without a ServiceAccount. */
  readonly requireServiceAccount?: boolean | null | undefined;
  /** Annotations that the ServiceAccount must have; otherwise the provider is skipped. */
  readonly requiredServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
  /** Annotations that the provider receives if the ServiceAccount has them. */
  readonly optionalServiceAccountAnnotationKeys?: readonly string[] | null | undefined;
}

/**
 * Codes of the problems with a configuration of credential providers.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `UNKNOWN_FIELD`: this version has no such field; the case of letters matters
 * - `NOT_PROVIDER_CONFIG`: the kind or API version is absent, or not that of a CredentialProviderConfig of Kubernetes 1.37
 * - `REQUIRED`: a required field is absent
 * - `INVALID_NAME`: the name contains a `/` or a space, or is `.` or `..`
 * - `DUPLICATE`: another provider has the same name, or a key occurs twice in a list
 * - `UNKNOWN_API_VERSION`: Kubernetes 1.37 does not support the version
 * - `INVALID_PATTERN`: a pattern is not a URL
 * - `INVALID_DURATION`: a duration is not in Go's format, or is negative
 * - `TOKEN_NEEDS_V1`: `tokenAttributes` requires the version `credentialprovider.kubelet.k8s.io/v1`
 * - `KEYS_WITHOUT_SERVICE_ACCOUNT`: required annotations without a required ServiceAccount
 * - `INVALID_KEY`: the key of an annotation is invalid
 * - `REQUIRED_AND_OPTIONAL`: the key of an annotation is in both lists
 * - `UNKNOWN_CACHE_TYPE`: the cache type is neither `ServiceAccount` nor `Token`
 *
 * With one of the first three, the kubelet cannot decode the file, so no other rule is checked.
 */
export type CredentialProviderProblemCode =
  | 'INVALID_TYPE'
  | 'UNKNOWN_FIELD'
  | 'NOT_PROVIDER_CONFIG'
  | 'REQUIRED'
  | 'INVALID_NAME'
  | 'DUPLICATE'
  | 'UNKNOWN_API_VERSION'
  | 'INVALID_PATTERN'
  | 'INVALID_DURATION'
  | 'TOKEN_NEEDS_V1'
  | 'KEYS_WITHOUT_SERVICE_ACCOUNT'
  | 'INVALID_KEY'
  | 'REQUIRED_AND_OPTIONAL'
  | 'UNKNOWN_CACHE_TYPE';

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
    config.problem(field, 'NOT_SUPPORTED', message, text || undefined, 'NOT_PROVIDER_CONFIG');
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
      object.forbidden(key as keyof T & string, message, 'UNKNOWN_FIELD');
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
