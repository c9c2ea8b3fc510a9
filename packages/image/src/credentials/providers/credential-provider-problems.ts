import { qualifiedNameErrors } from '@kubesem/core';
import { type ImageProblem, type ImageProblemType, shorten } from '../../pulling/image-problems.js';
import { parseImageUrl } from '../glob/image-url.js';
import { toByteString } from '../sources/byte-string.js';
import type {
  CredentialProvider,
  CredentialProviderConfig,
  ServiceAccountTokenAttributes,
} from './credential-provider-config.js';

/**
 * What is wrong with a configuration of credential providers.
 *
 * - `INVALID_TYPE`: a field holds another JSON type than it should; then nothing else is told, as Kubernetes does not get
 *   to look at the rest
 * - `REQUIRED`: a field that must be there is not
 * - `INVALID_NAME`: the name holds a `/` or a space, or is `.` or `..`
 * - `DUPLICATE`: a name is another provider's, or a key stands twice in its list
 * - `UNKNOWN_API_VERSION`: the version is none of those of the release
 * - `INVALID_PATTERN`: a pattern is no URL
 * - `INVALID_DURATION`: a duration is not written as Go writes it, or negative
 * - `TOKEN_NEEDS_V1`: there are `tokenAttributes`, and the version is not `credentialprovider.kubelet.k8s.io/v1`
 * - `KEYS_WITHOUT_SERVICE_ACCOUNT`: annotations are required of a ServiceAccount that is not
 * - `INVALID_KEY`: the key of an annotation is none
 * - `REQUIRED_AND_OPTIONAL`: the key of an annotation stands in both lists
 * - `UNKNOWN_CACHE_TYPE`: the type is neither `ServiceAccount` nor `Token`
 */
export type CredentialProviderProblemCode =
  | 'INVALID_TYPE'
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

const V1 = 'credentialprovider.kubelet.k8s.io/v1';
const API_VERSIONS: readonly string[] = [
  V1,
  'credentialprovider.kubelet.k8s.io/v1alpha1',
  'credentialprovider.kubelet.k8s.io/v1beta1',
];
const CACHE_TYPES: readonly string[] = ['ServiceAccount', 'Token'];
/** By unit; microseconds, which have three names, are not in it. */
const NANOSECONDS: { readonly [unit: string]: number | undefined } = {
  ns: 1,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};
const MAX_NANOSECONDS = '9223372036854775807';
const DURATION = /^[-+]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|[u\u00b5\u03bcm]?s|m|h))+)$/;

const TYPES: { readonly [Code in CredentialProviderProblemCode]: ImageProblemType } = {
  INVALID_TYPE: 'FieldValueTypeInvalid',
  REQUIRED: 'FieldValueRequired',
  INVALID_NAME: 'FieldValueInvalid',
  DUPLICATE: 'FieldValueDuplicate',
  UNKNOWN_API_VERSION: 'FieldValueNotSupported',
  INVALID_PATTERN: 'FieldValueInvalid',
  INVALID_DURATION: 'FieldValueInvalid',
  TOKEN_NEEDS_V1: 'FieldValueForbidden',
  KEYS_WITHOUT_SERVICE_ACCOUNT: 'FieldValueForbidden',
  INVALID_KEY: 'FieldValueInvalid',
  REQUIRED_AND_OPTIONAL: 'FieldValueInvalid',
  UNKNOWN_CACHE_TYPE: 'FieldValueNotSupported',
};

const EXPECTED: { readonly [Code in CredentialProviderProblemCode]: string } = {
  INVALID_TYPE: 'expected another type of JSON',
  REQUIRED: 'expected a value',
  INVALID_NAME: "expected the name of a file, without '/' and spaces",
  DUPLICATE: 'expected no other of the same name',
  UNKNOWN_API_VERSION: 'expected credentialprovider.kubelet.k8s.io/v1, /v1beta1 or /v1alpha1',
  INVALID_PATTERN: 'expected a pattern of images such as *.example.com/team',
  INVALID_DURATION: 'expected a duration that is not negative, such as 10m',
  TOKEN_NEEDS_V1:
    'expected the apiVersion credentialprovider.kubelet.k8s.io/v1, or no tokenAttributes',
  KEYS_WITHOUT_SERVICE_ACCOUNT: 'expected requireServiceAccount to be true, or no required keys',
  INVALID_KEY: 'expected the key of an annotation',
  REQUIRED_AND_OPTIONAL: 'expected each key in one of the two lists',
  UNKNOWN_CACHE_TYPE: 'expected ServiceAccount or Token',
};

/**
 * Checks a configuration of credential providers; with one that is wrong the kubelet does not start.
 *
 * @param config - the configuration; names of fields that Kubernetes does not know are not looked for
 * @returns what is wrong, in the order in which Kubernetes tells it; empty if nothing is
 * @example
 * ```ts
 * import { validateCredentialProviderConfig } from '@kubesem/image';
 *
 * const apiVersion = 'credentialprovider.kubelet.k8s.io/v1';
 * const provider = { name: 'bin/ecr', matchImages: ['*.example.com:port'], apiVersion, defaultCacheDuration: '12h' };
 * validateCredentialProviderConfig({ providers: [provider] }).map(({ code, path }) => [code, path]) // => [
 * //   ['INVALID_NAME', 'providers[0].name'],
 * //   ['INVALID_PATTERN', 'providers[0].matchImages[0]'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/plugin` v1.37.1, `validateCredentialProviderConfig`.
 */
export function validateCredentialProviderConfig(
  config: CredentialProviderConfig,
): readonly ImageProblem<CredentialProviderProblemCode>[] {
  const problems: ImageProblem<CredentialProviderProblemCode>[] = [];
  const add: Add = (code, path, value) => {
    const message = EXPECTED[code];
    problems.push({ type: TYPES[code], path, value: shorten(value ?? ''), code, message });
  };
  checkShape(config, CONFIG, '', add);
  if (problems.length > 0) {
    return problems;
  }
  const providers = config.providers ?? [];
  if (providers.length === 0) {
    add('REQUIRED', 'providers');
  }
  const names = new Set<string>();
  for (const [i, item] of providers.entries()) {
    const path = `providers[${i}]`;
    const provider = item ?? {};
    checkName(provider.name ?? '', `${path}.name`, names, add);
    checkProvider(provider, path, add);
    if (provider.tokenAttributes != null) {
      checkToken(provider, provider.tokenAttributes, `${path}.tokenAttributes`, add);
    }
  }
  return problems;
}

/** What a JSON value has to be: of a type, a list of something, or an object with some fields. Null is always right. */
type Shape = 'string' | 'boolean' | readonly [Shape] | { readonly [field: string]: Shape };

const CONFIG: Shape = {
  providers: [
    {
      name: 'string',
      matchImages: ['string'],
      defaultCacheDuration: 'string',
      apiVersion: 'string',
      tokenAttributes: {
        serviceAccountTokenAudience: 'string',
        cacheType: 'string',
        requireServiceAccount: 'boolean',
        requiredServiceAccountAnnotationKeys: ['string'],
        optionalServiceAccountAnnotationKeys: ['string'],
      },
    },
  ],
};

function checkShape(value: unknown, shape: Shape, path: string, add: Add): void {
  if (value === undefined || value === null) {
    return;
  }
  const kind = Array.isArray(value) ? 'list' : typeof value;
  if (kind !== (typeof shape === 'string' ? shape : Array.isArray(shape) ? 'list' : 'object')) {
    add('INVALID_TYPE', path, value);
  } else if (Array.isArray(value)) {
    value.forEach((item: unknown, i) => {
      checkShape(item, (shape as readonly [Shape])[0], `${path}[${i}]`, add);
    });
  } else if (typeof shape === 'object') {
    for (const [field, inner] of Object.entries(shape)) {
      const child = path === '' ? field : `${path}.${field}`;
      checkShape((value as { readonly [field: string]: unknown })[field], inner, child, add);
    }
  }
}

type Add = (code: CredentialProviderProblemCode, path: string, value?: unknown) => void;

function checkName(name: string, path: string, names: Set<string>, add: Add): void {
  for (const isBroken of [name.includes('/'), name.includes(' '), name === '.', name === '..']) {
    if (isBroken) {
      add('INVALID_NAME', path, name);
    }
  }
  if (names.has(name)) {
    add('DUPLICATE', path, name);
  }
  names.add(name);
}

function checkProvider(provider: CredentialProvider, path: string, add: Add): void {
  const { apiVersion, matchImages, defaultCacheDuration } = provider;
  if (!apiVersion) {
    add('REQUIRED', `${path}.apiVersion`);
  } else if (!API_VERSIONS.includes(apiVersion)) {
    add('UNKNOWN_API_VERSION', `${path}.apiVersion`, apiVersion);
  }
  if (!matchImages?.length) {
    add('REQUIRED', `${path}.matchImages`);
  }
  for (const [i, pattern] of (matchImages ?? []).entries()) {
    if (typeof parseImageUrl(toByteString(pattern ?? '')) === 'string') {
      // Without its text, which may have a password in front of an `@`.
      add('INVALID_PATTERN', `${path}.matchImages[${i}]`);
    }
  }
  if (defaultCacheDuration == null) {
    add('REQUIRED', `${path}.defaultCacheDuration`);
  } else if (!isDuration(defaultCacheDuration)) {
    add('INVALID_DURATION', `${path}.defaultCacheDuration`, defaultCacheDuration);
  }
}

function checkToken(
  { apiVersion }: CredentialProvider,
  token: ServiceAccountTokenAttributes,
  path: string,
  add: Add,
): void {
  const required = token.requiredServiceAccountAnnotationKeys ?? [];
  const optional = token.optionalServiceAccountAnnotationKeys ?? [];
  if (!token.serviceAccountTokenAudience) {
    add('REQUIRED', `${path}.serviceAccountTokenAudience`);
  }
  if (token.requireServiceAccount == null) {
    add('REQUIRED', `${path}.requireServiceAccount`);
  }
  if (apiVersion !== V1) {
    add('TOKEN_NEEDS_V1', path, apiVersion);
  }
  if (token.requireServiceAccount === false && required.length > 0) {
    add('KEYS_WITHOUT_SERVICE_ACCOUNT', `${path}.requiredServiceAccountAnnotationKeys`);
  }
  checkKeys(required, `${path}.requiredServiceAccountAnnotationKeys`, add);
  checkKeys(optional, `${path}.optionalServiceAccountAnnotationKeys`, add);
  const requiredKeys = new Set(required);
  const both = optional.filter((key) => requiredKeys.has(key));
  if (both.length > 0) {
    add('REQUIRED_AND_OPTIONAL', path, [...new Set(both)].sort().join());
  }
  if (!token.cacheType) {
    add('REQUIRED', `${path}.cacheType`);
  } else if (!CACHE_TYPES.includes(token.cacheType)) {
    add('UNKNOWN_CACHE_TYPE', `${path}.cacheType`, token.cacheType);
  }
}

function checkKeys(keys: readonly string[], path: string, add: Add): void {
  const seen = new Set<string>();
  for (const [i, item] of keys.entries()) {
    const key = item ?? '';
    // One problem for each rule that is broken, as in Kubernetes.
    for (const _ of qualifiedNameErrors(toLower(key))) {
      add('INVALID_KEY', `${path}[${i}]`, key);
    }
    if (seen.has(key)) {
      add('DUPLICATE', `${path}[${i}]`, key);
    }
    seen.add(key);
  }
}

/** Lower case letter by letter, as Go has it: of the capital I with a dot JavaScript makes two code points. */
function toLower(text: string): string {
  return Array.from(text, (letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('');
}

/** Whether a text is a duration that is not negative, and not beyond 64 bits. Source: Go 1.26 `time.ParseDuration`. */
function isDuration(text: string): boolean {
  if (!DURATION.test(text)) {
    return false;
  }
  let nanoseconds = BigInt(0);
  // Numbers and units in turn.
  const tokens = text.match(/[0-9.]+|[^0-9.+-]+/g) ?? [];
  for (let i = 0; i < tokens.length; i += 2) {
    const unit = NANOSECONDS[tokens[i + 1] ?? ''] ?? 1e3;
    const [whole = '', fraction = ''] = (tokens[i] ?? '').split('.');
    const digits = whole.replace(/^0+/, '');
    if (digits.length > MAX_NANOSECONDS.length) {
      return false;
    }
    const rest = Math.trunc(Number(`0.${fraction}0`) * unit);
    nanoseconds += BigInt(digits) * BigInt(unit) + BigInt(rest);
  }
  return nanoseconds <= BigInt(text.startsWith('-') ? 0 : MAX_NANOSECONDS);
}
