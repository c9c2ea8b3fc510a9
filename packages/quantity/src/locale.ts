/** More than an application uses; a limit, because locales may come from requests. */
const MAX_FORMATTERS = 100;

/** Making a formatter takes 30 µs, formatting less than 1. */
const FORMATTERS: Map<string, Intl.NumberFormat> = /* @__PURE__ */ new Map();

/** The formatter of a language, for numbers that are rounded already. */
export function formatter(locale: string): Intl.NumberFormat {
  let found = FORMATTERS.get(locale);
  if (found === undefined) {
    if (FORMATTERS.size >= MAX_FORMATTERS) {
      FORMATTERS.clear();
    }
    found = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
    FORMATTERS.set(locale, found);
  }
  return found;
}

/** A text whose digits and separators are replaced by those of English, one character for each. */
export interface EnglishText {
  readonly plain: string;
  /** Converts an index of `plain` into one of the original text. */
  readonly indexOf: (index: number) => number;
  /** Whether the language groups two digits before the last three. */
  readonly usesLakhs: boolean;
  /** How the language writes decimals and thousands. */
  readonly examples: readonly string[];
}

/** Marks of the direction, which formatters put around the sign. */
const MARKS = '\u200e\u200f\u061c';
/** Some keyboards have only the first one. */
const APOSTROPHES = "'\u2019";
/** Stands for a separator of another language. */
const FOREIGN = '\ufffd';

/** Keeps indexes equal: a character outside the basic plane is not part of an amount. */
const oneUnit = (character: string) => (character.length === 1 ? character : '?');

/**
 * Rewrites a number of a language with the digits and separators of English.
 *
 * @param text - of a person
 * @param locale - the language of the text
 * @returns the text in English
 * @throws RangeError if the locale is not a language tag
 */
export function inEnglish(text: string, locale: string): EnglishText {
  const format = formatter(locale);
  const parts = format.formatToParts(123_456_789.5);
  const separator = (type: string) => parts.find((part) => part.type === type)?.value;
  const replacements = new Map<string | undefined, string>();
  for (const mark of MARKS) {
    replacements.set(mark, '\u200e');
  }
  for (const foreign of `.,${APOSTROPHES}`) {
    replacements.set(foreign, FOREIGN);
  }
  for (let digit = 0; digit <= 9; digit++) {
    replacements.set(format.format(digit), String(digit));
  }
  const group = separator('group') ?? '';
  // Spaces separate groups in every language.
  if (!/^\s$/.test(group)) {
    for (const same of APOSTROPHES.includes(group) ? APOSTROPHES : [group]) {
      replacements.set(same, ',');
    }
  }
  replacements.set(separator('decimal'), '.');
  const characters = Array.from(text);
  return {
    plain: characters.map((each) => replacements.get(each) ?? oneUnit(each)).join(''),
    indexOf: (index) => characters.slice(0, index).join('').length,
    usesLakhs: parts.filter(({ type }) => type === 'integer')[1]?.value.length === 2,
    examples: [format.format(1.5), format.format(12_345)],
  };
}
