import { explainImage, type PullPolicyRule, safeParseImage } from '@kubesem/image';
import {
  credentialSource,
  IMAGE_PART_TEXTS,
  type ImageReport,
  type ObjectReport,
} from '@kubesem/inspect';
import { type Page, type PageOptions, pageOf } from '../../case/page.js';
import type { AreaModel, Place } from '../area.js';

/** What the panel of images shows. */
export interface ImagesModel {
  readonly page: Page<ImageRow>;
  /** Whether the input has Secrets with registry credentials. */
  readonly hasCredentials: boolean;
}

/** An image of a Pod. */
export interface ImageRow extends Place {
  readonly object: string;
  readonly container: string;
  readonly kind: string;
  readonly image: string;
  /** The name with all defaults; absent if it is invalid. */
  readonly normalized?: string | undefined;
  readonly pulledAs?: string | undefined;
  readonly error?: string | undefined;
  /** The parts of the name, and whether each is written or a default. */
  readonly parts: readonly ImagePart[];
  readonly pullPolicy: string;
  readonly pullPolicyRule: PullPolicyRule;
  /** What the kubelet tries, in its order; absent without Secrets. */
  readonly credentials?: readonly ImageCredential[] | undefined;
}

/** A part of the name of an image. */
export interface ImagePart {
  readonly name: 'registry' | 'path' | 'tag' | 'digest';
  readonly value: string;
  /** Where it comes from, in a few words. */
  readonly why: string;
}

/** Credentials, without user and password. */
export interface ImageCredential {
  readonly pattern: string;
  readonly from: string;
}

interface PlacedImage {
  readonly object: ObjectReport;
  readonly image: ImageReport;
}

/** The model of the area. */
export const model: AreaModel<ImagesModel, PageOptions> = {
  count: ({ report }) =>
    report.objects.reduce((sum, { pod }) => sum + (pod?.images.length ?? 0), 0),
  model: (input, options) => {
    const images = input.report.objects.flatMap((object) =>
      (object.pod?.images ?? []).map((image): PlacedImage => ({ object, image })),
    );
    const textOf = ({ object, image }: PlacedImage) =>
      `${object.kind} ${object.namespace}/${object.name} ${image.name} ${image.image}`;
    return {
      page: pageOf(images, options, textOf, rowOf),
      hasCredentials: input.hasRegistryCredentials,
    };
  },
};

function rowOf({ object, image: report }: PlacedImage): ImageRow {
  const { kind, namespace, name, file, line, column } = object;
  const { image, normalized, pulledAs, pullPolicy, pullPolicyRule, credentials } = report;
  const { error } = safeParseImage(image);
  return {
    ...{ file, line, column, image, normalized, pulledAs, pullPolicy, pullPolicyRule },
    object: `${kind} ${namespace}/${name}`,
    container: report.name,
    kind: report.kind,
    error: image === '' ? 'no image' : error?.message,
    parts: error === undefined ? partsOf(image) : [],
    credentials: credentials?.map((credential) => ({
      pattern: credential.pattern,
      from: credentialSource(credential),
    })),
  };
}

function partsOf(input: string): readonly ImagePart[] {
  const { domain, path, tag, digest } = explainImage(input);
  const parts = { registry: domain, path, tag, digest };
  return Object.entries(parts).flatMap(([name, { value, rule }]) =>
    value === undefined
      ? []
      : [{ name: name as ImagePart['name'], value, why: IMAGE_PART_TEXTS[rule] }],
  );
}
