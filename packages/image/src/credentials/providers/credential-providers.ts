import { KubesemError } from '@kubesem/core';
import type { ImageProblem } from '../../pulling/image-problems.js';
import { compareGlob, compileGlob, type ImageGlob } from '../glob/image-glob.js';
import { repositoryOf } from '../keyring/lookup.js';
import { toByteString } from '../sources/byte-string.js';
import type { CredentialProvider, CredentialProviderConfig } from './credential-provider-config.js';
import {
  type CredentialProviderProblemCode,
  validateCredentialProviderConfig,
} from './credential-provider-problems.js';

/** A provider that the kubelet asks for credentials, and why. */
export interface MatchingCredentialProvider {
  /** The provider, as it stands in the configuration. */
  readonly provider: CredentialProvider;
  /** The first of its patterns that matches. */
  readonly matchImage: string;
}

/**
 * Thrown where the kubelet would not start with a configuration: the `code` is `INVALID_CONFIG`, `path` is that of the
 * first problem, and `problems` are all of them.
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
  /** What is wrong, in the order in which Kubernetes tells it. */
  readonly problems: readonly ImageProblem<CredentialProviderProblemCode>[];

  /**
   * Makes an error out of at least one problem.
   *
   * @param problems - of {@link validateCredentialProviderConfig}, at least one
   */
  constructor(problems: readonly ImageProblem<CredentialProviderProblemCode>[]) {
    const [{ path, message }] = problems as readonly [(typeof problems)[number]];
    super({
      code: 'INVALID_CONFIG',
      path,
      message: `not a configuration of credential providers: ${message} at ${path}`,
    });
    this.problems = problems;
  }
}

/**
 * Finds the credential providers that the kubelet asks about an image, in its order.
 *
 * A provider that wants a ServiceAccount is asked about Pods that have one alone, and only if that has the annotations
 * which the provider requires; neither is looked at here.
 *
 * @param config - the kubelet's configuration; files of a folder are merged in the order of their names
 * @param image - an image as it stands in a container; or a reference, of which only the name counts, as it is
 * @returns the providers, each with the pattern that matches; empty if none does
 * @throws `INVALID_CONFIG` if the kubelet would not start with the configuration
 * @throws the codes of `parseImage` if the text is no image
 * @throws `NOT_A_STRING` if the name of a reference is no string
 * @throws `IMAGE_TOO_LONG` if the name has more than 4,096 bytes
 * @example
 * ```ts
 * import { credentialProvidersFor } from '@kubesem/image';
 *
 * const provider = {
 *   name: 'ecr-credential-provider',
 *   matchImages: ['public.ecr.aws', '*.dkr.ecr.*.amazonaws.com'],
 *   defaultCacheDuration: '12h',
 *   apiVersion: 'credentialprovider.kubelet.k8s.io/v1',
 * };
 * const [match] = credentialProvidersFor({ providers: [provider] }, '1.dkr.ecr.eu-1.amazonaws.com/app:2.0');
 * match?.matchImage // => '*.dkr.ecr.*.amazonaws.com'
 * credentialProvidersFor({ providers: [provider] }, 'busybox') // => []
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
    // It is one, as was checked.
    const glob = compileGlob(toByteString(pattern ?? '')) as ImageGlob;
    return target !== undefined && compareGlob(glob, target).rule === 'MATCH';
  };
  return (config.providers ?? []).flatMap((provider) => {
    const matchImage = provider.matchImages?.find(matches);
    return matchImage === undefined ? [] : [{ provider, matchImage }];
  });
}
