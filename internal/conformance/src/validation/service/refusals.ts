// What the API server rejects, and what we reject, as lines: type, field, value and detail.
import { type FieldProblem } from '@kubesem/core';
import { displayText } from '@kubesem/core/internal';
import type { FieldError } from '../../harness/operation.js';

/** The cause of a status: the words of the type, the value and the detail. */
const WITH_VALUE =
  /^(?:Invalid value|Unsupported value|Too many): ("(?:[^"\\]|\\.)*"|\[.*?\]|[^":[]+)(?:: (.*))?$/s;
const WITHOUT_VALUE = /^(?:Required value|Forbidden|Internal error): (.*)$/s;

/** The rules that an object breaks, for the kind of a case. */
export function rulesOf(refusals: readonly FieldError[]): readonly string[] {
  return refusals.map(({ type, field }) => `${type} ${field}`.replace(/\d+/g, 'n')).sort();
}

/** The problems in the causes of a status. */
export function causeLines(refusals: readonly FieldError[]): readonly string[] {
  const lines = refusals.map(({ type, field, detail }) => {
    const [, shown = '', rest] = WITH_VALUE.exec(detail) ?? [];
    const [, bare] = WITHOUT_VALUE.exec(detail) ?? [];
    return line(type, field, scalar(shown), rest ?? bare ?? detail);
  });
  return lines.sort();
}

/** Our problems in the same form. */
export function problemLines(problems: readonly FieldProblem[]): readonly string[] {
  return problems.map(({ type, path, value, message }) => line(type, path, value, message)).sort();
}

function line(type: string, field: string, value: string | undefined, detail: string): string {
  // What is drawn at random is in no line, nor are lists.
  const isRandom = field === 'metadata.name' || value?.startsWith('[') === true;
  const shown = type === 'INVALID' && !isRandom ? (value ?? '') : '';
  const isPort = type === 'DUPLICATE' && field.endsWith('nodePort');
  return [type === 'INTERNAL_ERROR' ? 'INTERNAL' : type, field, shown, isPort ? '' : detail].join(
    ' | ',
  );
}

/** The value as kubesem shows it. */
function scalar(shown: string): string {
  const value: unknown = shown === '' || shown === 'null' ? '' : JSON.parse(shown);
  return Array.isArray(value) ? '[' : displayText(value);
}

/** Problems without values, as a list of errors has them: where there is no detail, our message has the type and the value. */
export function errorLines(refusals: readonly FieldError[]): readonly string[] {
  return refusals.map(({ type, field, detail }) => line(type, field, '', detail)).sort();
}

/** Our problems in the form of {@link errorLines}. */
export function plainLines(problems: readonly FieldProblem[]): readonly string[] {
  return errorLines(
    problems.map(({ type, path: field, message }) => {
      const hasDetail = !/^(Required value|Duplicate value)/.test(message);
      return { type, field, detail: hasDetail ? message : '' };
    }),
  );
}
