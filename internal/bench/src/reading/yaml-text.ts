/**
 * Prints an object as kubectl prints YAML.
 *
 * @param value - plain data without empty keys
 * @returns YAML in block style
 */
export function yamlText(value: object): string {
  return nodeText(value, '').trimStart();
}

/** The text after a key or a dash, with its line feed. */
function nodeText(value: unknown, indent: string): string {
  if (typeof value === 'string' && value.includes('\n')) {
    return ` |-\n${value.replace(/^/gm, indent)}\n`;
  }
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return ` ${scalarText(value)}\n`;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      const text = nodeText(item, `${indent}  `);
      return `${indent}- ${text.trimStart()}`;
    });
    return `\n${items.join('')}`;
  }
  const members = Object.entries(value).map(([key, member]) => {
    const inner = Array.isArray(member) ? indent : `${indent}  `;
    return `${indent}${scalarText(key)}:${nodeText(member, inner)}`;
  });
  return `\n${members.join('')}`;
}

const PLAIN = /^[A-Za-z0-9][\w./:, -]*$/;
const NOT_PLAIN = /: |[: ]$|^[0-9.e]*$|^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Numbers, booleans, empty lists and objects are the same in JSON. */
function scalarText(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) && !NOT_PLAIN.test(value)
    ? value
    : JSON.stringify(value);
}
