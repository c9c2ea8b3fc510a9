import { type TextDocument, unreadable } from '../text-document.js';
import { readCarefully } from './careful-yaml.js';
import { readPlainYAML } from './plain-yaml.js';
import { readYAMLList } from './yaml-list.js';
import { convertYAML } from './yaml-value.js';

/** Longer lists are read item by item. */
const LONG_TEXT = 1024 * 1024;

/**
 * Parses one YAML document as kubectl does.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `YAMLToJSON`, over `go.yaml.in/yaml/v2` v2.4.4.
 *
 * @param text - the document; a separator may only be its first line
 * @returns the value and the problems; offsets count from the start of the text
 */
export function readYAMLDocument(text: string): TextDocument {
  const list = text.length > LONG_TEXT ? readYAMLList(text) : undefined;
  if (list !== undefined) {
    return list;
  }
  const plain = readPlainYAML(text);
  if (plain !== false) {
    return convertYAML(plain, []);
  }
  const { root, problem } = readCarefully(text);
  if (problem?.severity === 'error') {
    return unreadable(problem);
  }
  return convertYAML(root, problem === undefined ? [] : [problem]);
}
