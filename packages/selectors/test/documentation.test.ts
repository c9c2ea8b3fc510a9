import {
  labelSelectorRequirements,
  matchesLabelSelector,
  matchesServiceSelector,
  parseLabelSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

const IN = (key: string, ...values: string[]) => ({ key, operator: 'In', values });

describe('what tools get wrong', () => {
  test('Rancher turns matchLabels and an expression of the same key into OR', () => {
    const selector = { matchLabels: { app: 'a' }, matchExpressions: [IN('app', 'b')] };
    expect(matchesLabelSelector(selector, { app: 'a' })).toBe(false);
    expect(matchesLabelSelector(selector, { app: 'b' })).toBe(false);
  });

  test("Rancher changes the caller's expressions", () => {
    const selector = { matchLabels: { app: 'a' }, matchExpressions: [IN('app', 'b', 'a')] };
    const before = structuredClone(selector);
    labelSelectorRequirements(selector);
    expect(selector).toEqual(before);
  });

  test('Rancher and k8s-api-provider never match an empty value', () => {
    expect(matchesLabelSelector({ matchExpressions: [IN('app', '')] }, { app: '' })).toBe(true);
    expect(matchesLabelSelector({ matchLabels: { app: '' } }, { app: '' })).toBe(true);
  });

  test('k8s-api-provider compares only matchLabels', () => {
    const selector = { matchLabels: { app: 'a' }, matchExpressions: [IN('tier', 'front')] };
    expect(matchesLabelSelector(selector, { app: 'a', tier: 'back' })).toBe(false);
  });

  test('Rancher takes "x notin ()" for a key', () => {
    expect(parseLabelSelector('x notin ()')).toEqual([
      { key: 'x', operator: 'notin', values: [''] },
    ]);
  });

  test.each(['x not in (a)', 'x in (a)+y'])('Rancher accepts %j', (text) => {
    expect(safeParseLabelSelector(text).ok).toBe(false);
  });

  test('Rancher reads 12abc as the number 12', () => {
    expect(matchesLabelSelector(parseLabelSelector('replicas>3'), { replicas: '12abc' })).toBe(
      false,
    );
    expect(safeParseLabelSelector('replicas>3abc').ok).toBe(false);
  });

  test('Rancher finds the key constructor on every object', () => {
    for (const key of ['constructor', 'toString', 'hasOwnProperty']) {
      expect(matchesLabelSelector(parseLabelSelector(key), { app: 'a' })).toBe(false);
      expect(matchesLabelSelector(parseLabelSelector(`!${key}`), { app: 'a' })).toBe(true);
    }
  });

  test('the OpenShift console cannot parse an empty value or a comparison', () => {
    expect(parseLabelSelector('a=')).toEqual([{ key: 'a', operator: '=', values: [''] }]);
    expect(parseLabelSelector('x>1')).toEqual([{ key: 'x', operator: '>', values: ['1'] }]);
  });

  test('the OpenShift console keeps an empty label that NotIn excludes', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'NotIn', values: [''] }] };
    expect(matchesLabelSelector(selector, { a: '' })).toBe(false);
    expect(matchesLabelSelector(selector, {})).toBe(true);
  });

  test('tools mix up absent and empty selectors of objects and of Services', () => {
    expect(matchesLabelSelector({}, { app: 'a' })).toBe(true);
    expect(matchesLabelSelector(undefined, { app: 'a' })).toBe(false);
    expect(matchesServiceSelector({}, { app: 'a' })).toBe(false);
    expect(matchesServiceSelector(undefined, { app: 'a' })).toBe(false);
  });
});
