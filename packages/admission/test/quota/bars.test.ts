import { combinedQuotaBars, quotaBars } from '@kubesem/admission';
import type { ResourceList, ResourceQuota, ResourceQuotaSpec } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { errorsOfFields, failure } from '../../../../scripts/testing.js';

const quotaOf = (hard: ResourceList, used: ResourceList, name = 'q', rest: ResourceQuota = {}) => ({
  metadata: { name },
  status: { hard, used },
  ...rest,
});

describe('quotaBars', () => {
  test('reads the limit and the usage from the status, not from the spec', () => {
    const quota = {
      spec: { hard: { pods: '5', secrets: '1' } },
      status: { hard: { pods: '10' }, used: { pods: '4', configmaps: '3' } },
    };
    expect(JSON.parse(JSON.stringify(quotaBars(quota)))).toEqual({
      pods: { hard: '10', used: '4', usedText: '4', remaining: '6', ratio: 0.4 },
    });
  });

  test('is empty without a status, as in kubectl describe quota', () => {
    expect(Object.keys(quotaBars({ spec: { hard: { pods: '5' } } }))).toEqual([]);
  });

  test('sorts by name', () => {
    const hard = { pods: '1', 'limits.cpu': '1', 'count/pods': '1' };
    expect(Object.keys(quotaBars(quotaOf(hard, {})))).toEqual(['count/pods', 'limits.cpu', 'pods']);
  });

  test('counts an absent usage as zero', () => {
    const { pods } = quotaBars(quotaOf({ pods: '8' }, {}));
    expect([pods?.used.sign(), pods?.usedText, pods?.ratio, `${pods?.remaining}`]).toEqual([
      0,
      '0',
      0,
      '8',
    ]);
  });

  test.each([
    ['8', '10', '-2', 1.25],
    ['0', '2', '-2', undefined],
    ['0', '0', '0', undefined],
    ['200m', '150m', '50m', 0.75],
  ])('with a limit of %s and a usage of %s', (hard, used, remaining, ratio) => {
    const { pods } = quotaBars(quotaOf({ pods: hard }, { pods: used }));
    expect([`${pods?.remaining}`, pods?.ratio]).toEqual([remaining, ratio]);
  });

  test.each([
    ['2Gi', '1.5Gi', '1536Mi'],
    ['2Gi', '500M', '500000000'],
    ['2Gi', '1500m', '2'],
    ['2k', '1Ki', '1024'],
  ])('prints the usage in the format of the limit: %s, %s', (hard, used, text) => {
    const { memory } = quotaBars(quotaOf({ memory: hard }, { memory: used }));
    expect(memory?.usedText).toBe(text);
    expect(memory?.used.equals(used)).toBe(true);
  });

  test('treats __proto__ as a name like any other', () => {
    const status = JSON.parse('{"hard":{"__proto__":"4"},"used":{"__proto__":"1"}}');
    expect(JSON.stringify(Object.entries(quotaBars({ status })))).toContain('"ratio":0.25');
    expect(quotaBars(quotaOf({ pods: 1 }, {})).constructor).toBeUndefined();
  });

  test('reports fields of the wrong type', () => {
    const quota = quotaOf({ pods: '5' }, { pods: '1' });
    expect(errorsOfFields(quota, quotaBars)).toEqual([
      'INVALID_TYPE status',
      'INVALID_TYPE status.hard',
      'INVALID_QUANTITY status.hard[pods]',
      'INVALID_TYPE status.used',
      'INVALID_QUANTITY status.used[pods]',
    ]);
    expect(failure(() => quotaBars(quotaOf({ pods: '5 pods' }, {})))).toBe(
      'INVALID_QUANTITY status.hard[pods]',
    );
  });
});

describe('combinedQuotaBars', () => {
  /** The quota that decides and what it leaves, by name. */
  const decided = (quotas: readonly ResourceQuota[]) =>
    combinedQuotaBars(quotas).map(({ namespace, scopes, bars }) => [
      namespace,
      scopes.join('+'),
      ...Object.entries(bars).map(([name, bar]) => `${name} ${bar?.quota} ${bar?.remaining}`),
    ]);

  test('takes the quota with the least remaining for each name', () => {
    const a = quotaOf({ pods: '10', 'limits.cpu': '2' }, { pods: '9', 'limits.cpu': '0' }, 'a');
    const b = quotaOf({ pods: '5', 'limits.cpu': '4' }, { pods: '1', 'limits.cpu': '3' }, 'b');
    expect(decided([b, a])).toEqual([['default', '', 'limits.cpu b 1', 'pods a 1']]);
  });

  test('takes the first quota by name on a tie', () => {
    const quotas = ['z', 'b', 'c'].map((name) => quotaOf({ pods: '3' }, { pods: '1' }, name));
    expect(decided(quotas)).toEqual([['default', '', 'pods b 2']]);
    expect(combinedQuotaBars(quotas)[0]?.quotas).toEqual(['b', 'c', 'z']);
  });

  test('keeps namespaces apart', () => {
    const quotas = ['team', 'default', undefined].map((namespace, index) =>
      quotaOf({ pods: index + 2 }, { pods: 1 }, `q${index}`, {
        metadata: { name: `q${index}`, namespace },
      }),
    );
    expect(decided(quotas)).toEqual([
      ['default', '', 'pods q1 2'],
      ['team', '', 'pods q0 1'],
    ]);
  });

  test('keeps quotas apart that cover other objects', () => {
    const high = (operator: string, values: readonly string[]): ResourceQuotaSpec => ({
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] },
    });
    const terminating: ResourceQuotaSpec = {
      scopeSelector: { matchExpressions: [{ scopeName: 'Terminating', operator: 'Exists' }] },
    };
    const specs: readonly ResourceQuotaSpec[] = [
      {},
      { scopes: ['Terminating', 'NotBestEffort'] },
      { scopes: ['NotBestEffort', 'Terminating', 'Terminating'] },
      { scopes: ['Terminating'] },
      terminating,
      high('In', ['b', 'a']),
      high('In', ['a', 'b']),
      high('NotIn', ['a', 'b']),
    ];
    const quotas = specs.map((spec, index) =>
      quotaOf({ pods: 9 - index }, {}, `q${index}`, { spec }),
    );
    expect(decided(quotas)).toEqual([
      ['default', 'NotBestEffort+Terminating', 'pods q2 7'],
      ['default', 'PriorityClass In (a, b)', 'pods q6 3'],
      ['default', 'PriorityClass NotIn (a, b)', 'pods q7 2'],
      ['default', 'Terminating', 'pods q4 5'],
      ['default', '', 'pods q0 9'],
    ]);
  });

  test('names the quota in errors', () => {
    const quotas = [quotaOf({}, {}), quotaOf({ pods: 'x' }, {})];
    expect(failure(() => combinedQuotaBars(quotas))).toBe(
      'INVALID_QUANTITY quotas[1].status.hard[pods]',
    );
  });
});
