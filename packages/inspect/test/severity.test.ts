import { CODES } from '@kubesem/inspect/codes';
import { describe, expect, test } from 'vitest';
import { inspectText } from './inspect-files.js';

/** A container with some fields. */
const container = (fields: object) => ({ containers: [{ name: 'a', image: 'a:1', ...fields }] });
const requests = (amounts: object) => container({ resources: { requests: amounts } });
const limits = (amounts: object) => container({ resources: { limits: amounts } });

/** A severity for each kind of object. */
const ERROR = ['error', 'error'];
const ERROR_IF_NEW = ['error', 'warning'];
const WARNING = ['warning', 'warning'];

type Case = readonly [code: string, severities: string[], spec: object];

const UNREADABLE: readonly Case[] = [
  ['INVALID_TYPE', ERROR, { containers: 5 }],
  ['INVALID_QUANTITY', ERROR, limits({ cpu: '1x' })],
];

const REJECTED: readonly Case[] = [
  ['UNKNOWN_FIELD', ERROR_IF_NEW, container({ resource: {} })],
  ['INVALID', ERROR_IF_NEW, requests({ 'a b': '1' })],
  [
    'NOT_SUPPORTED',
    ERROR_IF_NEW,
    { ...container({}), resources: { requests: { 'ephemeral-storage': '1' } } },
  ],
  ['INVALID', ERROR_IF_NEW, requests({ cpu: '-1' })],
  ['INVALID', ERROR_IF_NEW, limits({ 'example.com/gpu': '500m' })],
  ['INVALID', ERROR_IF_NEW, limits({ cpu: 1, 'hugepages-2Mi': '3Mi' })],
  ['INVALID', ERROR_IF_NEW, container({ resources: { requests: { cpu: 2 }, limits: { cpu: 1 } } })],
  [
    'INVALID',
    ERROR_IF_NEW,
    container({
      resources: { requests: { 'example.com/gpu': 1 }, limits: { 'example.com/gpu': 2 } },
    }),
  ],
  ['REQUIRED', ERROR_IF_NEW, requests({ 'example.com/gpu': 1 })],
  ['FORBIDDEN', ERROR_IF_NEW, limits({ 'hugepages-2Mi': '2Mi' })],
  [
    'FORBIDDEN',
    ERROR_IF_NEW,
    { ...container({}), os: { name: 'windows' }, resources: { limits: { cpu: 1 } } },
  ],
  ['INVALID', ERROR_IF_NEW, { ...requests({ cpu: 2 }), resources: { requests: { cpu: 1 } } }],
  [
    'INVALID',
    ERROR_IF_NEW,
    {
      ...limits({ cpu: 1, 'hugepages-2Mi': '4Mi' }),
      resources: { limits: { cpu: 1, 'hugepages-2Mi': '2Mi' } },
    },
  ],
  ['INVALID', ERROR_IF_NEW, { ...limits({ cpu: 2 }), resources: { limits: { cpu: 1 } } }],
  ['FORBIDDEN', ERROR_IF_NEW, { ...container({}), resources: { claims: [{ name: 'gpu' }] } }],
  ['REQUIRED', ERROR_IF_NEW, container({ resources: { claims: [{}] } })],
  ['NOT_FOUND', ERROR_IF_NEW, container({ resources: { claims: [{ name: 'gpu' }] } })],
  [
    'DUPLICATE',
    ERROR_IF_NEW,
    container({ resources: { claims: [{ name: 'gpu' }, { name: 'gpu' }] } }),
  ],
  [
    'INVALID',
    ERROR_IF_NEW,
    container({ resources: { claims: [{ name: 'gpu', request: 'A_B' }] } }),
  ],
  ['NOT_SUPPORTED', ERROR_IF_NEW, container({ image: 'a:1', imagePullPolicy: 'Sometimes' })],
];

const ACCEPTED: readonly Case[] = [
  ['BYTES_FRACTIONAL', WARNING, requests({ memory: '400m' })],
  ['CPU_FINER_THAN_MILLI', WARNING, requests({ cpu: '0.0005' })],
  ['IMAGE_INVALID', WARNING, container({ image: 'A:1' })],
  ['IMAGE_TAG_MISSING', WARNING, container({ image: 'a' })],
  ['IMAGE_TAG_LATEST', WARNING, container({ image: 'a:latest' })],
  ['IMAGE_TAG_IGNORED', WARNING, container({ image: `a:1@sha256:${'0'.repeat(64)}` })],
  ['IMAGE_LATEST_NOT_PULLED', WARNING, container({ image: 'a', imagePullPolicy: 'Never' })],
];

const CASES = [...UNREADABLE, ...REJECTED, ...ACCEPTED];

/** What is reported about an object with such a spec. */
function problemsOf(spec: object, metadata: object) {
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', ...metadata }, spec };
  const { objects } = inspectText(JSON.stringify(object));
  return objects[0]?.problems ?? [];
}

describe('an error is what Kubernetes rejects in a new object, or what cannot be read', () => {
  test.each(CASES)('%s: %j', (code, severities, spec) => {
    const found = [{}, { uid: 'u-1' }].map(
      (metadata) => problemsOf(spec, metadata).find((problem) => problem.code === code)?.severity,
    );
    expect(found).toEqual(severities);
  });

  test('a Pod without containers cannot be read, also if it is stored', () => {
    for (const metadata of [{}, { uid: 'u-1' }]) {
      expect(problemsOf({ containers: [] }, metadata)).toMatchObject([
        { code: 'REQUIRED', severity: 'error', path: 'spec.containers' },
      ]);
    }
  });

  test('an image with white space around it is rejected, another invalid one is not', () => {
    const [problem] = problemsOf(container({ image: ' a:1' }), { name: 'web' });
    expect(problem).toMatchObject({ code: 'INVALID', severity: 'error' });
  });

  test('a version that is not served is rejected', () => {
    const severities = ['{}', '{uid: u}'].map(
      (metadata) =>
        inspectText(`{apiVersion: extensions/v1beta1, kind: Deployment, metadata: ${metadata}}`)
          .problems[0]?.severity,
    );
    expect(severities).toEqual(ERROR_IF_NEW);
  });
});

test('the table of codes has the severity of each code in new objects', () => {
  for (const [code, [ofNew]] of CASES) {
    expect([code, CODES[code as keyof typeof CODES]?.severity]).toEqual([code, ofNew]);
  }
});

describe('a value that the defaults fill in', () => {
  test('has no problem of its own if its original has the same', () => {
    const codes = problemsOf(limits({ memory: '400m', cpu: '-1' }), {}).map(
      ({ code, path }) => `${code} ${path}`,
    );
    expect(codes).toEqual([
      'BYTES_FRACTIONAL spec.containers[0].resources.limits[memory]',
      'INVALID spec.containers[0].resources.limits[cpu]',
    ]);
  });

  test('has a problem that names the defaults', () => {
    const spec = { ...requests({ memory: '2Gi' }), resources: { limits: { memory: '1Gi' } } };
    const [problem, ...others] = problemsOf(spec, {});
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'INVALID', value: '2Gi' });
    expect(problem?.message).toContain('fills in 2Gi');
  });

  test('is found in linear time, however many there are', () => {
    const amounts = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`example.com/r${index}`, '-1']),
    );
    const codes = problemsOf(limits(amounts), {}).map(({ code }) => code);
    expect(codes.filter((code) => code === 'INVALID')).toHaveLength(20_000);
  });

  test('differs from the same value that is written', () => {
    const written = { requests: { memory: '400m' }, limits: { memory: '400m' } };
    const problems = problemsOf(container({ resources: written }), {});
    expect(problems.map(({ path }) => path.split('.').slice(-1).join())).toEqual([
      'limits[memory]',
      'requests[memory]',
    ]);
  });
});
