import type { Container, FieldPathSegment, Pod } from '@kubesem/core';
import {
  type DockerKeyring,
  type PodKeyring,
  podCredentialWarnings,
  podImages,
  registryCredentials,
  safeParseImage,
} from '@kubesem/image';
import type { ManifestObject } from '@kubesem/manifests';
import { type Place, placeOfFields, placeProblem, problemIn } from '../problem.js';
import { withEffect } from '../report/problem-list.js';
import type { ImageReport, ObjectReport } from '../report/report.js';
import { reportedCredential } from './texts.js';

/**
 * The facts about a Pod from which the credentials of its images follow: they are kept until all files have been read, as
 * a Secret may come after its Pod. The rest of the Pod is not kept.
 */
export interface PulledPod {
  /** The Pod with only its images, the names of its Secrets and of its ServiceAccount, and what decides about these. */
  readonly pod: Pod;
  /** Namespace; `default` if the Pod has none. */
  readonly namespace: string;
  /** Whether the Pod is still to be created, so it gets the Secrets of its ServiceAccount. */
  readonly isNew: boolean;
  /** Path of the Pod in its object. */
  readonly base: readonly FieldPathSegment[];
  /** Where the fields are that warnings can be about. */
  readonly place: Place;
}

/** Finds the credentials with which the images of a Pod are pulled. */
export type FindPodKeyring = (pulled: PulledPod) => PodKeyring;

/** Collects the facts about a Pod at `base` of an object. */
export function pulledPod(
  { metadata, spec }: Pod,
  { namespace, defaulted, origin }: ObjectReport,
  placed: ManifestObject,
  base: readonly FieldPathSegment[],
): PulledPod {
  const pod: Pod = {
    metadata: defaulted ? { annotations: metadata?.annotations } : null,
    spec: {
      imagePullSecrets: spec?.imagePullSecrets,
      serviceAccountName: spec?.serviceAccountName,
      serviceAccount: spec?.serviceAccount,
      initContainers: spec?.initContainers?.map(withImageOnly),
      containers: spec?.containers?.map(withImageOnly),
      ephemeralContainers: spec?.ephemeralContainers?.map(withImageOnly),
      volumes: spec?.volumes?.map((volume) => ({ image: volume?.image })),
    },
  };
  const fields = [
    ...(spec?.imagePullSecrets ?? []).map((_, i) => ['spec', 'imagePullSecrets', i, 'name']),
    ['spec', 'serviceAccountName'],
    ...podImages(pod).map(({ segments }) => segments),
  ];
  const place =
    origin === 'stored'
      ? placeOfFields(
          placed,
          fields.map((segments) => [...base, ...segments]),
        )
      : placed;
  return { pod, namespace, isNew: defaulted, base, place };
}

type Image = Pick<Container, 'image' | 'imagePullPolicy'> | null;

function withImageOnly(container: Image | undefined) {
  return { image: container?.image, imagePullPolicy: container?.imagePullPolicy };
}

/** Adds to a report the credentials of the images, and warnings about them. */
export function withCredentials(
  object: ObjectReport,
  pulled: PulledPod,
  find: FindPodKeyring,
): ObjectReport {
  const { pod, base, place } = pulled;
  const { keyring, warnings, kubeletRefuses } = find(pulled);
  const isStored = object.origin === 'stored';
  const problems = [...warnings, ...podCredentialWarnings(pod, keyring)].map((warning) =>
    placeProblem(place, problemIn(withEffect(warning, isStored, base.length > 0), isStored), base),
  );
  const images = object.pod?.images.map((image) =>
    kubeletRefuses ? image : { ...image, ...credentialsOf(image, keyring) },
  );
  return {
    ...object,
    ...(object.pod && images && { pod: { ...object.pod, images } }),
    problems: [...object.problems, ...problems],
  };
}

function credentialsOf(
  { image }: ImageReport,
  keyring: DockerKeyring,
): Pick<ImageReport, 'credentials'> {
  const { value: reference } = safeParseImage(image);
  try {
    return reference === undefined
      ? {}
      : {
          credentials: registryCredentials(reference, keyring).map(reportedCredential),
        };
  } catch {
    // The name is longer than any that is compared.
    return {};
  }
}
