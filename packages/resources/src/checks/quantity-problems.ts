import { attempt, type Problem } from '@kubesem/core';
import { appendAll, displayText, problemOf } from '@kubesem/core/internal';
import {
  type Quantity,
  type QuantityParseErrorCode,
  quantityFromJSON,
  safeParseQuantity,
} from '@kubesem/quantity';
import { amountErrors, type ResourceAmountError } from '../names/resource-kind.js';
import { isHugePages, isIntegerResource } from '../names/resource-names.js';
import { bytesProblem, fineCpuProblem, isWarnedInBytes } from './amount-problems.js';

/**
 * Why a text is not a good amount of a resource.
 *
 * - a code of {@link @kubesem/quantity!QuantityParseErrorCode | QuantityParseErrorCode}: it is not a quantity
 * - a code of {@link ResourceAmountError}: the API server rejects such an amount of the resource
 * - `BYTES_FRACTIONAL`: memory or ephemeral storage is not a whole number of bytes, as in `512m`; the API server warns
 * - `CPU_FINER_THAN_MILLI`: cpu is not a multiple of `1m`; the API server rounds it up
 */
export type QuantityProblemCode =
  | Exclude<QuantityParseErrorCode, 'NOT_FINITE'>
  | ResourceAmountError
  | 'BYTES_FRACTIONAL'
  | 'CPU_FINER_THAN_MILLI';

/** What is wrong with the text of a form field, and what may be meant. It has no segments. */
export interface QuantityProblem extends Problem<QuantityProblemCode> {
  /** A text without problems that the user may mean; absent if there is no good guess. */
  readonly suggestion?: string;
}

/** Options of {@link quantityProblems}. */
export interface QuantityProblemsOptions {
  /** The name of the resource, such as `memory` or `nvidia.com/gpu`; it decides which amounts are valid. */
  readonly resource: string;
}

const MESSAGES: { readonly [code in ResourceAmountError]: string } = {
  NEGATIVE: 'must be 0 or more',
  FRACTIONAL_EXTENDED_RESOURCE: 'must be a whole number',
  HUGE_PAGES_NOT_MULTIPLE: 'must be a multiple of the page size',
};

/** Nobody types longer amounts into a form. */
const MAX_SUGGESTED = 100;
const NUMBER_AND_UNIT = /^([-+]?[\d.,]+)\s*([a-z]*)$/i;
const THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const CORES = /^(?:v?cpus?|cores?)$/i;
const MILLICORES = /^milli(?:cpus?|cores?)$/i;
/** Units of bytes in any letter case, and suffixes in the wrong one. */
const BYTES = /^(?:([kmgtpe])(i?))?(b|bytes?)?$/i;

/**
 * Checks what a user typed into a form field for an amount, and suggests what may be meant.
 *
 * The text may be anything that the API server accepts, so white space around it is not a problem. A suggestion fixes all
 * problems, and is valid itself. Do not use it without asking: `1,024` may be one or one thousand.
 *
 * @param text - the text of the field
 * @param options - the resource
 * @returns the problems; empty if the API server accepts and stores the amount as written
 *
 * @example
 * ```ts
 * import { quantityProblems } from '@kubesem/resources';
 *
 * quantityProblems('1.5Gi', { resource: 'memory' }) // => []
 * quantityProblems('1.5 GB', { resource: 'memory' })[0]?.suggestion // => '1.5G'
 * quantityProblems('0.5 cores', { resource: 'cpu' })[0]?.suggestion // => '500m'
 * const [problem] = quantityProblems('512m', { resource: 'memory' });
 * problem?.message // => '512m is 0.512 bytes; did you mean 512Mi?'
 * problem?.suggestion // => '512Mi'
 * quantityProblems('1500m', { resource: 'nvidia.com/gpu' }).map(({ code }) => code) // => ['FRACTIONAL_EXTENDED_RESOURCE']
 * ```
 */
export function quantityProblems(
  text: string,
  options: QuantityProblemsOptions,
): readonly QuantityProblem[] {
  const { resource } = options;
  const found = problemsOf(text, resource);
  const suggestion = found.length > 0 ? suggestionFor(text, resource) : undefined;
  return found.map(({ code, message }) => {
    const severity = WARNED.has(code) ? 'warning' : 'error';
    const problem = problemOf({ code, severity, value: text, message });
    return suggestion === undefined ? problem : { ...problem, suggestion };
  });
}

/** What the API server accepts, but warns of or changes. */
const WARNED: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['BYTES_FRACTIONAL', 'CPU_FINER_THAN_MILLI'],
]);

function problemsOf(
  text: unknown,
  resource: string,
): readonly Pick<QuantityProblem, 'code' | 'message'>[] {
  if (typeof text !== 'string') {
    return [{ code: 'INVALID_TYPE', message: 'expected a string' }];
  }
  const { value, error } = attempt(() => quantityFromJSON(text));
  if (error !== undefined) {
    return [{ code: error.code as QuantityProblemCode, message: error.message }];
  }
  const written = displayText(text.trim());
  const stored = value.roundUp(-3);
  const broken = amountErrors(resource, stored).map((code) => ({ code, message: MESSAGES[code] }));
  const odd =
    resource === 'cpu' ? fineCpuProblem(value, written) : bytesProblem(resource, stored, written);
  return odd === undefined ? broken : [...broken, odd];
}

/** The first text without problems of those that the user may mean. */
function suggestionFor(text: unknown, resource: string): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_SUGGESTED) {
    return undefined;
  }
  return spellings(text.trim(), resource)
    .flatMap((spelling) => [spelling, ...corrections(spelling, resource)])
    .find((each) => problemsOf(each, resource).length === 0);
}

/** The text as a quantity of Kubernetes may be spelled. */
function spellings(text: string, resource: string): readonly string[] {
  const [, number, unit = ''] = NUMBER_AND_UNIT.exec(text) ?? [];
  if (number === undefined) {
    return [text];
  }
  const digits = THOUSANDS.test(number) ? number.replace(/,/g, '') : number.replace(',', '.');
  const candidates = [text, `${digits}${unit}`];
  const [, letter = '', i = '', byte] = BYTES.exec(unit) ?? [];
  const isKilo = letter.toLowerCase() === 'k' && i === '';
  const suffix = `${isKilo ? 'k' : letter.toUpperCase()}${i.toLowerCase()}`;
  if (resource === 'cpu' && CORES.test(unit)) {
    candidates.push(`${safeParseQuantity(digits).value}`);
  } else if (resource === 'cpu' && MILLICORES.test(unit)) {
    candidates.push(`${digits}m`);
  } else if (suffix !== '' || byte !== undefined) {
    // Neither cores nor devices are counted in bytes.
    const isCounted = resource === 'cpu' || isIntegerResource(resource);
    appendAll(candidates, isCounted && byte !== undefined ? [] : [`${digits}${suffix}`]);
  }
  return candidates;
}

/** Texts that break fewer rules of the resource. */
function corrections(spelling: string, resource: string): readonly string[] {
  const positive = spelling.replace(/^-/, '');
  const amount = safeParseQuantity(positive).value;
  if (amount === undefined) {
    return [];
  }
  const isThousandth = isWarnedInBytes(resource) && positive.endsWith('m');
  const rounded = roundedFor(resource, amount);
  return [
    positive,
    ...(isThousandth ? [`${positive.slice(0, -1)}Mi`] : []),
    // Beyond exa, the text has another value.
    ...(rounded && safeParseQuantity(`${rounded}`).value?.equals(rounded) ? [`${rounded}`] : []),
  ];
}

/** The next valid amount of a resource; undefined if it is not what the user may mean. */
function roundedFor(resource: string, amount: Quantity): Quantity | undefined {
  if (isHugePages(resource)) {
    const size = safeParseQuantity(resource.slice('hugepages-'.length)).value;
    if (size === undefined || size.sign() <= 0) {
      return undefined;
    }
    const [bytes, page] = [amount.value(), size.value()];
    return size.mul((bytes + page - BigInt(1)) / page);
  }
  if (isWarnedInBytes(resource)) {
    // Nobody means 1 byte by 0.5.
    return amount.cmp(1024) < 0 ? undefined : amount.roundUp(0);
  }
  return amount.roundUp(isIntegerResource(resource) ? 0 : -3);
}
