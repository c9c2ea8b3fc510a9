import { validateFlowSchema, validatePriorityLevel } from '@kubesem/apf';
import type { Json, JsonObject } from '../../harness/json.js';
import type { FieldError, Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { words } from '../../harness/words.js';
import { compareRefusals } from '../../validation/refusals.js';
import { configurationObject } from './defaults.js';
import { LEVELS, SCHEMAS } from './maintenance.js';

const V1 = 'flowcontrol.apiserver.k8s.io/v1';

const STORED: readonly JsonObject[] = [
  ...SCHEMAS.map((each) => ({ apiVersion: V1, kind: 'FlowSchema', ...each })),
  ...LEVELS.map((each) => ({ apiVersion: V1, kind: 'PriorityLevelConfiguration', ...each })),
];

/** Replacements for texts. */
const TEXTS = [
  '',
  ...words('* a A a.b a_b - get post / /a /a/* /* /**'),
  ...['/a/*\n', '/a*', '/*/b', '//', '/a b'],
  ...words(`
    a/b User Group ServiceAccount ByUser ByNamespace Queue Reject Limited Exempt exempt
    catch-all Other
  `),
  ...['x'.repeat(63), 'x'.repeat(64), 'x'.repeat(254), 'ä'],
];
const NUMBERS = [-1, 0, 1, 2, 60, 61, 99, 100, 101, 10_000, 10_001, 10_000_000, 10_000_001];

/** Another value of the same type. */
function other(random: Random, value: Json): Json {
  if (typeof value === 'string') {
    return random.pick(TEXTS);
  }
  if (typeof value === 'number') {
    return random.pick(NUMBERS);
  }
  if (typeof value === 'boolean') {
    return !value;
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const more = list[0] === undefined ? [] : [...list, other(random, list[0])];
    return random.pick<Json>([[], more, [...list, ...list]]);
  }
  return random.pick<Json>([{}, null]);
}

/** Fields that may be added, each next to an existing field. */
const ADDITIONS: readonly (readonly [beside: string, field: string, value: Json])[] = [
  ['limited', 'exempt', { lendablePercent: -1 }],
  ['exempt', 'limited', { limitResponse: { type: 'Reject' } }],
  ['limitResponse', 'limitResponse', { type: 'Reject', queuing: { queues: 4, handSize: 9 } }],
  ['limitResponse', 'limitResponse', { type: 'Queue', queuing: { queues: 4, handSize: 9 } }],
  ['limitResponse', 'limitResponse', { type: 'Other', queuing: { queues: -1, handSize: 0 } }],
  ['kind', 'user', { name: 'x' }],
  ['kind', 'group', { name: '' }],
  ['kind', 'serviceAccount', { name: 'x', namespace: 'A' }],
  ['limitResponse', 'borrowingLimitPercent', -1],
  ['rules', 'distinguisherMethod', { type: 'Other' }],
];

/** The value with one field changed, added or removed somewhere. */
function edited(random: Random, value: Json): Json {
  if (typeof value !== 'object' || value === null || random.percent(10)) {
    return other(random, value);
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const at = random.below(list.length);
    return list.length === 0
      ? other(random, list)
      : list.map((each, index) => (index === at ? edited(random, each) : each));
  }
  const object = value as JsonObject;
  const [beside, added, addition] = random.pick(ADDITIONS);
  // A whole object also has a kind.
  if (random.percent(40) && beside in object && !('apiVersion' in object)) {
    return { ...object, [added]: addition };
  }
  const fields = Object.keys(object).filter((field) => !['apiVersion', 'kind'].includes(field));
  const field = random.pick(fields);
  if (field === undefined) {
    return object;
  }
  const { [field]: old, ...rest } = object;
  return random.percent(10) ? rest : { ...rest, [field]: edited(random, old as Json) };
}

const PREFIXES = [...words('mine- mine - A- A-b a. a.- ä-'), ...[57, 58, 59, 253, 254].map(dotted)];

/** A text of this length that ends in a dot. */
function dotted(length: number): string {
  return `${'x'.repeat(length - 1)}.`;
}

function metadata(random: Random): JsonObject {
  const generateName = random.pick(PREFIXES);
  return random.pick<JsonObject>([
    { name: 'mine' },
    { name: 'mine' },
    { generateName },
    { name: 'mine', generateName },
  ]);
}

/** An object that is valid, nearly valid, or invalid. */
function objectToValidate(random: Random): Json {
  if (random.percent(25)) {
    return configurationObject(random);
  }
  const original = random.pick(STORED);
  const renamed = random.percent(70) ? { ...original, metadata: metadata(random) } : original;
  let object: Json = renamed;
  for (let edits = 1 + random.below(2); edits > 0; edits--) {
    object = edited(random, object);
  }
  // An object without a kind cannot be decoded.
  return { object: (object as JsonObject | null)?.kind ? object : renamed };
}

/** All objects of the release, under their own name and another one, and made-up names. */
function* objectsToValidate(): Iterable<Json> {
  for (const generateName of PREFIXES) {
    yield { object: { ...STORED[0], metadata: { generateName } } };
    yield { object: { ...STORED[0], metadata: { generateName, name: 'mine' } } };
  }
  for (const object of STORED) {
    yield { object };
    yield { object: { ...object, metadata: { name: 'mine' } } };
    yield { object: { ...object, metadata: { name: 'exempt' } } };
    yield { object: { ...object, metadata: { name: 'catch-all' } } };
  }
}

/** The fields that kubesem validates. */
const VALIDATED = /^(spec\b|metadata\.(name|generateName|namespace|annotations)$)/;

const validate: Operation = {
  name: 'apf.validate',
  program: 'apf',
  examples: objectsToValidate,
  generate: objectToValidate,
  compare(input, theirs, comparison) {
    const { object } = input as { object: JsonObject };
    if (theirs.out === undefined) {
      return; // Go cannot decode it
    }
    const found =
      object.kind === 'FlowSchema' ? validateFlowSchema(object) : validatePriorityLevel(object);
    const wanted = (theirs.out as unknown as readonly FieldError[]).filter(({ field }) =>
      VALIDATED.test(field),
    );
    compareRefusals(wanted, found, comparison);
  },
  kind: (_, { err, out }) =>
    err ??
    (out as unknown as readonly FieldError[])
      .map(({ type, field }) => `${type} ${field.replaceAll(/\d+/g, '')}`)
      .slice(0, 1)
      .join(),
};

/** Validation of FlowSchemas and PriorityLevelConfigurations. */
export const apfValidationOperations: readonly Operation[] = [validate];
