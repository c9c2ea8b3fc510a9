import { attempt } from '@kubesem/core';
import {
  type CredentialsExplanation,
  containerPullPolicy,
  type DockerKeyring,
  explainImage,
  explainRegistryCredentials,
  familiarName,
  formatImage,
  type ImageReference,
  type RegistryCredential,
  safeParseImage,
} from '@kubesem/image';
import { type ReportedCredential } from '@kubesem/inspect';
import { reportedCredential } from '@kubesem/inspect/internal';
import type { CredentialFiles } from '../../shared/images.js';

/** What `kubesem image` reports. */
export type ImageModel = ReturnType<typeof imageModel>;

type Image = ImageModel['images'][number];

/** An image as Kubernetes reads it. */
export type ReadImage = Exclude<Image, { readonly error: object }>;

/** A name that is not an image, and why. */
export type BrokenImage = Extract<Image, { readonly error: object }>;

/** Whether a pattern matches, or why not. */
export type PatternModel = ReturnType<typeof withoutUsers>['parts'][number]['patterns'][number];

/** Reads images and matches credentials against them. */
export function imageModel(
  inputs: readonly string[],
  { credentials, problems }: Pick<CredentialFiles, 'credentials' | 'problems'>,
  explain: boolean,
) {
  const collected = credentials?.collect();
  return {
    images: inputs.map((input) => readImage(input, collected?.keyring, explain)),
    /** Whether the kubelet would pull nothing, because a Secret cannot be decoded; absent without credentials. */
    ...(collected && { kubeletRefuses: collected.kubeletRefuses }),
    problems: [...problems, ...(collected?.problems ?? [])],
  };
}

/** Whether a name could be read as an image. */
export function isImage(image: Image): image is ReadImage {
  return !('error' in image);
}

function readImage(input: string, keyring: DockerKeyring | undefined, explain: boolean) {
  const { value: reference, error } = safeParseImage(input);
  if (error !== undefined) {
    const { code, message, offset } = error;
    return { input, error: { code, message, offset } };
  }
  const { pullPolicy, rule } = containerPullPolicy({ image: input });
  const { image, pullName, ...explanation } = explainImage(input);
  return {
    input,
    /** With all defaults. */
    normalized: formatImage(reference),
    /** Without the parts that are defaults. */
    familiar: formatImage({ ...reference, name: familiarName(reference) }),
    defaultPullPolicy: pullPolicy,
    pullPolicyRule: rule,
    ...credentialsFor(reference, keyring),
    /** The name that the registry receives. */
    pulledAs: pullName,
    reference: image,
    /** Where each part comes from. */
    ...(explain && { explanation }),
  };
}

/** Which credentials match; nothing if none were given, or the name is too long to match. */
function credentialsFor(reference: ImageReference, keyring: DockerKeyring | undefined) {
  // The domain can be longer than any that is compared.
  const found = attempt(() => keyring && explainRegistryCredentials(reference, keyring));
  return found.value && { credentials: withoutUsers(found.value) };
}

/** The same credentials are the same object in both lists. */
function withoutUsers({ credentials, parts, ...rest }: CredentialsExplanation) {
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
