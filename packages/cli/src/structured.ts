import { Document, visit } from 'yaml';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const RAW_CONTROL = /[\u007f-\u009f]/g;

/**
 * Writes plain data for programs.
 *
 * Control characters are escaped throughout, those that JSON would let pass, too: the output may end up on a terminal.
 *
 * @param data - what `JSON.stringify` can write
 * @param format - `json` or `yaml`
 * @returns the text, with its last line end
 */
export function renderStructured(data: unknown, format: 'json' | 'yaml'): string {
  const json = JSON.stringify(data, undefined, 2);
  if (format === 'json') {
    return `${json.replace(RAW_CONTROL, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}\n`;
  }
  // YAML 1.1, so that kubectl and all that reads like it takes `no` and `1e3` for the texts that they are.
  const document = new Document(JSON.parse(json), { version: '1.1', aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && CONTROL.test(node.value)) {
        node.type = 'QUOTE_DOUBLE';
      }
    },
  });
  document.directives = undefined;
  const yaml = document.toString({ lineWidth: 0 });
  return yaml.replace(RAW_CONTROL, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
}
