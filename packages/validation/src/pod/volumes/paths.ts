import type { FieldPath } from '@kubesem/core';
import type { Fields } from '@kubesem/core/internal';

/** A field, or its path as the API server writes it. */
type Where<T> = (keyof T & string) | FieldPath;

/**
 * Checks that a path stays in its volume.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateLocalDescendingPath`.
 */
export function checkRelativePath<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  path: string,
): void {
  if (path.startsWith('/')) {
    object.invalid(where, 'must be a relative path', path);
  }
  checkNoBacksteps(object, where, path);
}

/**
 * Checks that a path has no part `..`.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validatePathNoBacksteps`.
 */
export function checkNoBacksteps<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  path: string,
): void {
  if (hasBacksteps(path)) {
    object.invalid(where, "must not contain '..'", path);
  }
}

/** Whether a path has a part `..`. */
export function hasBacksteps(path: string): boolean {
  return path.split('/').includes('..');
}

/**
 * Checks the path of a file in a volume, where the kubelet keeps names that start with `..` for itself.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `ValidateLocalNonReservedPath`.
 */
export function checkFilePath<T extends object>(
  object: Fields<T>,
  where: Where<T>,
  path: string,
): void {
  checkRelativePath(object, where, path);
  if (path.startsWith('..') && !path.startsWith('../')) {
    object.invalid(where, "must not start with '..'", path);
  }
}
