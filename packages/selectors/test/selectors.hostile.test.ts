import {
  explainLabelMatch,
  formatFieldSelector,
  formatLabelRequirements,
  matchesLabelSelector,
  parseFieldSelector,
  safeParseFieldSelector,
  safeParseLabelSelector,
} from '@kubesem/selectors';
import { describe, expect, test } from 'vitest';

const MIB = 1024 * 1024;
const filled = (part: string) => part.repeat(MIB / part.length);

describe.each([
  'a',
  ' ',
  ',',
  '!',
  '=',
  '(',
  'a,',
  'a=b,',
  'a in (',
  ',(',
  '\0',
  'é',
  '!a',
  '\\',
  '\\,',
])('1 MiB of %j', (part) => {
  test('is read in linear time', () => {
    const started = process.cpuUsage();
    for (const text of [filled(part), `a in (${filled(part)})`, `a=${filled(part)}`]) {
      const labels = safeParseLabelSelector(text);
      formatLabelRequirements(labels.value ?? []);
      const fields = safeParseFieldSelector(text);
      formatFieldSelector(fields.value ?? []);
      expect(labels.error?.message.length ?? 0).toBeLessThan(400);
    }
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(20);
  });
});

test('many requirements and values', () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}`);
  const labels = Object.fromEntries(keys.map((key) => [key, key]));
  const all = safeParseLabelSelector(keys.map((key) => `${key}=${key}`).join()).value ?? [];
  expect(matchesLabelSelector(all, labels)).toBe(true);
  expect(explainLabelMatch(all, labels).requirements.length).toBe(keys.length);
  const set = safeParseLabelSelector(`k1 in (${keys.join()})`).value ?? [];
  expect([set[0]?.values.length, matchesLabelSelector(set, labels)]).toEqual([keys.length, true]);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('the key %s', (key) => {
  // `__proto__` is no label key.
  const requirements = [{ key, operator: 'exists', values: [] }] as const;
  expect(matchesLabelSelector(requirements, {})).toBe(false);
  expect(matchesLabelSelector(requirements, JSON.parse(`{"${key}":""}`))).toBe(true);
  expect(parseFieldSelector(`${key}=`)).toHaveLength(1);
});
