import type { DownwardAPIVolumeFile, FieldPath, KeyToPath } from '@kubesem/core';
import { type Fields, fields, unwrittenPath } from '@kubesem/core/internal';
import { requiredText } from '../../rules/names.js';
import { checkFilePath } from './paths.js';
import { checkFieldRef, checkResourceFieldRef } from './selectors.js';

/** Receives the path of a file, where it stands, and what the server shows of it; the path by default. */
export type AddFile = (file: string, path: FieldPath, shown?: string) => void;

/** What holds keys of a ConfigMap or a Secret. */
interface Items {
  readonly items?: readonly KeyToPath[] | null | undefined;
  readonly optional?: boolean | null | undefined;
}

/**
 * Checks items of a ConfigMap or a Secret.
 *
 * Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateKeyToPath`.
 */
export function checkItems(source: Fields<Items>, addFile?: AddFile): void {
  source.flag('optional');
  source.each('items', (item) => {
    requiredText(item, 'key');
    const path = requiredText(item, 'path');
    checkFilePath(item, 'path', path);
    checkMode(item, 'mode');
    addItem(item, path, addFile);
  });
}

/** What holds fields of the Pod. */
interface DownwardItems {
  readonly items?: readonly DownwardAPIVolumeFile[] | null | undefined;
}

/** Source: `k8s.io/kubernetes/pkg/apis/core/validation` v1.37.1, `validateDownwardAPIVolumeFile`. */
export function checkDownwardItems(source: Fields<DownwardItems>, addFile?: AddFile): void {
  const list = source.path as FieldPath;
  for (const { value, policy, path } of source.objects('items')) {
    // The server leaves out which of the items it means.
    const at = unwrittenPath(list, path as FieldPath);
    const item = fields<DownwardAPIVolumeFile>(value, policy, at);
    const file = requiredText(item, 'path');
    checkFilePath(item, 'path', file);
    const fieldRef = item.at('fieldRef');
    const resourceRef = item.at('resourceFieldRef');
    if (fieldRef.isPresent) {
      checkFieldRef(fieldRef, 'volume');
      if (resourceRef.isPresent) {
        const message = 'fieldRef and resourceFieldRef can not be specified simultaneously';
        item.invalid(at, message, 'resource');
      }
    } else if (resourceRef.isPresent) {
      checkResourceFieldRef(resourceRef, 'volume');
    } else {
      item.required(at, 'one of fieldRef and resourceFieldRef is required');
    }
    checkMode(item, 'mode');
    addItem(item, file, addFile);
  }
}

function addItem<T extends { readonly path?: unknown }>(
  item: Fields<T>,
  file: string,
  addFile: AddFile | undefined,
): void {
  if (file !== '') {
    addFile?.(file, item.pathOf('path'));
  }
}

/** Checks the permissions of files. */
export function checkMode<T extends object>(source: Fields<T>, name: keyof T & string): void {
  const mode = source.integer(name);
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    source.invalid(name, 'must be a number between 0 and 0777 (octal), both inclusive', mode);
  }
}
