import { KUBERNETES_VERSION } from '@kubesem/core';
import { formatYAML } from '@kubesem/manifests/internal';
import { Document, visit } from 'yaml';
import { escapeUnsafe, isUnsafe, visible, visibleLines } from './text.js';

/** The structured formats. */
export type StructuredFormat = 'json' | 'yaml';

/**
 * Writes the model of a command for programs as YAML, with the release that it follows.
 *
 * @param model - what `JSON.stringify` can write
 * @returns the text, with its last line end
 */
export function renderModel(model: object): string {
  return renderStructured({ kubernetesVersion: KUBERNETES_VERSION, ...model }, 'yaml');
}

/**
 * Writes the model of a command for programs as JSON, with the release that it follows. The elements of its lists are written one
 * at a time: all of them can be longer than a text can be.
 *
 * @param model - what `JSON.stringify` can write; its lists can be iterables
 * @returns pieces of the text that {@link renderStructured} would write
 */
export function* jsonPieces(model: object): Generator<string, void> {
  let separator = '{';
  for (const [key, value] of Object.entries({ kubernetesVersion: KUBERNETES_VERSION, ...model })) {
    const name = `${separator}\n  ${visible(JSON.stringify(key))}: `;
    const text = isList(value) ? undefined : indentedJson(value, '  ');
    if (isList(value)) {
      let before = `${name}[`;
      for (const element of value) {
        yield `${before}\n    ${indentedJson(element, '    ') ?? 'null'}`;
        before = ',';
      }
      yield before === ',' ? '\n  ]' : `${before}]`;
    } else if (text !== undefined) {
      yield `${name}${text}`;
    } else {
      continue;
    }
    separator = ',';
  }
  yield '\n}\n';
}

/** A list, or an iterable that is one in JSON. */
function isList(value: unknown): value is Iterable<unknown> {
  return (
    Array.isArray(value) ||
    (typeof value === 'object' && value !== null && Symbol.iterator in value && 'toJSON' in value)
  );
}

/** The lines of a value, indented after the first one; undefined for a value that JSON omits. */
function indentedJson(value: unknown, indent: string): string | undefined {
  const json = JSON.stringify(value, undefined, 2) as string | undefined;
  return json?.split('\n').map(visible).join(`\n${indent}`);
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
