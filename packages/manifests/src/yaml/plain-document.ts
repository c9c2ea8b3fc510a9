import type { TextDocument } from '../text-document.js';
import { readPlainYAML } from './plain-yaml.js';
import { readYAMLList } from './yaml-list.js';
import { convertYAML } from './yaml-value.js';

/** Longer lists are read item by item. */
const LONG_TEXT = 1024 * 1024;

/**
 * Parses one YAML document if it is plain, as nearly all manifests.
 *
 * @param text - the document; a separator may only be its first line
 * @returns the value and the problems; undefined if the document is unusual or broken
 */
export function readPlainDocument(text: string): TextDocument | undefined {
  const list = text.length > LONG_TEXT ? readYAMLList(text) : undefined;
  if (list !== undefined) {
    return list;
  }
  const plain = readPlainYAML(text);
  return plain === false ? undefined : convertYAML(plain, []);
}
