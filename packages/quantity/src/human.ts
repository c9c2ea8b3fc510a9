import { KubesemError, type Result } from '@kubesem/core';
import { displayText } from '@kubesem/core/internal';
import { type EnglishText, inEnglish } from './locale.js';
import { makeQuantity, type Quantity } from './quantity.js';
import { MAX_LENGTH, parseText } from './text.js';

/** Options of {@link parseHumanQuantity}. */
export interface HumanQuantityOptions {
  /** The language that the number is written in, such as `de`; by default, decimals follow a point. */
  readonly locale?: string | undefined;
}

/**
 * Why a text is not an amount with a unit.
 *
 * - `INVALID_TYPE`: not a string
 * - `TOO_LONG`: more than 10,000 characters
 * - `NO_NUMBER`: the text does not start with a number
 * - `AMBIGUOUS_SEPARATOR`: a separator that can mean decimals or thousands, as in `1,5 GiB`
 * - `UNKNOWN_UNIT`: an unknown unit
 * - `INVALID_LOCALE`: the option `locale` is not a language tag
 */
export type HumanQuantityErrorCode =
  | 'INVALID_TYPE'
  | 'TOO_LONG'
  | 'NO_NUMBER'
  | 'AMBIGUOUS_SEPARATOR'
  | 'UNKNOWN_UNIT'
  | 'INVALID_LOCALE';

/** A sign, which marks of the direction may surround, and everything up to the unit. Some languages write the minus sign U+2212. */
const NUMBER = /^\u200e?([-+\u2212]?)\u200e?((?:[\d.,\ufffd][\d.,\ufffd\s]*)?)/;
/** Separated thousands: by commas, or by spaces, which may be thin or not break the line. */
const THOUSANDS = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+)(?:\.\d*)?$/;
/** The same in South Asia: groups of two digits before the last three. */
const LAKHS = /^[1-9]\d?(?:,\d{2})*,\d{3}(?:\.\d*)?$/;
const PLAIN = /^\d*(?:\.\d*)?$/;
const UNIT = /^(?:(?:[KMGTPE]i|[kKMGTPE])?B|[KMGTPE]i)?$/;

/**
 * Reads an amount as people and {@link formatQuantity} write it: `1.5 GiB`, `1,024 MB`, `512KiB`, `3 Gi`.
 *
 * This is not the syntax of Kubernetes: `500m` and `1.5G` are for {@link parseQuantity}.
 *
 * **Number.** An optional sign, and digits with an optional point for decimals. Commas or spaces may separate thousands in
 * groups of three, as in `1,024.5` or `1 024`. A comma in another place is ambiguous and an error, because some languages
 * write decimals after a comma. For these, pass the option `locale`: then the separators and digits of that language are
 * read, as {@link formatQuantity} writes them with the same option, and a separator of another language is an error.
 *
 * **Unit.** `kB` (or `KB`), `MB`, `GB`, `TB`, `PB`, `EB` are powers of 1000. `KiB` to `EiB`, and the same without `B`, are
 * powers of 1024. `B` or no unit is one. Capital letters matter: `Gb` are bits. White space around number and unit does not
 * matter.
 *
 * @param text - the amount
 * @param options - the language
 * @returns the amount, rounded away from zero to 10^-9; binary, and capped at ±(2^63 - 1), if the unit is a power of 1024
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_TYPE` if the input is not a string
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `TOO_LONG` if it has more than 10,000 characters
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NO_NUMBER` if it does not start with a number
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `AMBIGUOUS_SEPARATOR` if a separator does not separate groups of three digits, or if there are two points
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNKNOWN_UNIT` if the unit is unknown
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_LOCALE` if the locale is not a language tag
 *
 * @example
 * ```ts
 * import { formatQuantity, parseHumanQuantity } from '@kubesem/quantity';
 *
 * parseHumanQuantity('1.5 GiB').toString() // => '1536Mi'
 * parseHumanQuantity('1,024 MB').toString() // => '1024M'
 * parseHumanQuantity(formatQuantity('512Ki', { style: 'bytes' }).text).toString() // => '512Ki'
 * parseHumanQuantity('1,5 GiB') // throws AMBIGUOUS_SEPARATOR
 * parseHumanQuantity('1.5 Gb') // throws UNKNOWN_UNIT
 * parseHumanQuantity('1.024,5 GiB', { locale: 'de' }).toString() // => '1049088Mi'
 * ```
 */
export function parseHumanQuantity(text: string, { locale }: HumanQuantityOptions = {}): Quantity {
  if (typeof text !== 'string') {
    fail('INVALID_TYPE', text, undefined, 'expected a string');
  }
  if (text.length > MAX_LENGTH) {
    fail('TOO_LONG', text, MAX_LENGTH, `must be at most ${MAX_LENGTH} characters`);
  }
  const { plain, indexOf, usesLakhs, examples } = englishOf(text, locale);
  const trimmed = plain.trim();
  const offset = plain.length - plain.trimStart().length;
  const [found, sign = '', spaced = ''] = NUMBER.exec(trimmed) as RegExpExecArray;
  const number = spaced.trim();
  if (!/\d/.test(number)) {
    fail('NO_NUMBER', text, indexOf(offset), 'expected an amount such as 1.5 GiB');
  }
  if (!PLAIN.test(number) && !(usesLakhs ? LAKHS : THOUSANDS).test(number)) {
    const start = offset + found.length - spaced.length;
    const end = start + number.length;
    const advice =
      locale === undefined
        ? separatorAdvice(number)
        : `numbers in this language look like ${examples.join(' and ')}`;
    const written = displayText(text.slice(indexOf(start), indexOf(end)));
    const separator = indexOf(start + number.search(/[^\d]/));
    fail('AMBIGUOUS_SEPARATOR', text, separator, `"${written}" is ambiguous; ${advice}`);
  }
  const unit = trimmed.slice(found.length);
  if (!UNIT.test(unit)) {
    const index = indexOf(offset + found.length);
    fail('UNKNOWN_UNIT', text, index, unitAdvice(text.slice(index).trim()));
  }
  const suffix = unit.replace('B', '').replace(/^K$/, 'k');
  const digits = `${sign === '\u2212' ? '-' : sign}${number.replace(/[^\d.]/g, '')}`;
  const { mantissa, scale, format } = parseText(digits + suffix);
  // Without its spelling: 1.50 GB is 1.5 GB.
  return makeQuantity(mantissa, scale, format);
}

function englishOf(text: string, locale: string | undefined): EnglishText {
  if (locale === undefined) {
    return { plain: text, indexOf: (index) => index, usesLakhs: false, examples: [] };
  }
  try {
    return inEnglish(text, locale);
  } catch {
    fail('INVALID_LOCALE', locale, undefined, 'expected a language tag such as de or pt-BR');
  }
}

/**
 * Reads an amount as people write it, without throwing.
 *
 * @param text - any value
 * @param options - the language
 * @returns `{ ok: true, value }` with the quantity of {@link parseHumanQuantity}, or `{ ok: false, error }`
 *
 * @example
 * ```ts
 * import { safeParseHumanQuantity } from '@kubesem/quantity';
 *
 * safeParseHumanQuantity('250 MB').value?.toString() // => '250M'
 * safeParseHumanQuantity('1,5 GiB').error?.message // => '"1,5" is ambiguous; write 1.5 for decimals, or 15 without a separator'
 * ```
 */
export function safeParseHumanQuantity(
  text: unknown,
  options: HumanQuantityOptions = {},
): Result<Quantity, KubesemError<HumanQuantityErrorCode>> {
  try {
    return { ok: true, value: parseHumanQuantity(text as string, options) };
  } catch (error) {
    return { ok: false, error: error as KubesemError<HumanQuantityErrorCode> };
  }
}

function separatorAdvice(number: string): string {
  const parts = number.split(',');
  return parts.length === 2 && number.length < 40 && parts.every((part) => /^\d+$/.test(part))
    ? `write ${parts.join('.')} for decimals, or ${parts.join('').replace(/^0+(?=\d)/, '')} without a separator`
    : 'write decimals after a point, as in 1.5, and thousands as in 1,024 or 1024';
}

function unitAdvice(unit: string): string {
  const units = [
    ...['B', 'kB', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'],
    ...['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'],
  ];
  const meant = units.find(
    (known) => known.toLowerCase() === unit.toLowerCase() || known === `${unit}B`,
  );
  const advice =
    meant === undefined ? 'use B, kB to EB, KiB to EiB or Ki to Ei' : `did you mean ${meant}?`;
  return `unknown unit "${displayText(unit)}"; ${advice}`;
}

function fail(
  code: HumanQuantityErrorCode,
  input: unknown,
  offset: number | undefined,
  message: string,
): never {
  throw new KubesemError({ code, input, offset, message });
}
