import { quantityProblems } from '@kubesem/resources';
import { describe, expect, test } from 'vitest';

/** Codes and suggestion as one text. */
function answer(text: string, resource: string): string {
  const problems = quantityProblems(text, { resource });
  const suggestions = new Set(problems.map(({ suggestion }) => suggestion ?? 'none'));
  return [...problems.map(({ code }) => code), ...suggestions].join(' ');
}

test.each([
  ['1.5Gi', 'memory'],
  ['500m', 'cpu'],
  ['0.5', 'cpu'],
  [' 1Gi ', 'memory'],
  ['1e3', 'memory'],
  ['0', 'hugepages-2Mi'],
  ['4Mi', 'hugepages-2Mi'],
  ['3000m', 'nvidia.com/gpu'],
  ['0.5', 'requests.memory'],
  ['1', '__proto__'],
])('%j of %s has no problems', (text, resource) => {
  expect(quantityProblems(text, { resource })).toEqual([]);
});

describe('what is not a quantity', () => {
  test.each([
    ['1 GB', 'memory', 'INVALID_CHARACTER 1G'],
    ['1.5gb', 'memory', 'INVALID_CHARACTER 1.5G'],
    ['100 m', 'cpu', 'INVALID_CHARACTER 100m'],
    ['1,5Gi', 'memory', 'INVALID_CHARACTER 1.5Gi'],
    ['512MB', 'memory', 'INVALID_CHARACTER 512M'],
    ['512mb', 'memory', 'INVALID_CHARACTER 512M'],
    ['0.5 cores', 'cpu', 'INVALID_CHARACTER 500m'],
    ['1,5 vCPU', 'cpu', 'INVALID_CHARACTER 1500m'],
    ['2 cpus', 'cpu', 'INVALID_CHARACTER 2'],
    ['250 millicores', 'cpu', 'INVALID_CHARACTER 250m'],
    ['1K', 'memory', 'INVALID_SUFFIX 1k'],
    ['1 KiB', 'memory', 'INVALID_CHARACTER 1Ki'],
    ['1 gi', 'ephemeral-storage', 'INVALID_CHARACTER 1Gi'],
    ['2 gib', 'hugepages-1Gi', 'INVALID_CHARACTER 2Gi'],
    ['1024 bytes', 'memory', 'INVALID_CHARACTER 1024'],
    ['12b', 'memory', 'INVALID_CHARACTER 12'],
    ['1,024 Mi', 'memory', 'INVALID_CHARACTER 1024Mi'],
    ['1,024.5Mi', 'memory', 'INVALID_CHARACTER 1024.5Mi'],
    ['\t1Gi\n', 'memory', 'INVALID_CHARACTER 1Gi'],
    ['512 m', 'memory', 'INVALID_CHARACTER 512Mi'],
    ['1,5', 'nvidia.com/gpu', 'INVALID_CHARACTER 2'],
    ['-1,5 Gi', 'memory', 'INVALID_CHARACTER 1.5Gi'],
    // no good guess
    ['', 'memory', 'EMPTY none'],
    ['512MB', 'cpu', 'INVALID_CHARACTER none'],
    ['1 GB', 'nvidia.com/gpu', 'INVALID_CHARACTER none'],
    ['2 cores', 'memory', 'INVALID_CHARACTER none'],
    ['1.024,5 Mi', 'memory', 'INVALID_CHARACTER none'],
    ['much', 'memory', 'INVALID_CHARACTER none'],
    ['1Gi;', 'memory', 'INVALID_CHARACTER none'],
    ['1e10000', 'memory', 'EXPONENT_OUT_OF_RANGE none'],
    ['9'.repeat(10_001), 'memory', 'TOO_LONG none'],
  ])('%j of %s: %s', (text, resource, expected) => {
    expect(answer(text, resource)).toBe(expected);
  });

  test.each([[undefined], [null], [5], [{}]])('%j is not a text', (text) => {
    const problems = quantityProblems(text as unknown as string, { resource: 'memory' });
    expect(problems.map(({ code }) => code)).toEqual(['INVALID_TYPE']);
  });
});

describe('amounts that break a rule of the resource', () => {
  test.each([
    ['512m', 'memory', 'BYTES_FRACTIONAL 512Mi'],
    ['0.3m', 'memory', 'BYTES_FRACTIONAL 0.3M'],
    ['1.3Ki', 'ephemeral-storage', 'BYTES_FRACTIONAL 1332'],
    ['0.5', 'memory', 'BYTES_FRACTIONAL none'],
    ['-400m', 'memory', 'NEGATIVE BYTES_FRACTIONAL 400Mi'],
    ['-1', 'cpu', 'NEGATIVE 1'],
    ['0.0005', 'cpu', 'CPU_FINER_THAN_MILLI 1m'],
    ['-1500m', 'nvidia.com/gpu', 'NEGATIVE FRACTIONAL_EXTENDED_RESOURCE 2'],
    ['0.5', 'pods', 'FRACTIONAL_EXTENDED_RESOURCE 1'],
    ['3Mi', 'hugepages-2Mi', 'HUGE_PAGES_NOT_MULTIPLE 4Mi'],
    ['-3Mi', 'hugepages-2Mi', 'NEGATIVE HUGE_PAGES_NOT_MULTIPLE 4Mi'],
    ['3Mi', 'hugepages-x', 'HUGE_PAGES_NOT_MULTIPLE none'],
    // beyond exa, Kubernetes prints no suffix, and the text would have another value
    ['999999999999999999999.5', 'nvidia.com/gpu', 'FRACTIONAL_EXTENDED_RESOURCE none'],
  ])('%s of %s: %s', (text, resource, expected) => {
    expect(answer(text, resource)).toBe(expected);
  });

  test('are quoted as they are written', () => {
    const [problem] = quantityProblems(' 0.50 ', { resource: 'memory' });
    expect(problem?.message).toBe('0.50 is 0.5 bytes; use a whole number of bytes');
  });
});
