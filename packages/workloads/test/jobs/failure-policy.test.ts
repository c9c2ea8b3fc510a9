import { podFailurePolicyMatch } from '@kubesem/workloads';
import { describe, expect, test } from 'vitest';

function ended(name: string, exitCode: number) {
  return { name, state: { terminated: { exitCode } } };
}

const POD = {
  metadata: { namespace: 'shop', name: 'import-0' },
  status: {
    containerStatuses: [ended('main', 42), ended('log', 1)],
    initContainerStatuses: [ended('setup', 7)],
    conditions: [{ type: 'DisruptionTarget', status: 'True' }],
  },
};
const NO_MATCH = { action: undefined, counts: true, ruleIndex: undefined, message: undefined };

function exitCodes(action: string, values: readonly number[], more: object = {}) {
  return { action, onExitCodes: { operator: 'In', values, ...more } };
}

test('without a policy every failure counts', () => {
  expect(podFailurePolicyMatch(undefined, POD)).toEqual(NO_MATCH);
  expect(podFailurePolicyMatch({ rules: null }, POD)).toEqual(NO_MATCH);
});

test.each([
  ['FailJob', true],
  ['FailIndex', true],
  ['Count', true],
  ['Ignore', false],
])('%s', (action, counts) => {
  const matched = podFailurePolicyMatch({ rules: [exitCodes(action, [42])] }, POD);
  expect(matched).toMatchObject({ action, counts, ruleIndex: 0 });
  expect(matched.message !== undefined).toBe(action === 'FailJob');
});

test('the first rule that matches counts; an unknown action is skipped', () => {
  const rules = [exitCodes('Odd', [42]), exitCodes('Count', [3]), exitCodes('Ignore', [42])];
  expect(podFailurePolicyMatch({ rules }, POD)).toMatchObject({ action: 'Ignore', ruleIndex: 2 });
});

describe('exit codes', () => {
  test('of app containers come before those of init containers', () => {
    const rules = [exitCodes('FailJob', [1, 7])];
    expect(podFailurePolicyMatch({ rules }, POD).message).toBe(
      'Container log for pod shop/import-0 failed with exit code 1 matching FailJob rule at index 0',
    );
  });

  test('can be of one container', () => {
    const rules = [exitCodes('FailJob', [1, 7], { containerName: 'setup' })];
    expect(podFailurePolicyMatch({ rules }, POD).message).toMatch(/^Container setup /);
  });

  test('of a container that has ended with 0, or runs, match nothing', () => {
    const containerStatuses = [ended('main', 0), { name: 'log', state: { running: {} } }];
    const pod = { ...POD, status: { containerStatuses } };
    const rules = [exitCodes('FailJob', [3], { operator: 'NotIn' })];
    expect(podFailurePolicyMatch({ rules }, pod)).toEqual(NO_MATCH);
  });
});

test('conditions match by type and status', () => {
  const onPodConditions = [{ type: 'DisruptionTarget', status: 'True' }];
  const rules = [{ action: 'FailJob', onPodConditions }];
  expect(podFailurePolicyMatch({ rules }, POD).message).toBe(
    'Pod shop/import-0 has condition DisruptionTarget matching FailJob rule at index 0',
  );
  const other = [
    { action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'False' }] },
  ];
  expect(podFailurePolicyMatch({ rules: other }, POD)).toEqual(NO_MATCH);
});

test('fields of the wrong type count as absent', () => {
  const pod = JSON.parse('{ "metadata": 1, "status": { "containerStatuses": {} } }');
  expect(podFailurePolicyMatch({ rules: [exitCodes('FailJob', [42])] }, pod)).toEqual(NO_MATCH);
});
