import {
  ApfConfigurationError,
  ApfController,
  checkedConfiguration,
  storableConfiguration,
  VirtualClock,
} from '@kubesem/apf';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import { describe, expect, test } from 'vitest';

const level = (name: string, more: object = {}): PriorityLevelConfiguration => ({
  metadata: { name },
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' }, ...more } },
});
const schema = (name: string, more: object = {}): FlowSchema => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: 'low' }, ...more },
});

test('what was checked is not read again with a later change', () => {
  let reads = 0;
  const rules = new Proxy([], {
    get: (list, key) => {
      reads++;
      return Reflect.get(list, key);
    },
  });
  const first = checkedConfiguration({
    priorityLevels: [],
    flowSchemas: [schema('one', { rules })],
  });
  const before = reads;
  expect(before).toBeGreaterThan(0);
  const flowSchemas = [...first.flowSchemas, schema('two')];
  const second = checkedConfiguration({ priorityLevels: [], flowSchemas });
  expect([...second.flowSchemas][0]).toBe([...first.flowSchemas][0]);
  expect(reads).toBe(before);
  expect(() =>
    checkedConfiguration({ priorityLevels: [], flowSchemas: [...flowSchemas, ...flowSchemas] }),
  ).toThrow();
});

describe('the storable objects', () => {
  test('are those without problems, with their defaults and in their order', () => {
    const configuration = {
      priorityLevels: [level('one'), level('wrong', { lendablePercent: 101 }), level('two')],
      flowSchemas: [schema('wrong', { matchingPrecedence: -1 }), schema('mine')],
    };
    const copy = JSON.stringify(configuration);
    const { priorityLevels, flowSchemas, problems } = storableConfiguration(configuration);
    expect(
      priorityLevels.map(({ metadata, spec }) => [
        metadata?.name,
        spec?.limited?.nominalConcurrencyShares,
      ]),
    ).toEqual([
      ['one', 30],
      ['two', 30],
    ]);
    expect(flowSchemas).toEqual([schema('mine', { matchingPrecedence: 1000 })]);
    expect(
      problems.map(({ kind, name, index, segments, code }) => [kind, name, index, segments, code]),
    ).toEqual([
      ['PriorityLevelConfiguration', 'wrong', 1, ['spec', 'limited', 'lendablePercent'], 'INVALID'],
      ['FlowSchema', 'wrong', 0, ['spec', 'matchingPrecedence'], 'INVALID'],
    ]);
    expect(JSON.stringify(configuration)).toBe(copy);
  });

  test('of one name are the first, even if that one cannot be stored', () => {
    const flowSchemas = [schema('a'), schema('a'), schema('b', { rules: [{}] }), schema('b')];
    const stored = storableConfiguration({ priorityLevels: [], flowSchemas });
    expect(stored.flowSchemas.map(({ metadata }) => metadata?.name)).toEqual(['a']);
    expect(stored.problems.map(({ index, path, code }) => `${index} ${path} ${code}`)).toEqual([
      '1 metadata.name DUPLICATE',
      '2 spec.rules[0].subjects REQUIRED',
      '2 spec.rules[0] REQUIRED',
      '3 metadata.name DUPLICATE',
    ]);
    const both = { priorityLevels: [level('a')], flowSchemas: [schema('a')] };
    expect(storableConfiguration(both).problems).toEqual([]);
  });

  test('have their names: nobody knows which name the server would generate', () => {
    const metadata = { generateName: 'mine-' };
    const flowSchemas = [
      { ...schema('x'), metadata },
      { ...schema('x'), metadata: { name: 'mine', generateName: 'Wrong' } },
    ];
    const { problems } = storableConfiguration({ priorityLevels: [], flowSchemas });
    expect(problems.map(({ index, path, code }) => `${index} ${path} ${code}`)).toEqual([
      '0 metadata.name REQUIRED',
    ]);
  });

  test.each<[unknown, string]>([
    [null, ' metadata.name REQUIRED'],
    ['text', '  INVALID_TYPE'],
    [[], '  INVALID_TYPE'],
    [{ metadata: 'text' }, ' metadata INVALID_TYPE'],
    [{ metadata: { name: 7 } }, ' metadata.name INVALID_TYPE'],
    [{ metadata: { name: 'a' }, spec: [] }, 'a spec INVALID_TYPE'],
    [{ apiVersion: 7, metadata: { name: 'a' } }, 'a apiVersion INVALID_TYPE'],
  ])('do not include %j', (value, problem) => {
    const flowSchemas = [value as FlowSchema];
    const priorityLevels = [value as PriorityLevelConfiguration];
    const stored = storableConfiguration({ priorityLevels, flowSchemas });
    expect([...stored.priorityLevels, ...stored.flowSchemas]).toEqual([]);
    const found = stored.problems.map(({ name, path, code }) => `${name} ${path} ${code}`);
    expect(found).toContain(problem);
    expect(new Set(stored.problems.map(({ kind }) => kind)).size).toBe(2);
  });
});

describe('a configuration that cannot be stored', () => {
  const configuration = {
    priorityLevels: [level('twice', { lendablePercent: -1 }), level('twice')],
    flowSchemas: [schema('mine', { matchingPrecedence: 1, priorityLevelConfiguration: {} })],
  };

  test('is rejected with all problems as data', () => {
    let error: unknown;
    try {
      checkedConfiguration(configuration);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ApfConfigurationError);
    const { name, code, problems } = error as ApfConfigurationError;
    expect([name, code]).toEqual(['ApfConfigurationError', 'INVALID_CONFIGURATION']);
    expect(problems).toEqual([
      {
        kind: 'PriorityLevelConfiguration',
        name: 'twice',
        index: 0,
        type: 'INVALID',
        severity: 'error',
        code: 'INVALID',
        segments: ['spec', 'limited', 'lendablePercent'],
        path: 'spec.limited.lendablePercent',
        value: '-1',
        message: 'must be between 0 and 100, inclusive',
      },
      {
        kind: 'PriorityLevelConfiguration',
        name: 'twice',
        index: 1,
        type: 'DUPLICATE',
        severity: 'error',
        code: 'DUPLICATE',
        segments: ['metadata', 'name'],
        path: 'metadata.name',
        value: 'twice',
        message: 'another PriorityLevelConfiguration has this name',
      },
      {
        kind: 'FlowSchema',
        name: 'mine',
        index: 0,
        type: 'INVALID',
        severity: 'error',
        code: 'INVALID',
        segments: ['spec', 'matchingPrecedence'],
        path: 'spec.matchingPrecedence',
        value: '1',
        message: "only the schema named 'exempt' may have matchingPrecedence 1",
      },
      {
        kind: 'FlowSchema',
        name: 'mine',
        index: 0,
        type: 'REQUIRED',
        severity: 'error',
        code: 'REQUIRED',
        segments: ['spec', 'priorityLevelConfiguration', 'name'],
        path: 'spec.priorityLevelConfiguration.name',
        message: 'must reference a priority level',
      },
    ]);
  });

  test('starts no controller', () => {
    const options = { ...configuration, clock: new VirtualClock(), serverConcurrencyLimit: 10 };
    expect(() => new ApfController(options)).toThrow(ApfConfigurationError);
    expect(options.clock.step()).toBe(false);
  });
});
