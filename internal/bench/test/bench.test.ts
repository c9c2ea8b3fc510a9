import { createHash } from 'node:crypto';
import { dnsZone, queryZone } from '@kubesem/dns';
import { dockerKeyring, parseImage, registryCredentials } from '@kubesem/image';
import { parseObjects } from '@kubesem/manifests';
import { parseQuantity } from '@kubesem/quantity';
import { describe, expect, test } from 'vitest';
import { clusterPods } from '../src/cluster/cluster.js';
import { DNS_QUESTION_COUNT, dnsObjects, dnsQuestions } from '../src/dns/dns-corpus.js';
import { FILE_TARGETS, judge, REASONS } from '../src/document/targets.js';
import { environmentObjects, environmentPods } from '../src/environment/environment-corpus.js';
import { parseGoOutput } from '../src/go.js';
import { imageCorpus } from '../src/images/image-corpus.js';
import { KEYRING_SIZES, keyringImages, keyringServers } from '../src/images/keyring-corpus.js';
import { corpus } from '../src/quantities/corpora.js';
import type { FileName } from '../src/reading/files.js';
import { installText, podListText } from '../src/reading/manifests.js';
import { serviceObjects, servicePods } from '../src/services/service-corpus.js';

const digest = (texts: Iterable<string>) =>
  createHash('sha256')
    .update([...texts].join('\n'))
    .digest('hex')
    .slice(0, 16);

describe('the inputs are the same on every machine', () => {
  test.each([
    ['realistic', '61aeda65353227d5'],
    ['small', '88872b66872a978c'],
    ['bigint', '2fb612f5e13f61c8'],
  ] as const)('corpus %s', (name, expected) => {
    expect(digest(corpus(name))).toBe(expected);
  });

  test('images', () => {
    expect(digest(imageCorpus())).toBe('b758dead7abfe0ef');
  });

  test('keyrings', () => {
    const texts = KEYRING_SIZES.flatMap((size) => [
      ...keyringServers(size),
      ...keyringImages(size),
    ]);
    expect(digest(texts)).toBe('3ee6565c1867277f');
  });

  test('DNS', () => {
    const objects = dnsObjects(40);
    const texts = [objects, dnsQuestions(40, objects)].map((each) => JSON.stringify(each));
    expect(digest(texts)).toBe('51973a92b8cc4051');
  });

  test('the Pods', () => {
    const pods = [...clusterPods(2000)].map((pod) => JSON.stringify(pod));
    expect(digest(pods)).toBe('bb5c64890f74c4a1');
  });

  test('the environment', () => {
    const pods = [...environmentPods(2000)].map((pod) => JSON.stringify(pod));
    expect(digest([...pods, JSON.stringify(environmentObjects())])).toBe('d8f1edc448cd3962');
  });

  test('the Services', () => {
    const pods = [...servicePods(100)].map((pod) => JSON.stringify(pod));
    expect(digest([...pods, JSON.stringify(serviceObjects(100))])).toBe('cc7140fdf3152482');
  });

  test('the manifests', () => {
    expect(digest([installText()])).toBe('3d94c8c2ae2afd94');
    expect(digest([podListText(1e6, 'part-')])).toBe('d10c222b01b3498b');
  });
});

test.each([
  ['small', 'number'],
  ['bigint', 'bigint'],
] as const)('all mantissas of corpus %s are of type %s', (name, form) => {
  const forms = corpus(name).map((text) => typeof parseQuantity(text).mantissa);
  expect([...new Set(forms)]).toEqual([form]);
});

test('every image of the corpus is valid, and about one in twenty has a digest', () => {
  const digests = imageCorpus().filter((text) => parseImage(text).digest !== undefined);
  expect(digests.length).toBeGreaterThan(400);
  expect(digests.length).toBeLessThan(600);
});

test.each(KEYRING_SIZES)(
  'five in six images have credentials in a keyring of %d entries',
  (size) => {
    const keyring = dockerKeyring({
      node: keyringServers(size).map((server) => ({ server })),
    });
    const found = keyringImages(size).filter(
      (image) => registryCredentials(image, keyring).length > 0,
    );
    expect(found.length).toBeGreaterThan(150);
    expect(found.length).toBeLessThan(185);
  },
);

test('three in four DNS questions have an answer, and the zone has no problems', () => {
  const objects = dnsObjects(40);
  const zone = dnsZone(objects);
  const answers = dnsQuestions(40, objects).map(([name, type]) => queryZone(zone, name, type));
  const found = answers.filter(({ code, answers: list }) => code === 'NOERROR' && list.length > 0);
  const missing = answers.filter(({ code }) => code === 'NXDOMAIN');
  expect(zone.problems).toEqual([]);
  expect(zone.endpointsOfIp.size).toBe(600);
  expect(found.length + missing.length).toBe(DNS_QUESTION_COUNT);
  expect(found.length).toBeGreaterThan(700);
  expect(found.length).toBeLessThan(800);
});

test('a Pod has about two containers on average', () => {
  const counts = [...clusterPods(30_000)].map((pod) => {
    const { spec } = pod as { spec: { containers: unknown[]; initContainers?: unknown[] } };
    return spec.containers.length + (spec.initContainers?.length ?? 0);
  });
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  expect(mean).toBeGreaterThan(1.9);
  expect(mean).toBeLessThan(2.2);
});

test('the manifests are valid YAML with the expected objects', () => {
  const read = (text: string) => {
    const { objects, problems } = parseObjects({ name: 'a.yaml', text });
    expect(problems).toEqual([]);
    return objects.map(({ kind }) => kind);
  };
  const kinds = read(installText());
  expect(new Set(kinds)).toEqual(new Set(['CustomResourceDefinition', 'Deployment']));
  expect(installText().length).toBeGreaterThan(1.8e6);
  expect(installText().length).toBeLessThan(2.2e6);
  expect(new Set(read(podListText(1e6, '')))).toEqual(new Set(['Pod']));
  expect(podListText(1e6, '').length).toBeLessThan(1e6);
});

test('parses the output of `go test -bench`', () => {
  const output = [
    'goos: linux',
    'BenchmarkQuantity/parse/small-2 \t 300\t 1012345 ns/op\t 101.2 ns/item',
    'BenchmarkKept/bigint \t 1\t 5 ns/op\t 66 B/item',
    'PASS',
  ].join('\n');
  expect(Object.fromEntries(parseGoOutput(output))).toEqual({
    'Quantity/parse/small ns/op': 1012345,
    'Quantity/parse/small ns/item': 101.2,
    'Kept/bigint ns/op': 5,
    'Kept/bigint B/item': 66,
  });
});

test('a run that failed costs ∞ and misses its targets', () => {
  const cost = { milliseconds: 1, peakBytes: 1 };
  const failed = { milliseconds: Infinity, peakBytes: Infinity };
  const missed = judge({
    nanoseconds: new Map(),
    keptBytes: new Map(),
    dump: { parse: cost, read: cost, nodes: failed, fileBytes: 1 },
    page: undefined,
    http: { node: [], express: [], startMs: 1, load: [], quickBackend: [] },
    files: [],
    sizes: [],
  }).filter(({ measured }) => measured.startsWith('∞'));
  expect(missed.map(({ measured, isMet }) => [measured, isMet])).toEqual([
    ['∞ times as long', false],
    ['∞ GB', false],
  ]);
});

test('every reason belongs to a target', () => {
  const cost = { milliseconds: 1, peakBytes: 1 };
  const works = judge({
    nanoseconds: new Map(),
    keptBytes: new Map(),
    dump: { parse: cost, read: cost, nodes: cost, fileBytes: 1 },
    page: undefined,
    http: { node: [], express: [], startMs: 1, load: [], quickBackend: [] },
    files: (Object.keys(FILE_TARGETS) as FileName[]).map((name) => ({
      name,
      fileBytes: 1,
      ...cost,
    })),
    sizes: [],
  }).map(({ work }) => work);
  expect(works).toEqual(expect.arrayContaining(Object.keys(REASONS)));
});
