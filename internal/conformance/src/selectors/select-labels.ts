import type { LabelSelector, StringMap } from '@kubesem/core';
import {
  explainLabelMatch,
  formatLabelRequirements,
  formatLabelSelector,
  formatServiceSelector,
  type LabelRequirement,
  labelSelectorRequirements,
  matchesLabelSelector,
  matchesServiceSelector,
  parseLabelSelector,
  serviceSelectorRequirements,
  toLabelSelector,
  toServiceSelector,
  validateLabelSelector,
} from '@kubesem/selectors';
import { anyName } from '../core/names.js';
import { attempt, type Comparison } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Answer, FieldError, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { anyLabelSelector } from './labels.js';

const VALUES = [
  '',
  ...words('b web v1.2 1 -1 +1 01 9223372036854775807 -9223372036854775808 9223372036854775808 2'),
];
const KEYS = words('a app app.kubernetes.io/name in notin x.y/z exists constructor __proto__');

/** One selector in one of its forms, and the labels of objects. */
interface Question {
  readonly text?: string;
  readonly selector?: LabelSelector | null;
  readonly service?: StringMap | null;
  readonly objects: readonly StringMap[];
}

/** A valid requirement most of the time, about labels that objects have. */
function requirement(random: Random): string {
  const key = random.pick(KEYS);
  const value = () => random.pick(VALUES);
  switch (random.below(4)) {
    case 0:
      return random.pick(['', '!']) + key;
    case 1:
      return `${key} ${random.pick(['in', 'notin'])} (${random.list(3, value).join(',')})`;
    default:
      return `${key}${random.pick(words('= == != < >'))}${value()}`;
  }
}

function labels(random: Random): JsonObject {
  const entry = (): [string, Json] => [
    random.pick(KEYS),
    random.percent(97) ? random.pick(VALUES) : null,
  ];
  return Object.fromEntries(random.list(4, entry));
}

/** A `LabelSelector`, valid most of the time. */
function object(random: Random): Json {
  if (random.percent(5)) {
    return null;
  }
  const key = () => (random.percent(95) ? random.pick(KEYS) : anyName(random));
  const value = () => (random.percent(95) ? random.pick(VALUES) : anyName(random));
  const matchLabels = () => Object.fromEntries(random.list(3, () => [key(), value()]));
  const expression = (): JsonObject => {
    const operator = random.percent(90)
      ? random.pick(words('In NotIn Exists DoesNotExist'))
      : random.pick(['', 'in', 'Gt', 'Equals']);
    const isSet = random.percent(90) ? operator.endsWith('In') : random.percent(50);
    return {
      key: key(),
      operator,
      ...(isSet && { values: Array.from({ length: 1 + random.below(3) }, value) }),
      ...(!isSet && random.maybe(20, () => ({ values: random.pick([null, []]) }))),
    };
  };
  return {
    ...random.maybe(60, () => ({ matchLabels: random.percent(95) ? matchLabels() : null })),
    ...random.maybe(60, () => ({ matchExpressions: random.list(3, expression) })),
  };
}

function question(random: Random): Json {
  const objects = Array.from({ length: 1 + random.below(3) }, () => labels(random));
  switch (random.below(4)) {
    case 0:
      return { selector: object(random), objects };
    case 1:
      return { service: random.percent(95) ? labels(random) : null, objects };
    default: {
      const text = random.percent(80)
        ? random.list(4, () => requirement(random)).join()
        : anyLabelSelector(random);
      return { text: Buffer.from(text).toString(), objects };
    }
  }
}

function* examples(): Iterable<Json> {
  const objects: JsonObject[] = [
    {},
    { a: '' },
    { a: '1' },
    { a: 'b' },
    { a: '01' },
    { a: '1', b: '2' },
    { b: '2' },
  ];
  for (const text of [
    ...['', 'a', '!a', 'a=', 'a=1', 'a==1', 'a!=1', 'a>0', 'a<2', 'a>+0', 'a<01', 'a<-1', 'a=b=c'],
    ...['a in (1,2)', 'a notin (1,2)', 'a in ()', 'a notin ()', 'a in (,b)', 'a=1,b=2', 'a=1,a=b'],
    ...[
      'b,a',
      'a in (b),a=b',
      'a!=b,a notin (b,1)',
      'in in (in)',
      ',',
      'constructor',
      '!__proto__',
    ],
  ]) {
    yield { text, objects };
  }
  const expression = (operator: string, ...values: string[]) => ({
    matchExpressions: [{ key: 'a', operator, values }],
  });
  for (const selector of [
    ...[null, {}, { matchLabels: {} }, { matchLabels: { a: '1' } }, { matchLabels: { a: null } }],
    ...[{ matchLabels: { b: '2', a: '1' } }, { matchLabels: { '-': '-' } }],
    ...['In', 'NotIn', 'Exists', 'DoesNotExist', 'in', 'Gt'].flatMap((operator) => [
      expression(operator),
      expression(operator, 'b'),
      expression(operator, 'b', '1', 'b'),
      expression(operator, ''),
      expression(operator, '-'),
    ]),
    // Both requirements of one key must be met.
    { matchLabels: { a: 'b' }, ...expression('In', '1') },
    { matchLabels: { a: '1' }, ...expression('NotIn', '2') },
    { matchExpressions: [{ operator: 'Exists' }] },
  ]) {
    yield { selector, objects };
  }
  for (const service of [null, {}, { a: '1' }, { a: '1', b: '2' }, { a: '' }, { c: '1' }]) {
    yield { service, objects };
  }
}

/** Requirements as text, so that their order and values are compared. */
function shown(requirements: readonly LabelRequirement[] | undefined): string {
  const operators: { readonly [operator: string]: string } = { '<': 'lt', '>': 'gt' };
  return JSON.stringify(
    requirements?.map(({ key, operator, values }) => [
      key,
      operators[operator] ?? operator,
      values,
    ]) ?? null,
  );
}

function compareRequirements(
  out: JsonObject,
  comparison: Comparison,
  requirements: readonly LabelRequirement[] | undefined,
  objects: readonly StringMap[],
): void {
  const theirs = out.requirements as unknown as readonly LabelRequirement[] | null;
  comparison.field('requirements', shown(theirs ?? undefined), shown(requirements));
  objects.forEach((each, index) => {
    const matches = (out.matches as boolean[])[index];
    comparison.field(`matches ${index}`, matches, matchesLabelSelector(requirements, each));
    const explanation = explainLabelMatch(requirements, each);
    comparison.field(`explanation ${index}`, matches, explanation.matches);
    const isEach = explanation.requirements.every((one) => one.matches);
    comparison.field(`requirements ${index}`, matches, isEach && requirements !== undefined);
  });
}

/** The type and place of problems. One key or value can break several rules. */
function places(problems: readonly (readonly [string, string])[]): string {
  const kinds = problems.map(([type, path]) => `${type} ${path.replace(/^selector\.?/, '')}`);
  return [...new Set(kinds)].sort().join('; ');
}

function compareObject(
  { selector, objects }: Question,
  out: JsonObject,
  comparison: Comparison,
): void {
  comparison.field('text', out.string, formatLabelSelector(selector));
  const problems = validateLabelSelector(selector);
  comparison.field(
    'problems',
    places((out.problems as unknown as FieldError[]).map(({ type, field }) => [type, field])),
    places(problems.map(({ type, path }) => [type, path])),
  );
  comparison.field('valid', out.valid, problems.length === 0);
  if (out.valid !== true) {
    return;
  }
  const map = attempt(() => toServiceSelector(selector) ?? null);
  comparison.field('map', text(out.map), text(map.value as unknown as Json | undefined));
  const requirements = selector ? labelSelectorRequirements(selector) : undefined;
  compareRequirements(out, comparison, requirements, objects);
}

/** JSON with sorted keys; null values are empty, as in Go. */
function text(map: Json | undefined): string {
  return map === undefined || map === null
    ? String(map)
    : JSON.stringify(Object.entries(map as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Go also writes empty values of an object in text. */
function plainObject(selector: Json | LabelSelector | undefined): string {
  const { matchLabels, matchExpressions } = (selector ?? {}) as LabelSelector;
  return JSON.stringify([
    selector === undefined,
    text((matchLabels ?? {}) as unknown as Json),
    (matchExpressions ?? []).map(({ key, operator, values }) => [key, operator, values ?? []]),
  ]);
}

function compareText(
  { text: selector = '', objects }: Question,
  theirs: Answer,
  comparison: Comparison,
) {
  const ours = attempt(() => parseLabelSelector(selector));
  if (theirs.err !== undefined || ours.value === undefined) {
    comparison.field('error', theirs.err, ours.code && 'Selector');
    return;
  }
  const out = theirs.out as JsonObject;
  comparison.field('text', out.string, formatLabelRequirements(ours.value));
  const converted = attempt(() => toLabelSelector(selector)).value;
  comparison.field('object', plainObject(out.object as Json | undefined), plainObject(converted));
  compareRequirements(out, comparison, ours.value, objects);
}

const selectLabels: Operation = {
  name: 'selector.labels',
  program: 'staging',
  examples,
  generate: question,
  compare(input, theirs, comparison) {
    const asked = input as unknown as Question;
    if (asked.text !== undefined) {
      compareText(asked, theirs, comparison);
      return;
    }
    const out = theirs.out as JsonObject;
    if (asked.selector !== undefined) {
      compareObject(asked, out, comparison);
      return;
    }
    comparison.field('text', out.string, formatServiceSelector(asked.service));
    const requirements = serviceSelectorRequirements(asked.service);
    compareRequirements(out, comparison, requirements, asked.objects);
    asked.objects.forEach((each, index) => {
      const matches = (out.matches as boolean[])[index];
      comparison.field(`Service ${index}`, matches, matchesServiceSelector(asked.service, each));
    });
  },
  kind(input, { err, out }) {
    const { objects: _, ...selector } = input as unknown as Question;
    const { matches, valid } = (out ?? {}) as JsonObject;
    const form = JSON.stringify(selector).replace(/[\w./+-]+/g, 'a');
    return `${err},${valid},${JSON.stringify(matches)},${form.slice(0, 12)}`;
  },
};

/** Label selectors in all forms, and the objects that they select. */
export const selectLabelsOperations: readonly Operation[] = [selectLabels];
