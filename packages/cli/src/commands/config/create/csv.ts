/**
 * Splits the value of an option into its fields, as kubectl does: at commas, except in double quotes.
 *
 * Source: `github.com/spf13/pflag` v1.0.9, `StringSlice`.
 *
 * @returns the fields of the first line; undefined if the quotes are wrong
 */
export function fieldsOf(text: string): readonly string[] | undefined {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\r?\n|$)/y;
  for (let end = text === ''; !end; ) {
    const match = field.exec(text);
    if (match === null) {
      return undefined;
    }
    const [, quoted, plain = '', separator] = match;
    fields.push(quoted?.replace(/""/g, '"') ?? plain);
    end = separator !== ',';
  }
  return fields;
}
