// Label selectors as text. Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Lexer` and `Parser`.
import { KubesemError, type Result } from '@kubesem/core';
import { displayText, isInt64Text, raise, wrongType } from '@kubesem/core/internal';
import {
  isKey,
  isValue,
  KEY_RULE,
  type LabelRequirement,
  sortByKey,
  VALUE_RULE,
} from './requirement.js';

/**
 * Why a text is not a label selector.
 *
 * - `INVALID_TYPE`: it is not a string
 * - `UNEXPECTED_TOKEN`: a word or symbol is missing, or is not expected at its place
 * - `INVALID_KEY`, `INVALID_VALUE`: a word is not the key or the value of a label
 * - `NOT_AN_INTEGER`: the value of `<` or `>` is not an integer of 64 bits
 */
export type LabelSelectorErrorCode =
  | 'INVALID_TYPE'
  | 'UNEXPECTED_TOKEN'
  | 'INVALID_KEY'
  | 'INVALID_VALUE'
  | 'NOT_AN_INTEGER';

/** A word or symbol, and where it starts; an empty text at the end of the selector. */
interface Token {
  readonly text: string;
  readonly offset: number;
}

/** As in the Go code, a NUL byte ends a word or symbol; elsewhere it ends the selector. */
function tokensOf(selector: string): Token[] {
  const tokens: Token[] = [];
  const token = /[ \t\r\n]*(==|!=|[=!<>(),]|[^=!<>(), \t\r\n\0]+|)\0?/y;
  let text: string;
  do {
    const match = token.exec(selector) as RegExpExecArray;
    text = match[1] as string;
    tokens.push({ text, offset: match.index + match[0].replace(/\0$/, '').length - text.length });
  } while (text !== '');
  return tokens;
}

const IS_OPERATOR = /^(?:[=!]?=|[<>]|in|notin)$/;

/** Reads the tokens of a selector, one requirement after the other. */
class SelectorReader {
  private position = 0;
  private readonly selector: string;
  private readonly tokens: readonly Token[];

  constructor(selector: string) {
    this.selector = selector;
    this.tokens = tokensOf(selector);
  }

  requirements(): LabelRequirement[] {
    const found: LabelRequirement[] = [];
    if (this.next !== '') {
      do {
        found.push(this.requirement());
      } while (this.take(','));
    }
    return this.next === '' ? found : this.unexpected('a comma');
  }

  private get token(): Token {
    return this.tokens[this.position] as Token;
  }

  private get next(): string {
    return this.token.text;
  }

  private take(text: string): boolean {
    const isNext = this.next === text;
    this.position += isNext ? 1 : 0;
    return isNext;
  }

  /** The next word; undefined if a symbol or the end follows. */
  private word(): Token | undefined {
    const { token } = this;
    if (/^[=!<>(),]|^$/.test(token.text)) {
      return undefined;
    }
    this.position++;
    return token;
  }

  private requirement(): LabelRequirement {
    const isNegated = this.take('!');
    const token = this.word() ?? this.unexpected('a label key');
    const key = token.text;
    if (!isKey(key)) {
      this.fail('INVALID_KEY', token, `"${displayText(key)}" ${KEY_RULE}`);
    }
    const { next } = this;
    if (next === '' || next === ',') {
      return { key, operator: isNegated ? '!' : 'exists', values: [] };
    }
    if (isNegated || !IS_OPERATOR.test(next)) {
      this.unexpected(isNegated ? 'a comma' : 'an operator such as =, != or in');
    }
    this.position++;
    const operator = next as LabelRequirement['operator'];
    if (operator === 'in' || operator === 'notin') {
      return { key, operator, values: [...new Set(this.list())].sort() };
    }
    return { key, operator, values: [this.value(operator === '<' || operator === '>')] };
  }

  /** One value, which may be missing. */
  private value(isInteger: boolean): string {
    const { token, next } = this;
    const value =
      next === '' || next === ',' ? '' : (this.word() ?? this.unexpected('a label value')).text;
    if (isInteger && !isInt64Text(value)) {
      this.fail('NOT_AN_INTEGER', token, `"${displayText(value)}" is not an integer of 64 bits`);
    }
    return this.checked(value, token);
  }

  /** Values in parentheses, separated by commas; any value may be missing. */
  private list(): string[] {
    if (!this.take('(')) {
      this.unexpected('"("');
    }
    const values: string[] = [];
    do {
      const { token } = this;
      values.push(this.checked(this.word()?.text ?? '', token));
    } while (this.take(','));
    return this.take(')') ? values : this.unexpected('a comma or ")"');
  }

  private checked(value: string, token: Token): string {
    return isValue(value)
      ? value
      : this.fail('INVALID_VALUE', token, `"${displayText(value)}" ${VALUE_RULE}`);
  }

  private unexpected(expected: string): never {
    const { text } = this.token;
    const found = text === '' ? 'the end' : `"${displayText(text)}"`;
    return this.fail('UNEXPECTED_TOKEN', this.token, `expected ${expected}, found ${found}`);
  }

  private fail(code: LabelSelectorErrorCode, { offset }: Token, message: string): never {
    throw new KubesemError({ code, message, input: this.selector, offset });
  }
}

/**
 * Parses a label selector, as in a URL or after `kubectl get -l`.
 *
 * `in` and `notin` are operators only after a key. Blanks, tabs, carriage returns and line feeds separate words. `k=` and
 * `k in ()` require an empty value.
 *
 * @param selector - the selector, such as `app=web,tier in (front,back),!canary`
 * @returns the requirements, sorted by key as in Kubernetes, and the values of each sorted and without duplicates; empty
 *   if the selector selects everything
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_TYPE` if the selector is not a string
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNEXPECTED_TOKEN` if a word or symbol is missing, or is
 *   not expected at its place; the error has its offset
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_KEY` if a key is not the key of a label
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `INVALID_VALUE` if a value is not the value of a label
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `NOT_AN_INTEGER` if the value of `<` or `>` is not an
 *   integer of 64 bits
 *
 * @example
 * ```ts
 * import { parseLabelSelector } from '@kubesem/selectors';
 *
 * parseLabelSelector('tier in (front,back),!canary') // => [
 * //   { key: 'canary', operator: '!', values: [] },
 * //   { key: 'tier', operator: 'in', values: ['back', 'front'] },
 * // ]
 * parseLabelSelector('app=a=b') // throws UNEXPECTED_TOKEN
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
 */
export function parseLabelSelector(selector: string): readonly LabelRequirement[] {
  if (typeof selector !== 'string') {
    raise(wrongType(selector, undefined, 'a string'));
  }
  return sortByKey(new SelectorReader(selector).requirements());
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
 * const { error } = safeParseLabelSelector('app=web,version>v1');
 * error?.code // => 'NOT_AN_INTEGER'
 * error?.offset // => 16
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
 */
export function safeParseLabelSelector(
  selector: unknown,
): Result<readonly LabelRequirement[], KubesemError<LabelSelectorErrorCode>> {
  try {
    return { ok: true, value: parseLabelSelector(selector as string) };
  } catch (error) {
    return { ok: false, error: error as KubesemError<LabelSelectorErrorCode> };
  }
}
