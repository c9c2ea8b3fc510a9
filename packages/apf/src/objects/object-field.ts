import { dns1123LabelErrors, dns1123SubdomainErrors } from '@kubesem/core';
import type { ApfProblem, ApfProblemCode } from './apf-problem.js';

const TYPES: { readonly [code in ApfProblemCode]?: ApfProblem['type'] } = {
  REQUIRED: 'FieldValueRequired',
  FORBIDDEN: 'FieldValueForbidden',
  NOT_SUPPORTED: 'FieldValueNotSupported',
};

/** A field of an object that somebody wrote: it may hold anything, and knows its path. */
export class ObjectField {
  /** Where it is; empty for the object itself. */
  readonly path: string;
  /** What it holds. */
  readonly value: unknown;
  private readonly problems: ApfProblem[];

  /**
   * @param problems - where what is wrong with it goes
   * @param value - what it holds
   * @param path - where it is
   */
  constructor(problems: ApfProblem[], value: unknown, path: string = '') {
    this.problems = problems;
    this.value = value;
    this.path = path;
  }

  /** Its text; empty if it holds something else. */
  get text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  /** Its list; empty if it holds something else. */
  get list(): readonly unknown[] {
    return Array.isArray(this.value) ? this.value : [];
  }

  /** The field of that name in it; the path may have another name. */
  get(name: string, shown: string = name): ObjectField {
    const fields = Object(this.value) as { readonly [name: string]: unknown };
    return new ObjectField(this.problems, fields[name], (this.path && `${this.path}.`) + shown);
  }

  /** Checks the entries of its list, and tells their number. */
  each(check: (entry: ObjectField) => void): number {
    this.list.forEach((entry, i) =>
      check(new ObjectField(this.problems, entry, `${this.path}[${i}]`)),
    );
    return this.list.length;
  }

  /** Notes a problem. */
  report(code: ApfProblemCode, expected: string, value: unknown = this.value): void {
    const { path } = this;
    const type = TYPES[code] || 'FieldValueInvalid';
    this.problems.push({ type, path, value, code, message: `${path}: expected ${expected}` });
  }

  /** It has to be there; whether it is. */
  require(isPresent: unknown): boolean {
    if (!isPresent) {
      this.report('REQUIRED', 'a value', undefined);
    }
    return Boolean(isPresent);
  }

  /** It is there for one type of the object alone; whether it is there. */
  requireIf(isWanted: boolean, mayBeAbsent?: boolean): boolean {
    if (isWanted) {
      return mayBeAbsent ? Boolean(this.value) : this.require(this.value);
    }
    if (this.value) {
      this.report('FORBIDDEN', 'nothing');
    }
    return false;
  }

  /** It has to be one of some words. */
  requireWord(...words: readonly string[]): void {
    if (!words.includes(this.text)) {
      this.report('NOT_SUPPORTED', words.join(' or '));
    }
  }

  /** It has to be in a range, if it is there. */
  requireRange(least: number, most: number = Infinity): void {
    if (
      this.value != null &&
      !((this.value as number) >= least && (this.value as number) <= most)
    ) {
      this.report('OUT_OF_RANGE', `a number from ${least} to ${most}`);
    }
  }

  /** It has to be there, and a name. */
  requireName(syntax: 'label' | 'subdomain', name: string = this.text): void {
    if (this.require(name)) {
      this.checkName(syntax, name);
    }
  }

  /** It has to be a name; there is one problem for each rule that it breaks. */
  checkName(syntax: 'label' | 'subdomain', name: unknown = this.value): void {
    const errors = syntax === 'label' ? dns1123LabelErrors : dns1123SubdomainErrors;
    for (const _ of errors(name)) {
      this.report('INVALID_NAME', `a DNS ${syntax}`);
    }
  }

  /** Its list has to have something, and nothing beside a `*`; without one its entries are checked. */
  requireList(check: (entry: ObjectField) => void = () => undefined): void {
    const { list } = this;
    this.require(list.length);
    if (!list.includes('*')) {
      this.each(check);
    } else if (list.length > 1) {
      this.report('WILDCARD_NOT_ALONE', 'nothing beside *');
    }
  }

  /** What every object has to have, and must not have. */
  requireMetadata(): void {
    const metadata = this.get('metadata');
    const name = metadata.get('name');
    const prefix = metadata.get('generateName');
    const { text } = prefix;
    // The server takes a dash at the end, and the character before it, for a letter.
    if (text) {
      prefix.checkName('subdomain', text.replace(/[\0-\x7f]-$/, 'a'));
    }
    // It makes the name before it checks it: 58 characters at most, and 5 that a name may end with.
    name.requireName('subdomain', name.text || (text && `${text.slice(0, 58)}xxxxx`));
    metadata.get('namespace').requireIf(false);
  }
}
