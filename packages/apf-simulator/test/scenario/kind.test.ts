import { safeParseScenario } from '@kubesem/apf-simulator';
import { expect, test } from 'vitest';

test('a scenario may have a version and a kind, but no others', () => {
  const scenario = { durationSeconds: 1, flows: [] };
  const typed = { apiVersion: 'kubesem/v1', kind: 'ApfScenario', ...scenario };
  expect(safeParseScenario(typed).value).toMatchObject(typed);
  const { error } = safeParseScenario({ apiVersion: 'v1', kind: 'Pod', ...scenario });
  expect(error?.problems.map(({ segments, code }) => [...segments, code])).toEqual([
    ['apiVersion', 'NOT_SUPPORTED'],
    ['kind', 'NOT_SUPPORTED'],
  ]);
});
