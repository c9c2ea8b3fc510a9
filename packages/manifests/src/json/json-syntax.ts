/** The place where a text stops being JSON, and why. */
export interface JSONSyntaxError {
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds the first syntax error of a text that `JSON.parse` rejects. The error of `JSON.parse` has no place in some
 * engines, and it quotes the text, which may be a Secret.
 *
 * @param text - a text with an object or a list at `start`, nested no deeper than is read
 * @param start - offset of the object or list
 * @returns the error; undefined if the object or list is well-formed
 */
export function findSyntaxError(text: string, start: number): JSONSyntaxError | undefined {
  const checker = new JSONChecker(text, start);
  checker.value();
  return checker.error;
}

const SPACE = /[ \t\r\n]*/y;
const LITERAL =
  /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null)(?![-+.\w])/y;
// Escapes, the end of a string, and characters that a string must not contain.
const IN_STRING = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|["\\\0-\x1f]/g;

/** Checks the grammar; every method returns whether it has found no error. */
class JSONChecker {
  error: JSONSyntaxError | undefined;

  constructor(
    private readonly text: string,
    private index: number,
  ) {}

  value(): boolean {
    const char = this.next();
    if (char === '{') {
      return this.members('}', () => this.key() && this.value());
    }
    if (char === '[') {
      return this.members(']', () => this.value());
    }
    if (char === '"') {
      return this.string();
    }
    LITERAL.lastIndex = this.index;
    if (!LITERAL.test(this.text)) {
      return this.expected('a value');
    }
    this.index = LITERAL.lastIndex;
    return true;
  }

  private members(closer: string, member: () => boolean): boolean {
    this.index += 1;
    if (this.next() === closer) {
      this.index += 1;
      return true;
    }
    while (member()) {
      const char = this.next();
      if (char !== closer && char !== ',') {
        return this.expected(`a comma or "${closer}"`);
      }
      this.index += 1;
      if (char === closer) {
        return true;
      }
    }
    return false;
  }

  private key(): boolean {
    if (this.next() !== '"') {
      return this.expected('a key in double quotes');
    }
    if (!this.string()) {
      return false;
    }
    if (this.next() !== ':') {
      return this.expected('a colon');
    }
    this.index += 1;
    return true;
  }

  private string(): boolean {
    IN_STRING.lastIndex = this.index + 1;
    for (let found = IN_STRING.exec(this.text); found !== null; found = IN_STRING.exec(this.text)) {
      const [token] = found;
      if (token === '"') {
        this.index = IN_STRING.lastIndex;
        return true;
      }
      if (token.length === 1) {
        this.index = found.index;
        const what = token === '\\' ? 'invalid escape sequence' : 'control character or line break';
        return this.fail(`${what} in a string`);
      }
    }
    this.index = this.text.length;
    return this.fail('string without a closing quote');
  }

  /** Skips white space, and returns the next character. */
  private next(): string | undefined {
    SPACE.lastIndex = this.index;
    SPACE.test(this.text);
    this.index = SPACE.lastIndex;
    return this.text[this.index];
  }

  private expected(what: string): false {
    const char = this.text[this.index];
    let found = 'unquoted text';
    if (char === undefined) {
      found = 'the end of the text';
    } else if (char === '"') {
      found = 'a string';
    } else if ('{}[],:'.includes(char)) {
      found = `"${char}"`;
    }
    return this.fail(`expected ${what}, found ${found}`);
  }

  private fail(message: string): false {
    this.error = { offset: this.index, message };
    return false;
  }
}
