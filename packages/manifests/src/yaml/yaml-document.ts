import { type TextDocument, unreadable } from '../text-document.js';
import { readCarefully } from './careful-yaml.js';
import { readPlainDocument } from './plain-document.js';
import { convertYAML } from './yaml-value.js';

/**
 * Parses one YAML document as kubectl does.
 *
 * Source: `sigs.k8s.io/yaml` v1.6.0, `YAMLToJSON`, over `go.yaml.in/yaml/v2` v2.4.4.
 *
 * @param text - the document; a separator may only be its first line
 * @returns the value and the problems; offsets count from the start of the text
 */
export function readYAMLDocument(text: string): TextDocument {
  const plain = readPlainDocument(text);
  if (plain !== undefined) {
    return plain;
  }
  const { root, problem } = readCarefully(text);
  if (problem?.severity === 'error') {
    return unreadable(problem);
  }
  return convertYAML(root, problem === undefined ? [] : [problem]);
}
