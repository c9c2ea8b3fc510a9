import { KUBERNETES_VERSION } from '@kubesem/core';
import { formatYAML } from '@kubesem/manifests';
import { Document, visit } from 'yaml';
import { escapeUnsafe, isUnsafe, visible, visibleLines } from './text.js';

/** The structured formats. */
export type StructuredFormat = 'json' | 'yaml';

/**
 * Writes the model of a command for programs, with the release that it follows.
 *
 * @param model - what `JSON.stringify` can write
 * @param format - `json` or `yaml`
 * @returns the text, with its last line end
 */
export function renderModel(model: object, format: StructuredFormat): string {
  return renderStructured({ kubernetesVersion: KUBERNETES_VERSION, ...model }, format);
}

/**
 * Writes plain data for programs.
 *
 * Characters that a terminal would obey or hide are escaped throughout, though JSON allows many of them: the output may
 * be shown on one.
 *
 * @param data - what `JSON.stringify` can write
 * @param format - `json` or `yaml`
 * @returns the text, with its last line end
 */
export function renderStructured(data: unknown, format: StructuredFormat): string {
  const json = JSON.stringify(data, undefined, 2);
  if (format === 'json') {
    return `${visibleLines(json)}\n`;
  }
  // YAML 1.1, so that kubectl and similar readers take `no` and `1e3` for the texts that they are.
  const document = new Document(JSON.parse(json), { version: '1.1' });
  visit(document, {
    Scalar(_, node) {
      // A text of several lines is a block, as kubectl writes it.
      if (typeof node.value === 'string' && isUnsafe(node.value.replace(/[\n\t]/g, ''))) {
        node.type = 'QUOTE_DOUBLE';
      }
    },
  });
  document.directives = undefined;
  const yaml = document.toString({ lineWidth: 0 });
  return escapeLines(yaml);
}

/**
 * Writes an object as `kubectl -o yaml` does, except that characters that a terminal would obey or hide are escaped.
 *
 * @param object - strings, booleans, and objects of these
 * @returns the text, with its last line end
 */
export function renderLikeKubectl(object: object): string {
  const isHidden = (text: string) => isUnsafe(text.replace(/[\n\t]/g, ''));
  const yaml = formatYAML(object as Parameters<typeof formatYAML>[0], isHidden);
  return escapeLines(yaml);
}

function escapeLines(yaml: string): string {
  return yaml
    .split('\n')
    .map((line) => escapeUnsafe(line, yamlEscape))
    .join('\n');
}

/** A character as YAML escapes it between double quotes; a tab is not escaped there, and must not be in a block. */
function yamlEscape(char: string): string {
  if (char === '\t') {
    return char;
  }
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : visible(char);
}
