// Numbers without quotes, as the API server decodes them.
import { describe, expect, test } from 'vitest';
import { fileOf, json, kubesem } from '../../support/run.js';

interface Problem {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

const LONG = '9007199254740993';

/** The manifest in YAML and in JSON, with `LONG` as a number. */
const both = (manifest: object): string[] => {
  const text = JSON.stringify(manifest).replaceAll(`"${LONG}"`, LONG);
  return [`--- # YAML\n${text}\n`, text];
};
const wrongTypes = async (text: string) => {
  const { stdout } = await kubesem(['inspect', fileOf(text), '-o', 'json']);
  const { objects, problems } = JSON.parse(stdout) as {
    objects: { problems: Problem[] }[];
    problems: Problem[];
  };
  return [...objects.flatMap((each) => each.problems), ...problems].filter(
    ({ code }) => code === 'INVALID_TYPE',
  );
};

const pod = (spec: object, container: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a' },
  spec: { ...spec, containers: [{ name: 'a', image: 'a:1', ...container }] },
});

describe('an integer beyond 2^53', () => {
  test.each([
    ['data', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: LONG } }],
    ['env', pod({}, { env: [{ name: 'A', value: LONG }] })],
    ['an int32', pod({}, { livenessProbe: { exec: {}, periodSeconds: LONG } })],
  ])('is an error in %s, and the message has its digits', async (_, manifest) => {
    for (const text of both(manifest)) {
      const found = await wrongTypes(text);
      expect(found).toHaveLength(1);
      expect(found[0]?.message).toContain(LONG);
    }
  });

  test.each([
    ['an int64', pod({ terminationGracePeriodSeconds: LONG })],
    ['a quantity', pod({}, { resources: { limits: { memory: LONG } } })],
  ])('is valid as %s', async (_, manifest) => {
    for (const text of both(manifest)) {
      expect(await wrongTypes(text)).toEqual([]);
    }
  });

  test('has no hash as a value of a ConfigMap', async () => {
    const [yaml = ''] = both({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
      data: { a: LONG },
    });
    const { status, output } = await json(['config', 'hash', fileOf(yaml)]);
    expect(status).toBe(1);
    expect(JSON.stringify(output)).not.toMatch(/"kubectl":"/);
  });
});

test('an integer beyond int64 is a float64, which no int64 holds', async () => {
  const [found] = await wrongTypes(
    JSON.stringify(pod({ terminationGracePeriodSeconds: LONG })).replace(
      `"${LONG}"`,
      '9223372036854775808',
    ),
  );
  expect(found?.path).toBe('spec.terminationGracePeriodSeconds');
});
