const ESCAPES: { readonly [char: string]: string | undefined } = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  "'": "'",
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const TOKEN = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\n[ \t\n]*|[^])|[ \t\n]+/g;

/**
 * Reads the text between double quotes.
 *
 * Source: `go.yaml.in/yaml/v2` v2.4.4, `yaml_parser_scan_flow_scalar`.
 *
 * @returns undefined if it has an escape sequence that YAML 1.1 does not have
 */
export function readDoubleQuoted(source: string): string | undefined {
  let isValid = true;
  const text = source.replace(TOKEN, (token) => {
    const lines = token.split('\n').length - 1;
    if (token[0] !== '\\') {
      return lines === 0 ? token : lines === 1 ? ' ' : '\n'.repeat(lines - 1);
    }
    if (lines > 0) {
      return '\n'.repeat(lines - 1);
    }
    const char = token.length === 2 ? ESCAPES[token.slice(1)] : characterOf(token.slice(2));
    isValid &&= char !== undefined;
    return char ?? '';
  });
  return isValid ? text : undefined;
}

function characterOf(hexadecimal: string): string | undefined {
  const code = Number.parseInt(hexadecimal, 16);
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
