// Source: `k8s.io/apimachinery/pkg/fields` v0.37.1 (`ParseSelector`).

/** One condition of a field selector. */
interface FieldTerm {
  /** The field, such as `metadata.name`. */
  readonly field: string;
  /** Whether the value is demanded; excluded if not. */
  readonly isDemanded: boolean;
  /** The value. */
  readonly value: string;
}

/** Splits at commas without a backslash in front. */
function splitTerms(selector: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === '\\') {
      i++;
    } else if (selector[i] === ',') {
      terms.push(selector.slice(start, i));
      start = i + 1;
    }
  }
  terms.push(selector.slice(start));
  return terms;
}

/** Takes the backslashes off a value; nothing if it has others than before `\`, `,` and `=`, or a plain `=`. */
function unescapeValue(value: string): string | undefined {
  if (/^(?:[^\\,=]|\\[\\,=])*$/.test(value)) {
    return value.replace(/\\(.)/g, '$1');
  }
  return undefined;
}

function parseTerm(term: string): FieldTerm | undefined {
  const match = /^((?:(?!!=|=).)*)(!=|==|=)(.*)/s.exec(term);
  if (match === null) {
    return undefined;
  }
  const [, field = '', operator, rawValue = ''] = match;
  const value = unescapeValue(rawValue);
  return value === undefined ? undefined : { field, isDemanded: operator !== '!=', value };
}

/**
 * Reads a field selector.
 *
 * @param selector - as it stands in a URL
 * @returns its conditions, in the order of their texts; nothing if it is none
 */
export function parseFieldSelector(selector: string): readonly FieldTerm[] | undefined {
  const terms: FieldTerm[] = [];
  for (const text of splitTerms(selector).sort()) {
    if (text === '') {
      continue;
    }
    const term = parseTerm(text);
    if (term === undefined) {
      return undefined;
    }
    terms.push(term);
  }
  return terms;
}

/**
 * Finds the one value that a field must have.
 *
 * @param terms - from {@link parseFieldSelector}
 * @param field - its name
 * @returns the value of the first condition that demands one
 */
export function requiredValue(terms: readonly FieldTerm[], field: string): string | undefined {
  return terms.find((term) => term.field === field && term.isDemanded)?.value;
}
