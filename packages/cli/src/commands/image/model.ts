import {
  type CredentialPatternExplanation,
  type CredentialsExplanation,
  containerPullPolicy,
  type DockerKeyring,
  explainImage,
  explainRegistryCredentials,
  familiarName,
  formatImage,
  type ImageExplanation,
  type ImageReference,
  type PullPolicyRule,
  type RegistryCredential,
  safeParseImage,
} from '@kubesem/image';
import { type Problem, type ReportedCredential, reportedCredential } from '@kubesem/inspect';
import type { CredentialFiles } from '../../shared/images.js';

/** Whether a pattern matches, or why not. */
export interface PatternModel extends Omit<CredentialPatternExplanation, 'credentials'> {
  readonly credentials: readonly ReportedCredential[];
}

/** The credentials for an image, in the order in which they are tried, and all patterns. */
interface CredentialsModel extends Omit<CredentialsExplanation, 'credentials' | 'parts'> {
  readonly credentials: readonly ReportedCredential[];
  readonly parts: readonly (Omit<CredentialsExplanation['parts'][number], 'patterns'> & {
    readonly patterns: readonly PatternModel[];
  })[];
}

/** An image as Kubernetes reads it. */
export interface ReadImage {
  /** The name that was passed in. */
  readonly input: string;
  /** With all defaults. */
  readonly normalized: string;
  /** Without the parts that are defaults. */
  readonly familiar: string;
  readonly defaultPullPolicy: string;
  readonly pullPolicyRule: PullPolicyRule;
  /** Which credentials match; absent if none were given, or the name is too long to match. */
  readonly credentials?: CredentialsModel | undefined;
  /** The name that the registry receives. */
  readonly pulledAs: string;
  readonly reference: ImageReference;
  /** Where each part comes from, if it is wanted. */
  readonly explanation?: Omit<ImageExplanation, 'image' | 'pullName'> | undefined;
}

/** A name that is not an image, and why. */
export interface BrokenImage {
  readonly input: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly offset?: number | undefined;
  };
}

/** What `kubesem image` reports. */
export interface ImageModel {
  readonly images: readonly (ReadImage | BrokenImage)[];
  /** Whether the kubelet would pull nothing, because a Secret cannot be decoded; absent without credentials. */
  readonly kubeletRefuses?: boolean | undefined;
  /** What is wrong with the files with credentials. */
  readonly problems: readonly Problem[];
}

/** Reads images and matches credentials against them. */
export function imageModel(
  inputs: readonly string[],
  { credentials, problems }: Pick<CredentialFiles, 'credentials' | 'problems'>,
  explain: boolean,
): ImageModel {
  const collected = credentials?.collect();
  return {
    images: inputs.map((input) => readImage(input, collected?.keyring, explain)),
    ...(collected && { kubeletRefuses: collected.kubeletRefuses }),
    problems: [...problems, ...(collected?.problems ?? [])],
  };
}

/** Whether a name could be read as an image. */
export function isImage(image: ReadImage | BrokenImage): image is ReadImage {
  return !('error' in image);
}

function readImage(
  input: string,
  keyring: DockerKeyring | undefined,
  explain: boolean,
): ReadImage | BrokenImage {
  const { value: reference, error } = safeParseImage(input);
  if (error !== undefined) {
    const { code, message, offset } = error;
    return { input, error: { code, message, offset } };
  }
  const { pullPolicy, rule } = containerPullPolicy({ image: input });
  const { image, pullName, ...explanation } = explainImage(input);
  return {
    input,
    normalized: formatImage(reference),
    familiar: formatImage({ ...reference, name: familiarName(reference) }),
    defaultPullPolicy: pullPolicy,
    pullPolicyRule: rule,
    ...credentialsFor(reference, keyring),
    pulledAs: pullName,
    reference: image,
    ...(explain ? { explanation } : {}),
  };
}

function credentialsFor(
  reference: ImageReference,
  keyring: DockerKeyring | undefined,
): Pick<ReadImage, 'credentials'> {
  try {
    return keyring === undefined
      ? {}
      : { credentials: withoutUsers(explainRegistryCredentials(reference, keyring)) };
  } catch {
    // The domain is longer than any that is compared.
    return {};
  }
}

/** The same credentials are the same object in both lists. */
function withoutUsers({ credentials, parts, ...rest }: CredentialsExplanation): CredentialsModel {
  const known = new Map<RegistryCredential, ReportedCredential>();
  const shown = (all: readonly RegistryCredential[]): readonly ReportedCredential[] =>
    all.map((credential) => {
      const copy = known.get(credential) ?? reportedCredential(credential);
      known.set(credential, copy);
      return copy;
    });
  return {
    ...rest,
    credentials: shown(credentials),
    parts: parts.map(({ patterns, ...part }) => ({
      ...part,
      patterns: patterns.map((pattern) => ({
        ...pattern,
        credentials: shown(pattern.credentials),
      })),
    })),
  };
}
