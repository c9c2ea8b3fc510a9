import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, folderOf, json, kubesem, podManifest, problemsIn } from '../../support/run.js';

const withImage = (name: string, image: string) => podManifest(name).replace('app:1', image);
const UNTAGGED = withImage('web', 'nginx');
const BARE = podManifest('bare', '{}');
const REJECTED = podManifest('bad', '{ requests: { cpu: 2 }, limits: { cpu: 1, memory: 1Gi } }');

const statusOf = async (args: readonly string[], stdin: string) =>
  (await kubesem(['inspect', ...args], { stdin })).status;

describe('--fail-on', () => {
  test.each<[string, string[], number]>([
    ['nothing', [], 0],
    ['any warning', ['--fail-on', 'warning'], 1],
    ['errors, as always', ['--fail-on', 'error'], 0],
    ['the code', ['--fail-on', 'IMAGE_TAG_MISSING'], 1],
    ['the code among others', ['--fail-on', 'IMAGE_TAG_LATEST, IMAGE_TAG_MISSING'], 1],
    [
      'the code in a second option',
      ['--fail-on', 'IMAGE_TAG_LATEST', '--fail-on', 'IMAGE_TAG_MISSING'],
      1,
    ],
    ['another code', ['--fail-on', 'IMAGE_TAG_LATEST'], 0],
    ['the code in a field', ['--fail-on', 'IMAGE_TAG_MISSING:spec.containers[].image'], 1],
    ['a path that is copied', ['--fail-on', 'image_tag_missing:spec.containers[0].image'], 1],
    [
      'the code in another field',
      ['--fail-on', 'IMAGE_TAG_MISSING:spec.initContainers[].image'],
      0,
    ],
    [
      'a field that is ignored',
      ['--fail-on', 'warning', '--ignore', 'IMAGE_TAG_MISSING:spec.containers[].image'],
      0,
    ],
    ['a warning that is ignored', ['--fail-on', 'warning', '--ignore', 'IMAGE_TAG_MISSING'], 0],
  ])('%s', async (_, args, status) => {
    expect(await statusOf(args, UNTAGGED)).toBe(status);
  });

  test('names the findings and the reason', async () => {
    const { stdout, stderr } = await kubesem(['inspect', '--fail-on', 'warning'], {
      stdin: `${UNTAGGED}---\n${BARE}`,
    });
    expect(stdout).toContain('web');
    expect(stderr).toMatch(/^<stdin>:6:27: warning: .* \[IMAGE_TAG_MISSING\]$/m);
    expect(stderr).toMatch(
      /^error: 2 warnings .*--fail-on: IMAGE_TAG_MISSING, RESOURCES_MISSING$/m,
    );
  });

  // The last two are codes of `kubesem nodes` and `kubesem dns`.
  test.each(
    ['--fail-on', '--ignore'].flatMap((option) =>
      ['NO_TAGS', 'NODE_NOT_FOUND', 'NAME_NOT_SEARCHED'].map((code) => [option, code] as const),
    ),
  )('%s %s, which the command never reports, is a wrong command line', async (option, code) => {
    const { status, stdout, stderr } = await kubesem(['inspect', option, code], {
      stdin: UNTAGGED,
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`"${code}"`);
  });
});

test('in a folder with a chart, a kustomization and their output, the output decides', async () => {
  const folder = folderOf({
    'chart/Chart.yaml': 'name: shop\n',
    'chart/templates/pod.yaml': 'a: {{ .Values.a }}\n',
    'kustomization.yaml': 'resources: [rendered.yaml]\n',
    'rendered.yaml': UNTAGGED,
  });
  expect((await kubesem(['inspect', folder])).status).toBe(0);
  const { status, stderr } = await kubesem(['inspect', folder, '--fail-on', 'warning']);
  expect(status).toBe(1);
  expect(problemsIn(stderr)).toEqual(['rendered.yaml:6:27 warning', 'error']);
});

test.each(['INVALID:', 'INVALID: '])('%j has no path', async (code) => {
  const { status, stderr } = await kubesem(['inspect', '--ignore', code], { stdin: UNTAGGED });
  expect(status).toBe(2);
  expect(stderr).toContain('No path after the colon of "INVALID:"');
});

describe('--ignore', () => {
  test('leaves findings out of the report, the messages and the exit status', async () => {
    const shown = await json(['inspect'], { stdin: REJECTED });
    expect(shown.status).toBe(1);
    expect(shown.output.objects[0].problems).toHaveLength(1);
    const { status, stderr, output } = await json(['inspect', '--ignore', 'INVALID,NO_DOCUMENTS'], {
      stdin: REJECTED,
    });
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual([]);
    expect(output.objects[0].problems).toEqual([]);
  });

  test('leaves out problems of files', async () => {
    const folder = folderOf({ 'a.yaml': '', 'b.yaml': podManifest('web') });
    const { output } = await json(['inspect', folder, '--ignore', 'NO_DOCUMENTS']);
    expect(output.problems).toEqual([]);
  });
});

describe('a configuration', () => {
  const run = (config: string, args: readonly string[] = [], stdin = UNTAGGED) => {
    const file = join(folderOf({ 'gate.yaml': config }), 'gate.yaml');
    return kubesem(['inspect', '--config', file, ...args], { stdin });
  };

  test.each<[string, number]>([
    ['failOn: [warning]', 1],
    ['failOn: [IMAGE_TAG_MISSING]\n', 1],
    ['failOn: ["IMAGE_TAG_MISSING:spec.containers[0].image"]\n', 1],
    ['{"failOn": ["IMAGE_TAG_MISSING"], "ignore": ["IMAGE_TAG_MISSING"]}', 0],
    ['failOn: []\nignore: []\n', 0],
    ['# nothing yet\n', 0],
    ['', 0],
  ])('%j', async (config, status) => {
    expect((await run(config)).status).toBe(status);
  });

  test('is replaced by the options, list by list', async () => {
    const config = 'failOn: [warning]\nignore: [IMAGE_TAG_LATEST]\n';
    expect((await run(config, ['--fail-on', 'error'])).status).toBe(0);
    expect((await run(config, ['--ignore', 'IMAGE_TAG_MISSING'])).status).toBe(0);
  });

  test.each<[string, string]>([
    ['failon: [warning]\n', 'gate.yaml:1:9 error'],
    ['failOn: warning\n', 'gate.yaml:1:9 error'],
    ['failOn:\n  - IMAGE_TAG_MISSING\n  - NO_TAGS\n', 'gate.yaml:3:5 error'],
    ['ignore: [warning]\n', 'gate.yaml:1:10 error'],
    ['ignore: [1]\n', 'gate.yaml:1:10 error'],
    ['ignore: ["INVALID:"]\n', 'gate.yaml:1:10 error'],
    ['__proto__: [IMAGE_TAG_MISSING]\n', 'gate.yaml:1:12 error'],
    ['constructor: [IMAGE_TAG_MISSING]\n', 'gate.yaml:1:14 error'],
    ['- IMAGE_TAG_MISSING\n', 'gate.yaml:1:1 error'],
    ['ignore: []\n---\nfailOn: []\n', 'gate.yaml:3:1 error'],
    ['ignore: [\n', 'gate.yaml:2:1 error'],
    ['ignore: []\nignore: [IMAGE_TAG_MISSING]\n', 'gate.yaml:2:1 error'],
  ])('%j is rejected, and nothing is reported', async (config, problem) => {
    const { status, stdout, stderr } = await run(config);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(problemsIn(stderr)).toEqual([problem]);
  });

  test('that is missing is an error if it is named', async () => {
    const { status, stderr } = await kubesem(['inspect', '--config', '/no/such.yaml'], {
      stdin: UNTAGGED,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('/no/such.yaml: ');
  });
});

describe('containers without requests and limits', () => {
  const sidecar = '{ requests: { cpu: 1m }, limits: { memory: 1Gi } }';
  test.each<[string, string, string[]]>([
    ['have a finding each', '{}', ['cpu and memory']],
    ['of one resource', '{ requests: { cpu: 1 } }', ['memory']],
    ['with a limit have a request', '{ limits: { cpu: 1, memory: 1Gi } }', []],
    ['with a request of 0 have one', '{ requests: { cpu: 0, memory: "0" } }', []],
    ['with one of each', sidecar, []],
  ])('%s: %s', async (_, resources, missing) => {
    const { status, output } = await json(['inspect'], { stdin: podManifest('web', resources) });
    expect(status).toBe(0);
    const [{ problems }] = output.objects;
    expect(problems.map(({ code }: { code: string }) => code)).toEqual(
      missing.map(() => 'RESOURCES_MISSING'),
    );
    for (const [index, names] of missing.entries()) {
      expect(problems[index].message).toContain(` ${names};`);
    }
  });

  test('do not matter to images', async () => {
    expect(await statusOf(['--images', '--fail-on', 'RESOURCES_MISSING'], BARE)).toBe(0);
    expect(await statusOf(['--fail-on', 'RESOURCES_MISSING'], BARE)).toBe(1);
  });
});

test('the same finding of a file is printed once, with its count and its lines', async () => {
  const pods = Array.from({ length: 7 }, (_, index) => podManifest(`web-${index}`, '{}'));
  const { stderr } = await kubesem(['inspect', fileOf(...pods), fileOf(BARE)]);
  expect(problemsIn(stderr)).toEqual(['a.yaml:7:18 warning', 'a.yaml:7:18 warning']);
  expect(stderr).toMatch(/ \(7 times, lines 7, 15, 23, 31, 39, …\) \[RESOURCES_MISSING\]$/m);
});
