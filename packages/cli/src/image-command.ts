import { KUBERNETES_VERSION } from '@kubesem/core';
import {
  type CredentialsExplanation,
  type DockerKeyring,
  explainCredentials,
  explainImage,
  explainPullPolicy,
  familiarName,
  formatImage,
  type ImageExplanation,
  type ImageParseError,
  type ImageReference,
  type PullPolicyRule,
  safeParseImage,
} from '@kubesem/image';
import { readCredentials } from './credentials-input.js';
import { renderCredentials } from './render-credentials.js';
import { renderImageError, renderImageExplanation, renderImages } from './render-image.js';
import { renderProblem } from './render-problems.js';
import { renderStructured } from './structured.js';
import { type Colors, type Terminal, visible } from './terminal.js';

/** The flags of `kubesem image`. */
export interface ImageFlags {
  readonly output: 'table' | 'json' | 'yaml';
  readonly explain: boolean;
  /** Files. */
  readonly credentials?: readonly string[] | undefined;
}

/** An image as Kubernetes reads it. */
export interface ReadImage {
  /** As the user wrote it. */
  readonly input: string;
  /** With all that is filled in. */
  readonly normalized: string;
  /** As people know it: without what is filled in. */
  readonly familiar: string;
  /** What was filled in, and why. */
  readonly explanation: ImageExplanation;
  readonly defaultPullPolicy: string;
  readonly pullPolicyRule: PullPolicyRule;
  /** Which credentials match, and which do not; absent if none were given, or the name is too long to compare. */
  readonly credentials?: CredentialsExplanation | undefined;
}

/** What the user wrote, and why it is no image. */
interface BrokenImage {
  readonly input: string;
  readonly error: ImageParseError;
}

/**
 * Says how Kubernetes reads images, and which credentials match them.
 *
 * @param inputs - images as the user wrote them
 * @param flags - what to say, and how
 * @param terminal - where to write to
 * @returns the exit status: 1 if one is no image, or a file of credentials is broken
 */
export async function imageCommand(
  inputs: readonly string[],
  flags: ImageFlags,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const files = await readCredentials(flags.credentials ?? [], terminal);
  const collected = files?.credentials.collect();
  const read = inputs.map((input) => readImage(input, collected?.keyring));
  const images = read.flatMap((one) => ('error' in one ? [] : [one]));
  if (flags.output !== 'table') {
    const report = {
      kubernetesVersion: KUBERNETES_VERSION,
      images: read.map((one) => forPrograms(one, flags.explain)),
      ...(collected && { kubeletRefuses: collected.kubeletRefuses }),
    };
    stdout.write(renderStructured(report, flags.output));
  } else if (images.length > 0) {
    stdout.write(imageText(images, flags, collected, stdout.colors));
  }
  const broken = read.flatMap((one) => ('error' in one ? [one] : []));
  for (const { input, error } of broken) {
    stderr.write(renderImageError(input, error, stderr.colors));
  }
  const problems = [...(files?.problems ?? []), ...(collected?.problems ?? [])];
  for (const problem of problems) {
    stderr.write(renderProblem(problem, stderr.colors));
  }
  const errors = [...(files?.unreadable ?? [])];
  if (collected?.kubeletRefuses) {
    errors.push('the kubelet pulls no image of a Pod with such a Secret, whatever the others hold');
  }
  for (const message of errors) {
    stderr.write(`${stderr.colors.red('error:')} ${visible(message)}\n`);
  }
  const isBroken = problems.some(({ severity }) => severity === 'error');
  return isBroken || broken.length + errors.length > 0 ? 1 : 0;
}

function readImage(input: string, keyring: DockerKeyring | undefined): ReadImage | BrokenImage {
  const { value: reference, error } = safeParseImage(input);
  if (error !== undefined) {
    return { input, error };
  }
  const { pullPolicy, rule } = explainPullPolicy({ image: input });
  const familiar = formatImage({ ...reference, name: familiarName(reference) });
  return {
    input,
    normalized: formatImage(reference),
    familiar,
    explanation: explainImage(input),
    defaultPullPolicy: pullPolicy,
    pullPolicyRule: rule,
    ...credentialsFor(reference, keyring),
  };
}

function credentialsFor(
  reference: ImageReference,
  keyring: DockerKeyring | undefined,
): Pick<ReadImage, 'credentials'> {
  try {
    return keyring === undefined ? {} : { credentials: explainCredentials(keyring, reference) };
  } catch {
    // The domain is longer than any that is compared.
    return {};
  }
}

/** What programs get to read. */
function forPrograms(one: ReadImage | BrokenImage, explain: boolean): unknown {
  if ('error' in one) {
    const { code, message, offset } = one.error;
    return { input: one.input, error: { code, message, offset } };
  }
  const { explanation, ...image } = one;
  const { image: reference, pullName: pulledAs, ...parts } = explanation;
  return { ...image, pulledAs, reference, ...(explain ? { explanation: parts } : {}) };
}

function imageText(
  images: readonly ReadImage[],
  { explain }: ImageFlags,
  collected: { readonly kubeletRefuses: boolean } | undefined,
  colors: Colors,
): string {
  return [
    renderImages(images, colors),
    ...(explain ? images.map((image) => renderImageExplanation(image, colors)) : []),
    ...(collected === undefined
      ? []
      : images.map((image) => renderCredentials(image, collected.kubeletRefuses, colors))),
  ].join('\n');
}
