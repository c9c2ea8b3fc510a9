import {
  type FieldErrorType,
  type FieldPath,
  type FieldProblem,
  formatFieldProblem,
  KubesemError,
  qualifiedNameErrors,
} from '@kubesem/core';
import { fields, parseGoDuration, toByteString } from '@kubesem/core/internal';
import { compareGlob, compileGlob, type ImageGlob } from './glob/image-glob.js';
import { parseImageUrl } from './glob/image-url.js';
import { repositoryOf } from './keyring/registry-credentials.js';
import {
  type CredentialProvider,
  type CredentialProviderConfig,
  type CredentialProviderProblemCode,
  type Read,
  type ReadProvider,
  type ReadTokenAttributes,
  readProviders,
} from './provider-config.js';

/** A provider that the kubelet runs for an image, and the matching pattern. */
export interface MatchingCredentialProvider {
  /** The provider, as in the configuration. */
  readonly provider: CredentialProvider;
  /** Its first matching pattern. */
  readonly matchImage: string;
}

/**
 * Thrown for a configuration of credential providers with which the kubelet does not start. The message contains the first
 * problem.
 *
 * @example
 * ```ts
 * import { credentialProvidersFor } from '@kubesem/image';
 *
 * credentialProvidersFor({ providers: [] }, 'quay.io/team/app') // throws INVALID_CONFIG
 * ```
 */
export class CredentialProviderConfigError extends KubesemError<'INVALID_CONFIG'> {
  /** The class's own name, unaffected by minification. */
  override readonly name = 'CredentialProviderConfigError';
  /** The problems, in the order in which Kubernetes reports them. */
  readonly problems: readonly FieldProblem<CredentialProviderProblemCode>[];

  /**
   * Makes an error from problems.
   *
   * @param problems - the result of {@link credentialProviderConfigProblems}, not empty
   */
  constructor(problems: readonly FieldProblem<CredentialProviderProblemCode>[]) {
    const [first] = problems as readonly [(typeof problems)[number]];
    const message = `invalid configuration of credential providers: ${formatFieldProblem(first)}`;
    super({ code: 'INVALID_CONFIG', message });
    this.problems = problems;
  }
}

/**
 * Finds the credential providers that the kubelet runs for an image, in its order.
 *
 * A provider can also require a ServiceAccount with certain annotations; this is not checked here.
 *
 * @param config - the kubelet's configuration; merge the files of a directory in the order of their names
 * @param image - an image as in a container; or a reference, of which only the name is used, without defaults
 * @returns the providers, each with its matching pattern
 * @throws {@link CredentialProviderConfigError} with code `INVALID_CONFIG` if the configuration is invalid
 * @throws {@link ImageParseError} with the codes of {@link parseImage} if the string is not an image
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if the name of a reference is not a string
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { credentialProvidersFor } from '@kubesem/image';
 *
 * const config = {
 *   apiVersion: 'kubelet.config.k8s.io/v1',
 *   kind: 'CredentialProviderConfig',
 *   providers: [
 *     {
 *       name: 'ecr-credential-provider',
 *       matchImages: ['public.ecr.aws', '*.dkr.ecr.*.amazonaws.com'],
 *       defaultCacheDuration: '12h',
 *       apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
 *     },
 *   ],
 * };
 * const [match] = credentialProvidersFor(config, '1.dkr.ecr.eu-1.amazonaws.com/app:2.0');
 * match?.matchImage // => '*.dkr.ecr.*.amazonaws.com'
 * credentialProvidersFor(config, 'busybox') // => []
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/plugin` v1.37.1, `isImageAllowed`.
 */
export function credentialProvidersFor(
  config: CredentialProviderConfig,
  image: string | { readonly name: string },
): readonly MatchingCredentialProvider[] {
  const problems = credentialProviderConfigProblems(config);
  if (problems.length > 0) {
    throw new CredentialProviderConfigError(problems);
  }
  const { target } = repositoryOf(image);
  const matches = (pattern: string): boolean => {
    // Validated above.
    const glob = compileGlob(toByteString(pattern ?? '')) as ImageGlob;
    return target !== undefined && compareGlob(glob, target).rule === 'MATCH';
  };
  return (config.providers ?? []).flatMap((provider) => {
    const matchImage = provider.matchImages?.find(matches);
    return matchImage === undefined ? [] : [{ provider, matchImage }];
  });
}

const V1 = 'credentialprovider.kubelet.k8s.io/v1';
const API_VERSIONS: readonly string[] = [
  V1,
  'credentialprovider.kubelet.k8s.io/v1alpha1',
  'credentialprovider.kubelet.k8s.io/v1beta1',
];
const CACHE_TYPES: readonly string[] = ['ServiceAccount', 'Token'];

/** The rules that are checked once the configuration is decoded. */
type Rule = Exclude<
  CredentialProviderProblemCode,
  'INVALID_TYPE' | 'UNKNOWN_FIELD' | 'NOT_PROVIDER_CONFIG'
>;

const RULES: { readonly [Code in Rule]: readonly [type: FieldErrorType, message: string] } = {
  REQUIRED: ['REQUIRED', 'expected a value'],
  INVALID_NAME: ['INVALID', "expected a file name without '/' and spaces"],
  DUPLICATE: ['DUPLICATE', 'expected a unique value'],
  UNKNOWN_API_VERSION: [
    'NOT_SUPPORTED',
    'expected credentialprovider.kubelet.k8s.io/v1, /v1beta1 or /v1alpha1',
  ],
  INVALID_PATTERN: ['INVALID', "expected an image pattern, such as '*.example.com/team'"],
  INVALID_DURATION: ['INVALID', "expected a duration that is not negative, such as '10m'"],
  TOKEN_NEEDS_V1: [
    'FORBIDDEN',
    'tokenAttributes requires the apiVersion credentialprovider.kubelet.k8s.io/v1',
  ],
  KEYS_WITHOUT_SERVICE_ACCOUNT: [
    'FORBIDDEN',
    'required annotations require requireServiceAccount to be true',
  ],
  INVALID_KEY: ['INVALID', 'expected the key of an annotation'],
  REQUIRED_AND_OPTIONAL: ['INVALID', 'expected each key in only one of the two lists'],
  UNKNOWN_CACHE_TYPE: ['NOT_SUPPORTED', 'expected ServiceAccount or Token'],
};

/**
 * Checks a configuration of credential providers. The kubelet does not start with an invalid one.
 *
 * The kubelet also rejects a file with a duplicate key, which an object cannot have; the parsers of
 * `@kubesem/manifests` report it.
 *
 * @param config - the configuration
 * @returns the problems, in the order in which Kubernetes reports them; empty if the configuration is valid
 * @example
 * ```ts
 * import { credentialProviderConfigProblems } from '@kubesem/image';
 *
 * const config = {
 *   apiVersion: 'kubelet.config.k8s.io/v1',
 *   kind: 'CredentialProviderConfig',
 *   providers: [
 *     {
 *       name: 'bin/ecr',
 *       matchImages: ['*.example.com:port'],
 *       defaultCacheDuration: '12h',
 *       apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
 *     },
 *   ],
 * };
 * credentialProviderConfigProblems(config).map(({ code, path }) => [code, path]) // => [
 * //   ['INVALID_NAME', 'providers[0].name'],
 * //   ['INVALID_PATTERN', 'providers[0].matchImages[0]'],
 * // ]
 * ```
 *
 * Source: `k8s.io/kubernetes/pkg/credentialprovider/plugin` v1.37.1, `decode` and `credentialProviderConfigProblems`.
 */
export function credentialProviderConfigProblems(
  config: CredentialProviderConfig,
): readonly FieldProblem<CredentialProviderProblemCode>[] {
  const problems: FieldProblem<CredentialProviderProblemCode>[] = [];
  const given: Read<CredentialProviderConfig> = fields<
    CredentialProviderConfig,
    CredentialProviderProblemCode
  >(config ?? {}, { report: (problem) => problems.push(problem()) });
  const providers = readProviders(given);
  if (problems.length > 0) {
    return problems;
  }
  if (providers.length === 0) {
    reject(given, 'providers', 'REQUIRED');
  }
  const names = new Set<string>();
  for (const provider of providers) {
    checkName(provider, names);
    checkProvider(provider);
    if (provider.tokenAttributes !== undefined) {
      checkToken(provider, provider.tokenAttributes);
    }
  }
  return problems;
}

/** Reports a broken rule; without a value if there is none or it may have a password. */
function reject<T extends object>(
  object: Read<T>,
  where: (keyof T & string) | FieldPath,
  code: Rule,
  value?: string,
): void {
  const [type, message] = RULES[code];
  object.problem(where, type, message, value, code);
}

function checkName({ name, at }: ReadProvider, names: Set<string>): void {
  for (const isBroken of [name.includes('/'), name.includes(' '), name === '.', name === '..']) {
    if (isBroken) {
      reject(at, 'name', 'INVALID_NAME', name);
    }
  }
  if (names.has(name)) {
    reject(at, 'name', 'DUPLICATE', name);
  }
  names.add(name);
}

function checkProvider({ at, apiVersion, matchImages, defaultCacheDuration }: ReadProvider): void {
  if (apiVersion === '') {
    reject(at, 'apiVersion', 'REQUIRED');
  } else if (!API_VERSIONS.includes(apiVersion)) {
    reject(at, 'apiVersion', 'UNKNOWN_API_VERSION', apiVersion);
  }
  if (matchImages.length === 0) {
    reject(at, 'matchImages', 'REQUIRED');
  }
  for (const [index, pattern] of matchImages.entries()) {
    if (typeof parseImageUrl(toByteString(pattern)) === 'string') {
      // Without the pattern, which may have a password before an `@`.
      reject(at, at.pathOf('matchImages', index), 'INVALID_PATTERN');
    }
  }
  if (defaultCacheDuration === undefined) {
    reject(at, 'defaultCacheDuration', 'REQUIRED');
  } else if (!isDuration(defaultCacheDuration)) {
    reject(at, 'defaultCacheDuration', 'INVALID_DURATION', defaultCacheDuration);
  }
}

function checkToken({ at: provider, apiVersion }: ReadProvider, token: ReadTokenAttributes): void {
  const { at, requireServiceAccount, requiredKeys, optionalKeys, cacheType } = token;
  if (token.audience === '') {
    reject(at, 'serviceAccountTokenAudience', 'REQUIRED');
  }
  if (requireServiceAccount === undefined) {
    reject(at, 'requireServiceAccount', 'REQUIRED');
  }
  if (apiVersion !== V1) {
    reject(provider, 'tokenAttributes', 'TOKEN_NEEDS_V1', apiVersion);
  }
  if (requireServiceAccount === false && requiredKeys.length > 0) {
    reject(at, 'requiredServiceAccountAnnotationKeys', 'KEYS_WITHOUT_SERVICE_ACCOUNT');
  }
  checkKeys(at, 'requiredServiceAccountAnnotationKeys', requiredKeys);
  checkKeys(at, 'optionalServiceAccountAnnotationKeys', optionalKeys);
  const required = new Set(requiredKeys);
  const both = optionalKeys.filter((key) => required.has(key));
  if (both.length > 0) {
    const keys = [...new Set(both)].sort().join();
    reject(provider, 'tokenAttributes', 'REQUIRED_AND_OPTIONAL', keys);
  }
  if (cacheType === '') {
    reject(at, 'cacheType', 'REQUIRED');
  } else if (!CACHE_TYPES.includes(cacheType)) {
    reject(at, 'cacheType', 'UNKNOWN_CACHE_TYPE', cacheType);
  }
}

function checkKeys<T extends object>(
  at: Read<T>,
  name: keyof T & string,
  keys: readonly string[],
): void {
  const seen = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const path = at.pathOf(name, index);
    // One problem for each broken rule, as in Kubernetes.
    for (const _ of qualifiedNameErrors(toLower(key))) {
      reject(at, path, 'INVALID_KEY', key);
    }
    if (seen.has(key)) {
      reject(at, path, 'DUPLICATE', key);
    }
    seen.add(key);
  }
}

/** Converts to lower case letter by letter, as Go does; JavaScript converts the capital I with a dot to two letters. */
function toLower(text: string): string {
  return Array.from(text, (letter) => (letter === '\u0130' ? 'i' : letter.toLowerCase())).join('');
}

/** Whether a text is a duration of Go that is not negative. */
function isDuration(text: string): boolean {
  const nanoseconds = parseGoDuration(text);
  return typeof nanoseconds === 'bigint' && nanoseconds >= 0;
}
