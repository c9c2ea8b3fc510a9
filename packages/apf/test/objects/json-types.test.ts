import {
  MANDATORY_FLOW_SCHEMAS,
  MANDATORY_PRIORITY_LEVELS,
  readFlowSchema,
  readPriorityLevel,
  SUGGESTED_FLOW_SCHEMAS,
  SUGGESTED_PRIORITY_LEVELS,
  validateFlowSchema,
  validatePriorityLevel,
} from '@kubesem/apf';
import { type FlowSchema, fieldPath } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../../scripts/testing.js';

const schemas = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];
const levels = [...MANDATORY_PRIORITY_LEVELS, ...SUGGESTED_PRIORITY_LEVELS];

type Reader = typeof readFlowSchema | typeof readPriorityLevel;

test('objects of the right types are returned as they are', () => {
  for (const schema of schemas) {
    expect(readFlowSchema(schema)).toBe(schema);
  }
  for (const level of levels) {
    expect(readPriorityLevel(level)).toBe(level);
  }
  expect(readFlowSchema(null)).toBeUndefined();
  const unknown = { spec: { unknown: { field: 7 } } };
  expect(readFlowSchema(unknown)).toBe(unknown);
});

describe('a field of the wrong type', () => {
  const subject = (more: object) => ({ spec: { rules: [{ subjects: [more] }] } });
  const rule = (more: object) => ({ spec: { rules: [{ resourceRules: [more] }] } });
  const limited = (more: object) => ({ spec: { limited: more } });
  const queuing = (more: object) => limited({ limitResponse: { queuing: more } });

  test.each<[Reader, unknown, string]>([
    [readFlowSchema, 'text', ''],
    [readFlowSchema, [], ''],
    [readFlowSchema, { apiVersion: 1 }, 'apiVersion'],
    [readFlowSchema, { metadata: [] }, 'metadata'],
    [readFlowSchema, { metadata: { name: 7 } }, 'metadata.name'],
    [readFlowSchema, { metadata: { generation: '1' } }, 'metadata.generation'],
    [readFlowSchema, { metadata: { annotations: { a: true } } }, 'metadata.annotations[a]'],
    [readFlowSchema, { metadata: { labels: { 'x/y': 1 } } }, 'metadata.labels[x/y]'],
    [readFlowSchema, { spec: 'text' }, 'spec'],
    [readFlowSchema, { spec: { matchingPrecedence: '5' } }, 'spec.matchingPrecedence'],
    [readFlowSchema, { spec: { matchingPrecedence: 1.5 } }, 'spec.matchingPrecedence'],
    [readFlowSchema, { spec: { matchingPrecedence: 2 ** 31 } }, 'spec.matchingPrecedence'],
    [readFlowSchema, { spec: { rules: {} } }, 'spec.rules'],
    [readFlowSchema, { spec: { rules: [null] } }, 'spec.rules[0]'],
    [readFlowSchema, subject({ kind: 7 }), 'spec.rules[0].subjects[0].kind'],
    [readFlowSchema, subject({ user: 'jane' }), 'spec.rules[0].subjects[0].user'],
    [
      readFlowSchema,
      subject({ serviceAccount: { namespace: 1 } }),
      'spec.rules[0].subjects[0].serviceAccount.namespace',
    ],
    [readFlowSchema, rule({ verbs: '*' }), 'spec.rules[0].resourceRules[0].verbs'],
    [
      readFlowSchema,
      rule({ apiGroups: ['', null] }),
      'spec.rules[0].resourceRules[0].apiGroups[1]',
    ],
    [readFlowSchema, rule({ clusterScope: 1 }), 'spec.rules[0].resourceRules[0].clusterScope'],
    [readPriorityLevel, limited([]), 'spec.limited'],
    [readPriorityLevel, limited({ lendablePercent: '5' }), 'spec.limited.lendablePercent'],
    [
      readPriorityLevel,
      limited({ nominalConcurrencyShares: -(2 ** 31) - 1 }),
      'spec.limited.nominalConcurrencyShares',
    ],
    [readPriorityLevel, queuing({ queues: '4' }), 'spec.limited.limitResponse.queuing.queues'],
    [readPriorityLevel, { spec: { exempt: true } }, 'spec.exempt'],
  ])('%o %j is at %s', (read, value, path) => {
    expect(failure(() => read(value))).toBe(`INVALID_TYPE ${path}`);
  });

  test('is below the path of the object', () => {
    const value = { spec: { rules: [{ subjects: [{ kind: {} }] }] } };
    const path = fieldPath('items', 3);
    expect(failure(() => readFlowSchema(value, path))).toBe(
      'INVALID_TYPE items[3].spec.rules[0].subjects[0].kind',
    );
  });

  test('is reported with the others', () => {
    const value = { kind: 1, spec: { rules: [{ subjects: [{ kind: {} }] }] } };
    expect(validateFlowSchema(value as never).map(({ path }) => path)).toEqual([
      'kind',
      'spec.rules[0].subjects[0].kind',
    ]);
  });

  test('is the only problem that the API server would find', () => {
    const metadata = { name: 7 as unknown as string };
    const schema: FlowSchema = { metadata, spec: { matchingPrecedence: -1 } };
    expect(validateFlowSchema(schema).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'metadata.name INVALID_TYPE',
    ]);
    const level = { metadata, spec: { type: 'Other' } };
    expect(validatePriorityLevel(level).map(({ path, code }) => `${path} ${code}`)).toEqual([
      'metadata.name INVALID_TYPE',
    ]);
  });

  test('can hold anything: nothing of it is read', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const labels = JSON.parse(`{${names.map((name) => `"${name}": "x"`).join()}}`);
    expect(failure(() => readFlowSchema({ metadata: { labels } }))).toBe('no error');
    const hostile = JSON.parse('{"spec": {"__proto__": {"rules": 5}, "rules": []}}');
    expect(failure(() => readFlowSchema(hostile))).toBe('no error');
  });
});
