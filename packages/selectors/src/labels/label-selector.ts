// Label selectors as objects. Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1.
import {
  type FieldPath,
  type FieldProblem,
  KubesemError,
  type LabelSelector,
  type LabelSelectorRequirement,
} from '@kubesem/core';
import {
  ABSENT,
  bareObject,
  compareUtf8,
  displayText,
  FieldProblems,
  type Fields,
  fields,
  THROW,
  writtenPath,
} from '@kubesem/core/internal';
import { parseLabelSelector } from './parse.js';
import {
  formatLabelRequirements,
  formatRequirement,
  isKey,
  isValue,
  KEY_RULE,
  type LabelRequirement,
  sortByKey,
  VALUE_RULE,
} from './requirement.js';

/**
 * Why a `LabelSelector` is invalid.
 *
 * - `INVALID_TYPE`: a field has the wrong JSON type
 * - `INVALID_KEY`, `INVALID_VALUE`: a key or value of a label is invalid
 * - `UNKNOWN_OPERATOR`: an operator is not `In`, `NotIn`, `Exists` or `DoesNotExist`
 * - `VALUES_REQUIRED`: `In` or `NotIn` has no values
 * - `VALUES_FORBIDDEN`: `Exists` or `DoesNotExist` has values
 */
export type LabelSelectorProblemCode =
  | 'INVALID_TYPE'
  | 'INVALID_KEY'
  | 'INVALID_VALUE'
  | 'UNKNOWN_OPERATOR'
  | 'VALUES_REQUIRED'
  | 'VALUES_FORBIDDEN';

type Cursor<T extends object> = Fields<T, LabelSelectorProblemCode>;

const OPERATORS: ReadonlyMap<string, LabelRequirement['operator']> = /* @__PURE__ */ new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/** Reads the requirements of a selector, and reports what is wrong with them. */
function readRequirements(selector: Cursor<LabelSelector>): readonly LabelRequirement[] {
  const labels = [...selector.map('matchLabels')].map(([key, value]): LabelRequirement => {
    // The API server names no key.
    const path = writtenPath(selector.pathOf('matchLabels'), key, '');
    checkKey(selector, path, key);
    checkValue(selector, path, value);
    return { key, operator: '=', values: [value] };
  });
  return sortByKey([...labels, ...selector.each('matchExpressions', readExpression)]);
}

function readExpression(expression: Cursor<LabelSelectorRequirement>): LabelRequirement {
  const key = expression.text('key');
  const name = expression.text('operator');
  const values = expression.texts('values');
  const operator = OPERATORS.get(name);
  const isSet = operator === 'in' || operator === 'notin';
  if (operator === undefined) {
    const message = `"${displayText(name)}" is not an operator; use In, NotIn, Exists or DoesNotExist`;
    expression.invalid('operator', message, name, 'UNKNOWN_OPERATOR');
  } else if (isSet && values.length === 0) {
    expression.required('values', `${name} needs at least one value`, 'VALUES_REQUIRED');
  } else if (!isSet && values.length > 0) {
    expression.forbidden('values', `${name} has no values`, 'VALUES_FORBIDDEN');
  }
  checkKey(expression, expression.pathOf('key'), key);
  values.forEach((value, index) => {
    checkValue(expression, expression.pathOf('values', index), value);
  });
  return { key, operator: operator ?? 'exists', values };
}

function checkKey<T extends object>(holder: Cursor<T>, path: FieldPath, key: string): void {
  if (!isKey(key)) {
    holder.invalid(path, `"${displayText(key)}" ${KEY_RULE}`, key, 'INVALID_KEY');
  }
}

function checkValue<T extends object>(holder: Cursor<T>, path: FieldPath, value: string): void {
  if (!isValue(value)) {
    holder.invalid(path, `"${displayText(value)}" ${VALUE_RULE}`, value, 'INVALID_VALUE');
  }
}

/**
 * Returns the requirements of a `LabelSelector`, for {@link matchesLabelSelector}.
 *
 * `matchLabels` and `matchExpressions` must all be met, also those of the same key. An absent selector has no requirements
 * and selects nothing, so the type does not accept it.
 *
 * @param selector - the selector, such as the one of a Deployment
 * @returns the requirements, sorted by key as in Kubernetes; empty if the selector selects everything
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field has the wrong JSON type
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_KEY` if a key is not the key of a label
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_VALUE` if a value is not the value of a label
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `UNKNOWN_OPERATOR` if an operator is not `In`, `NotIn`,
 *   `Exists` or `DoesNotExist`
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `VALUES_REQUIRED` if `In` or `NotIn` has no values
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `VALUES_FORBIDDEN` if `Exists` or `DoesNotExist` has values
 *
 * @example
 * ```ts
 * import { labelSelectorRequirements } from '@kubesem/selectors';
 *
 * labelSelectorRequirements({
 *   matchLabels: { tier: 'front' },
 *   matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }],
 * }) // => [
 * //   { key: 'app', operator: 'in', values: ['web', 'api'] },
 * //   { key: 'tier', operator: '=', values: ['front'] },
 * // ]
 * labelSelectorRequirements({ matchExpressions: [{ key: 'app', operator: 'in' }] }) // throws UNKNOWN_OPERATOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `LabelSelectorAsSelector`.
 */
export function labelSelectorRequirements(selector: LabelSelector): readonly LabelRequirement[] {
  return readRequirements(fields(selector, THROW));
}

/**
 * Checks a `LabelSelector` as the API server does.
 *
 * @param selector - the selector, or anything else; an absent one is valid
 * @returns the problems; empty if the selector is valid
 *
 * @example
 * ```ts
 * import { validateLabelSelector } from '@kubesem/selectors';
 *
 * validateLabelSelector({ matchLabels: { app: 'web' } }) // => []
 * const problems = validateLabelSelector({ matchExpressions: [{ key: 'app', operator: 'In' }] });
 * problems.map(({ code, path }) => `${path}: ${code}`) // => ['matchExpressions[0].values: VALUES_REQUIRED']
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1/validation` v0.37.1, `ValidateLabelSelector`.
 */
export function validateLabelSelector(
  selector: LabelSelector | null | undefined,
): readonly FieldProblem<LabelSelectorProblemCode>[] {
  const problems = new FieldProblems<LabelSelectorProblemCode>();
  readRequirements(fields<LabelSelector, LabelSelectorProblemCode>(selector, problems));
  return problems.list();
}

/**
 * Writes a `LabelSelector` as kubectl prints it.
 *
 * The text does not show whether a selector selects everything or nothing: an empty selector and an absent one are both
 * `<none>`.
 *
 * @param selector - the selector
 * @returns its text; `<none>` if it is empty or absent, and `<error>` if it is invalid
 *
 * @example
 * ```ts
 * import { formatLabelSelector } from '@kubesem/selectors';
 *
 * formatLabelSelector({
 *   matchLabels: { app: 'web' },
 *   matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['test', 'cache'] }],
 * }) // => 'app=web,tier notin (cache,test)'
 * formatLabelSelector({}) // => '<none>'
 * formatLabelSelector({ matchLabels: { app: '-' } }) // => '<error>'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `FormatLabelSelector`.
 */
export function formatLabelSelector(selector: LabelSelector | null | undefined): string {
  let isValid = true;
  const policy = {
    report() {
      isValid = false;
    },
  };
  const requirements = readRequirements(fields(selector, policy));
  return isValid ? formatLabelRequirements(requirements) || '<none>' : '<error>';
}

/**
 * Turns the text of a label selector into a `LabelSelector`.
 *
 * `=` and `==` become `matchLabels`, so of several values for one key, the last counts, although the text selects nothing.
 *
 * @param selector - the selector, such as `app=web,tier notin (cache)`
 * @returns the object
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with code `UNSUPPORTED_OPERATOR` if the selector has `!=`, `<` or
 *   `>`; write `notin` instead of `!=`
 * @throws {@link @kubesem/core!KubesemError | KubesemError} with the codes of {@link parseLabelSelector} if it is invalid
 *
 * @example
 * ```ts
 * import { toLabelSelector } from '@kubesem/selectors';
 *
 * toLabelSelector('app=web,tier notin (cache)') // => {
 * //   matchLabels: { app: 'web' },
 * //   matchExpressions: [{ key: 'tier', operator: 'NotIn', values: ['cache'] }],
 * // }
 * toLabelSelector('replicas>3') // throws UNSUPPORTED_OPERATOR
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `ParseToLabelSelector`.
 */
export function toLabelSelector(selector: string): LabelSelector {
  const matchLabels: (readonly [string, string])[] = [];
  const matchExpressions: LabelSelectorRequirement[] = [];
  for (const requirement of parseLabelSelector(selector)) {
    const { key, operator, values } = requirement;
    if (operator === '=' || operator === '==') {
      matchLabels.push([key, values[0] as string]);
    } else {
      matchExpressions.push({
        key,
        operator: operatorName(requirement),
        ...(values.length > 0 && { values }),
      });
    }
  }
  return {
    ...(matchLabels.length > 0 && { matchLabels: bareObject(matchLabels, (value) => value) }),
    ...(matchExpressions.length > 0 && { matchExpressions }),
  };
}

function operatorName(requirement: LabelRequirement): string {
  for (const [name, operator] of OPERATORS) {
    if (operator === requirement.operator) {
      return name;
    }
  }
  const advice = requirement.operator === '!=' ? 'use notin' : 'list the values with in or notin';
  return unsupportedOperator(requirement, `a LabelSelector has no such operator; ${advice}`);
}

/** Rejects a requirement that another form of selectors cannot express. */
export function unsupportedOperator(requirement: LabelRequirement, reason: string): never {
  const input = formatRequirement(requirement);
  const message = `cannot express "${displayText(input)}": ${reason}`;
  throw new KubesemError({ code: 'UNSUPPORTED_OPERATOR', message, input });
}

/**
 * Prints a label selector as the logs and events of Kubernetes do.
 *
 * @param selector - the `LabelSelector` object; it is not changed
 * @returns the fields as Go prints them, `nil` without a selector. Fields of the wrong type are empty
 *
 * @example
 * ```ts
 * import { goLabelSelector } from '@kubesem/selectors/internal';
 *
 * goLabelSelector({}) // => '&LabelSelector{MatchLabels:map[string]string{},MatchExpressions:[]LabelSelectorRequirement{},}'
 * ```
 *
 * Source: `k8s.io/apimachinery/pkg/apis/meta/v1` v0.37.1, `LabelSelector.String`.
 */
export function goLabelSelector(selector: LabelSelector | null | undefined): string {
  if (selector === null || selector === undefined) {
    return 'nil';
  }
  const given = fields(selector, ABSENT);
  const pairs = [...given.map('matchLabels')]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([name, value]) => `${name}: ${value},`);
  const requirements = given.each('matchExpressions', (each) => {
    const values = each.texts('values').join(' ');
    return `LabelSelectorRequirement{Key:${each.text('key')},Operator:${each.text('operator')},Values:[${values}],},`;
  });
  const expressions = `MatchExpressions:[]LabelSelectorRequirement{${requirements.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join('')}},${expressions},}`;
}
