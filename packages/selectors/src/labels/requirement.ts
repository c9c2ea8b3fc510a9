// What the three forms of label selectors have in common: requirements.
// Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Requirement.Matches` and `Requirement.String`.
import { labelValueErrors, qualifiedNameErrors, type StringMap } from '@kubesem/core';
import { fields, isInt64Text, THROW } from '@kubesem/core/internal';

/**
 * One requirement of a label selector: what the value of a label must be.
 *
 * All forms of label selectors can be turned into requirements: text by {@link parseLabelSelector}, an object by
 * {@link labelSelectorRequirements}, and the selector of a Service by {@link serviceSelectorRequirements}. An object is
 * selected if it meets all requirements, so an empty list selects everything.
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, type `Requirement`.
 */
export interface LabelRequirement {
  /** Key of the label. */
  readonly key: string;
  /**
   * How the label is compared. `exists` and `!` (does not exist) have no values, `in` and `notin` one or more, and all
   * others one.
   */
  readonly operator: 'exists' | '!' | '=' | '==' | '!=' | 'in' | 'notin' | '<' | '>';
  /** The values. */
  readonly values: readonly string[];
}

/** What to write instead of an invalid key. */
export const KEY_RULE =
  'is not a label key; use letters, digits, "-", "_" and ".", such as example.com/tier';
/** What to write instead of an invalid value. */
export const VALUE_RULE = 'is not a label value; use at most 63 letters, digits, "-", "_" and "."';

/** Whether a text is the key of a label. */
export function isKey(text: string): boolean {
  return qualifiedNameErrors(text).length === 0;
}

/** Whether a text is the value of a label. */
export function isValue(text: string): boolean {
  return labelValueErrors(text).length === 0;
}

/** Sorts requirements as Kubernetes does: by key, which is ASCII, and those of one key in their order. */
export function sortByKey(requirements: readonly LabelRequirement[]): readonly LabelRequirement[] {
  return [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Reads the labels of an object. */
export function readLabels(labels: StringMap | null | undefined): StringMap {
  // Without a cursor if nothing is wrong: this runs for each of many objects.
  const isMap = typeof labels === 'object' && labels !== null && !Array.isArray(labels);
  return isMap ? labels : fields(labels, THROW).value;
}

/** The value of a label; undefined if there is none. A null is an empty string, as in Go. */
export function labelValue(labels: StringMap, key: string): string | undefined {
  if (!Object.prototype.hasOwnProperty.call(labels, key)) {
    return undefined;
  }
  const value = labels[key] ?? '';
  return typeof value === 'string' ? value : fields(labels, THROW).text(key);
}

/** Whether the value of a label meets a requirement; undefined if there is no such label. */
export function isMetBy(
  { operator, values }: LabelRequirement,
  value: string | undefined,
): boolean {
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
      const limit = values[0] ?? '';
      if (value === undefined || !isInt64Text(value) || !isInt64Text(limit)) {
        return false;
      }
      return operator === '<' ? integer(value) < integer(limit) : integer(value) > integer(limit);
    }
    default:
      return value !== undefined && values.includes(value);
  }
}

/** `BigInt` accepts no plus sign. */
function integer(text: string): bigint {
  return BigInt(text.replace('+', ''));
}

/**
 * Writes requirements as the text of a label selector, as in a URL or after `kubectl get -l`.
 *
 * @param requirements - the requirements
 * @returns the text, which {@link parseLabelSelector} can parse; empty if there are no requirements
 *
 * @example
 * ```ts
 * import { formatLabelRequirements, parseLabelSelector } from '@kubesem/selectors';
 *
 * formatLabelRequirements(parseLabelSelector('tier in (front, back), !canary')) // => '!canary,tier in (back,front)'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/labels` v0.37.1, `Selector.String`.
 */
export function formatLabelRequirements(requirements: readonly LabelRequirement[]): string {
  return requirements.map(formatRequirement).join(',');
}

/** Writes one requirement. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${[...values].sort().join()})`;
    default:
      return key + operator + values.join();
  }
}
