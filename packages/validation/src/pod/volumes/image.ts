import type { ImageVolumeSource } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';
import { requiredText } from '../../rules/names.js';

/**
 * Checks the volume of an image.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateImageVolumeSource`.
 */
export function checkImageVolume(image: Fields<ImageVolumeSource>): void {
  requiredText(image, 'reference');
  checkPullPolicy(image, 'pullPolicy');
}

/**
 * Checks when an image is pulled. An absent policy has a default.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePullPolicy`.
 */
export function checkPullPolicy<T extends object>(
  object: Fields<T>,
  field: keyof T & string,
): void {
  const policy = object.text(field);
  if (policy !== '') {
    object.supported(field, policy, ['Always', 'IfNotPresent', 'Never']);
  }
}
