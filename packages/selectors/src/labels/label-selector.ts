// Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Parse`.
import { isInt64Text, labelValueErrors, qualifiedNameErrors } from '@kubesem/core';

const OPERATOR = /^(?:=|==|!=|<|>|in|notin)$/;
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

function isValue(value: string): boolean {
  return labelValueErrors(value).length === 0;
}

/** Checks the tokens of a selector, one requirement after the other. */
class SelectorCheck {
  private position = 0;
  private readonly tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.tokens = tokens;
  }

  isValid(): boolean {
    if (this.tokens.length === 0) {
      return true;
    }
    do {
      if (!this.isRequirement()) {
        return false;
      }
    } while (this.take(','));
    return this.position === this.tokens.length;
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

  private isRequirement(): boolean {
    const isNegated = this.take('!');
    const key = this.word();
    if (key === undefined || qualifiedNameErrors(key).length > 0) {
      return false;
    }
    const { next } = this;
    if (isNegated || next === undefined || next === ',') {
      return true;
    }
    if (!OPERATOR.test(next)) {
      return false;
    }
    this.position++;
    if (next === 'in' || next === 'notin') {
      return this.isList();
    }
    const value = this.next === undefined || this.next === ',' ? '' : this.word();
    if (value === undefined || !isValue(value)) {
      return false;
    }
    return (next !== '<' && next !== '>') || isInt64Text(value);
  }

  /** Whether values in parentheses follow, separated by commas; any value may be missing. */
  private isList(): boolean {
    if (!this.take('(')) {
      return false;
    }
    while (!this.take(')')) {
      const value = this.word();
      if (value !== undefined && !isValue(value)) {
        return false;
      }
      if (this.next === ')') {
        continue;
      }
      if (!this.take(',')) {
        return false;
      }
    }
    return true;
  }
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
  return new SelectorCheck(tokensOf(selector)).isValid();
}
