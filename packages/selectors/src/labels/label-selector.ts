// Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse` and `Requirement.Matches`.
import {
  isInt64Text,
  KubesemError,
  labelValueErrors,
  qualifiedNameErrors,
  type Result,
  type StringMap,
} from '@kubesem/core';

/**
 * One requirement of a label selector.
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Requirement`.
 */
export interface LabelRequirement {
  /** Key of the label. */
  readonly key: string;
  /** How the label is compared; `exists` and `!` (does not exist) have no values, `in` and `notin` any number, others one. */
  readonly operator: 'exists' | '!' | '=' | '==' | '!=' | 'in' | 'notin' | '<' | '>';
  /** The values. */
  readonly values: readonly string[];
}

const OPERATORS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  '=',
  '==',
  '!=',
  '<',
  '>',
  'in',
  'notin',
]);
const SYMBOL = /^[=!<>(),]/;

/** The words and symbols of a selector. As in the Go code, a NUL byte ends a word or symbol; elsewhere it ends the text. */
function tokensOf(selector: string): string[] {
  const tokens: string[] = [];
  const token = /[ \t\r\n]*(==|!=|[=!<>(),]|[^=!<>(), \t\r\n\0]+)\0?/y;
  for (let match = token.exec(selector); match !== null; match = token.exec(selector)) {
    tokens.push(match[1] as string);
  }
  return tokens;
}

const isWord = (token: string | undefined): token is string =>
  token !== undefined && !SYMBOL.test(token);

/** Reads the tokens of a selector, one requirement after the other. */
class SelectorReader {
  private position = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  /** The requirements; undefined if the selector is invalid. */
  requirements(): LabelRequirement[] | undefined {
    const found: LabelRequirement[] = [];
    if (this.tokens.length === 0) {
      return found;
    }
    do {
      const requirement = this.requirement();
      if (requirement === undefined) {
        return undefined;
      }
      found.push(requirement);
    } while (this.take(','));
    return this.position === this.tokens.length ? found : undefined;
  }

  private get next(): string | undefined {
    return this.tokens[this.position];
  }

  private take(token: string): boolean {
    if (this.next !== token) {
      return false;
    }
    this.position++;
    return true;
  }

  private word(): string | undefined {
    const { next } = this;
    if (!isWord(next)) {
      return undefined;
    }
    this.position++;
    return next;
  }

  private requirement(): LabelRequirement | undefined {
    const isNegated = this.take('!');
    const key = this.word();
    if (key === undefined || qualifiedNameErrors(key).length > 0) {
      return undefined;
    }
    const { next } = this;
    if (isNegated || next === undefined || next === ',') {
      return { key, operator: isNegated ? '!' : 'exists', values: [] };
    }
    if (!OPERATORS.has(next)) {
      return undefined;
    }
    this.position++;
    const operator = next as LabelRequirement['operator'];
    const values = next === 'in' || next === 'notin' ? this.list() : this.value();
    const isValid = (value: string) =>
      labelValueErrors(value).length === 0 &&
      ((operator !== '<' && operator !== '>') || isInt64Text(value));
    return values?.every(isValid) ? { key, operator, values } : undefined;
  }

  /** One value, which may be missing. */
  private value(): string[] | undefined {
    const value = this.next === undefined || this.next === ',' ? '' : this.word();
    return value === undefined ? undefined : [value];
  }

  /** Values in parentheses, separated by commas; any value may be missing. */
  private list(): string[] | undefined {
    if (!this.take('(')) {
      return undefined;
    }
    const values: string[] = [];
    do {
      values.push(this.word() ?? '');
    } while (this.take(','));
    return this.take(')') ? values : undefined;
  }
}

/**
 * Parses a label selector.
 *
 * @param selector - the selector, such as `app=web,tier in (front,back),!canary`
 * @returns the requirements in their order; empty if the selector selects everything
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_LABEL_SELECTOR` if the API server rejects
 *   the selector, or it is not a string
 *
 * @example
 * ```ts
 * import { parseLabelSelector } from '@kubesem/selectors';
 *
 * parseLabelSelector('tier in (front,back),!canary') // => [
 * //   { key: 'tier', operator: 'in', values: ['front', 'back'] },
 * //   { key: 'canary', operator: '!', values: [] },
 * // ]
 * parseLabelSelector('app=a=b') // throws INVALID_LABEL_SELECTOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
 */
export function parseLabelSelector(selector: string): readonly LabelRequirement[] {
  const { error, value } = safeParseLabelSelector(selector);
  if (error !== undefined) {
    throw error;
  }
  return value;
}

/**
 * Parses a label selector that may be invalid.
 *
 * @param selector - the selector, or anything else; see {@link parseLabelSelector}
 * @returns the requirements, or the error
 *
 * @example
 * ```ts
 * import { safeParseLabelSelector } from '@kubesem/selectors';
 *
 * safeParseLabelSelector('app=web').value?.length // => 1
 * safeParseLabelSelector('version>v1').error?.code // => 'INVALID_LABEL_SELECTOR'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
 */
export function safeParseLabelSelector(
  selector: unknown,
): Result<readonly LabelRequirement[], KubesemError<'INVALID_LABEL_SELECTOR'>> {
  const isText = typeof selector === 'string';
  const value = isText ? new SelectorReader(tokensOf(selector)).requirements() : undefined;
  if (value !== undefined) {
    return { ok: true, value };
  }
  const code = 'INVALID_LABEL_SELECTOR';
  const message = isText
    ? 'expected requirements such as app=web, tier in (front,back) or !canary, separated by commas'
    : 'expected a string';
  return { ok: false, error: new KubesemError({ code, message, input: selector }) };
}

/**
 * Reports whether the API server accepts a label selector.
 *
 * @param selector - the selector, such as `app=web,tier in (front,back),!canary`
 * @returns whether it is valid; an empty selector is valid
 *
 * @example
 * ```ts
 * import { isValidLabelSelector } from '@kubesem/selectors';
 *
 * isValidLabelSelector('app=web,tier in (front,back),!canary') // => true
 * isValidLabelSelector('version>v1') // => false
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
 */
export function isValidLabelSelector(selector: string): boolean {
  return safeParseLabelSelector(selector).ok;
}

/**
 * Reports whether a label selector selects an object.
 *
 * An object without a label matches `!=` and `notin`. `<` and `>` compare 64-bit integers.
 *
 * @param requirements - the result of {@link parseLabelSelector}
 * @param labels - the labels of the object
 * @returns whether the labels meet all requirements
 *
 * @example
 * ```ts
 * import { matchesLabels, parseLabelSelector } from '@kubesem/selectors';
 *
 * const requirements = parseLabelSelector('app=web,tier!=cache');
 * matchesLabels(requirements, { app: 'web' }) // => true
 * matchesLabels(requirements, { app: 'web', tier: 'cache' }) // => false
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Requirement.Matches`.
 */
export function matchesLabels(
  requirements: readonly LabelRequirement[],
  labels: StringMap | null | undefined,
): boolean {
  return requirements.every((requirement) => meets(requirement, labels ?? {}));
}

function meets({ key, operator, values }: LabelRequirement, labels: StringMap): boolean {
  // A null is an empty string, as in Go.
  const value = Object.prototype.hasOwnProperty.call(labels, key) ? (labels[key] ?? '') : undefined;
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value);
    case '<':
    case '>': {
      if (value === undefined || !isInt64Text(value)) {
        return false;
      }
      const [found, limit] = [BigInt(plainInteger(value)), BigInt(plainInteger(values[0] ?? ''))];
      return operator === '<' ? found < limit : found > limit;
    }
    default:
      return value !== undefined && values.includes(value);
  }
}

/** `BigInt` accepts no plus sign. */
function plainInteger(text: string): string {
  return text.replace(/^\+/, '');
}
