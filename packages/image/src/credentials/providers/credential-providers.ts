import { type FieldProblem, formatFieldProblem, KubesemError, toByteString } from '@kubesem/core';
import { compareGlob, compileGlob, type ImageGlob } from '../glob/image-glob.js';
import { repositoryOf } from '../keyring/lookup.js';
import type { CredentialProvider, CredentialProviderConfig } from './credential-provider-config.js';
import type { CredentialProviderProblemCode } from './credential-provider-problem-code.js';
import { validateCredentialProviderConfig } from './credential-provider-problems.js';

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
   * @param problems - the result of {@link validateCredentialProviderConfig}, not empty
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
  const problems = validateCredentialProviderConfig(config);
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
