import { goQuote } from '../text/go-quote.js';
import { type FieldPath, formatFieldPath } from './path.js';
import { type FieldProblem, type FieldProblemDetails, fieldProblem } from './problem.js';
import { FieldReader } from './reader.js';

/**
 * Reads the fields of an object and collects the problems with them.
 *
 * @internal
 */
export class FieldChecks<Code extends string> extends FieldReader {
  private readonly found: FieldProblem<Code | 'INVALID_TYPE'>[] = [];
  /** Paths of the fields of the wrong type. */
  private readonly unreadable = new Set<string>();

  /** Reports a field of the wrong type, and keeps other rules from it and from what contains it. */
  override readonly report = (problem: FieldProblem<'INVALID_TYPE'>): void => {
    if (!this.unreadable.has(problem.path)) {
      this.unreadable.add(problem.path);
      this.found.push(problem);
    }
  };

  /** How many problems were found so far. */
  get count(): number {
    return this.found.length;
  }

  /** The problems, without those of fields that could not be read. */
  problems(): readonly FieldProblem<Code | 'INVALID_TYPE'>[] {
    if (this.found.length === 0) {
      return [];
    }
    const isWrongType = ({ code }: FieldProblem) => code === 'INVALID_TYPE';
    const wrongTypes = new Set(
      this.found
        .filter(isWrongType)
        .flatMap(({ segments }) =>
          segments.map((_, index) => formatFieldPath(segments.slice(0, index + 1))),
        ),
    );
    return this.found.filter(
      (problem) => isWrongType(problem) || !wrongTypes.has(formatFieldPath(problem.segments)),
    );
  }

  /** Adds a problem. */
  add(path: FieldPath | undefined, finding: Omit<FieldProblemDetails<Code>, 'path'>): void {
    this.found.push(fieldProblem({ ...finding, path }));
  }

  /** Adds a problem unless the value is one of those that are supported. */
  supported(path: FieldPath, code: Code, value: string, supported: readonly string[]): void {
    if (!supported.includes(value)) {
      const message = `supported values: ${supported.map(goQuote).join(', ')}`;
      this.add(path, { type: 'FieldValueNotSupported', code, message, value });
    }
  }
}
