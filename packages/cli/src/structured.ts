import { KUBERNETES_VERSION } from '@kubesem/core';
import { Document, visit } from 'yaml';
import { escapeUnsafe, isUnsafe, visible } from './terminal.js';

/**
 * Writes plain data for programs.
 *
 * What a terminal would obey, or hide, is escaped throughout, though JSON would let much of it pass: the output may end
 * up on one.
 *
 * @param data - what `JSON.stringify` can write
 * @param format - `json` or `yaml`
 * @returns the text, with its last line end
 */
export function renderStructured(data: unknown, format: 'json' | 'yaml'): string {
  const json = JSON.stringify(data, undefined, 2);
  if (format === 'json') {
    return `${eachLine(json, visible)}\n`;
  }
  // YAML 1.1, so that kubectl and all that reads like it takes `no` and `1e3` for the texts that they are.
  const document = new Document(JSON.parse(json), { version: '1.1' });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && isUnsafe(node.value)) {
        node.type = 'QUOTE_DOUBLE';
      }
    },
  });
  document.directives = undefined;
  const yaml = document.toString({ lineWidth: 0 });
  return eachLine(yaml, (line) => escapeUnsafe(line, yamlEscape));
}

/**
 * Writes what a command found for programs, with the release that it follows, and what is told beside it.
 *
 * @param report - plain data
 * @param problems - what is wrong with the input
 * @param format - `json` or `yaml`
 * @returns the text, with its last line end
 */
export function renderReport(
  report: object,
  problems: readonly object[],
  format: 'json' | 'yaml',
): string {
  return renderStructured({ kubernetesVersion: KUBERNETES_VERSION, ...report, problems }, format);
}

/** The line ends are those of the layout: in a text they are escaped already. */
function eachLine(text: string, escape: (line: string) => string): string {
  return text.split('\n').map(escape).join('\n');
}

/** A character as YAML escapes it between double quotes. */
function yamlEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
