import { safeParseReference } from '@kubesem/image';

/** Splits an image into its name and tag; the tag is `null` if there is none. */
export function getImageNameAndTag(image: string): { imageName: string; imageTag: string | null } {
  const { value } = safeParseReference(image);
  return { imageName: value?.name ?? image, imageTag: value?.tag ?? null };
}
