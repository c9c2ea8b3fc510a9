import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { cells, json, kubesem } from '../../support/run.js';

const DIGEST = `sha256:${'a7'.repeat(32)}`;

test('the table shows what each name stands for', async () => {
  const images = ['busybox', 'registry:5000/app:1.2', `registry.k8s.io/pause:3.5@${DIGEST}`];
  const { status, stdout, stderr } = await kubesem(['image', ...images]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(cells(stdout)).toEqual([
    ['IMAGE', 'REGISTRY', 'REPOSITORY', 'TAG', 'DIGEST', 'PULL POLICY'],
    ['busybox', 'docker.io', 'library/busybox', 'latest', '-', 'Always'],
    ['registry:5000/app:1.2', 'registry:5000', 'app', '1.2', '-', 'IfNotPresent'],
    [
      'registry.k8s.io/pause:3.5@…',
      'registry.k8s.io',
      'pause',
      '3.5',
      'sha256:a7a7a7a…',
      'IfNotPresent',
    ],
  ]);
});

test('without digests there is no column for them', async () => {
  expect((await kubesem(['image', 'busybox'])).stdout).not.toContain('DIGEST');
});

describe('--explain', () => {
  test('shows where each part comes from', async () => {
    const { stdout } = await kubesem(['image', '--explain', 'busybox', `team/app@${DIGEST}`]);
    expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toBe(`busybox
  registry     docker.io (default: the name contains no \`/\`)
  repository   library/busybox (default: \`library/\` precedes single words at Docker Hub)
  tag          latest (default: the name has neither tag nor digest)
  pulled as    docker.io/library/busybox:latest
  pull policy  Always (default, because the tag defaults to \`latest\`)

team/app@${DIGEST}
  registry     docker.io (default: the first part contains no \`.\`, \`:\` or uppercase letter)
  repository   team/app (as written)
  tag          none: the name has a digest
  digest       ${DIGEST} (as written)
  pulled as    docker.io/team/app@${DIGEST}
  pull policy  IfNotPresent (default for a digest without a tag)
`);
  });

  test.each([
    ['localhost/app', 'domain', 'LOCALHOST', 'registry     localhost '],
    ['index.docker.io/a/b', 'domain', 'DOCKER_HUB_ALIAS', 'registry     docker.io '],
    ['Registry/app', 'domain', 'UPPERCASE', 'registry     Registry '],
    ['reg.example/app', 'domain', 'DOT_OR_COLON', 'registry     reg.example '],
    ['my_team.example/app', 'domain', 'UNDERSCORE', 'registry     none: '],
    ['reg.example/app:2', 'tag', 'AS_WRITTEN', 'tag          2 '],
    [`app:1@${DIGEST}`, 'tag', 'DIGEST_WINS', 'tag          1 (as written, but '],
  ])('%s: the %s follows %s', async (image, part, rule, line) => {
    const { output } = await json(['image', '--explain', image]);
    expect(output.images[0].explanation[part].rule).toBe(rule);
    expect((await kubesem(['image', '--explain', image])).stdout).toContain(`\n  ${line}`);
  });
});

test('a name that is not an image is pointed at, and the others are shown', async () => {
  const { status, stdout, stderr } = await kubesem(['image', 'ghcr.io/Team/app', 'busybox', '']);
  expect(status).toBe(1);
  expect(cells(stdout)).toHaveLength(2);
  expect(stderr).toMatch(
    /^error: .+\n {2}ghcr\.io\/Team\/app\n {10}\^\nerror: .+\n {2}\n {2}\^\n$/,
  );
});

test('a long name is shown around the place', async () => {
  const { stderr } = await kubesem(['image', `${'a'.repeat(100)}!${'b'.repeat(100)}`]);
  const [, line = '', caret = ''] = stderr.split('\n');
  expect(line).toMatch(/^ {2}…a{40}!b{39}…$/);
  expect(caret).toBe(`${' '.repeat(43)}^`);
  const short = await kubesem(['image', `${'a'.repeat(40)}!${'b'.repeat(39)}`]);
  expect(short.stderr).toMatch(/^ {2}a{40}!b{39}$/m);
  expect(short.stdout).toBe('');
});

test('-o json has errors next to the images', async () => {
  const { status, output } = await json(['image', '--explain', 'app', 'App']);
  expect(status).toBe(1);
  expect(output).toEqual({
    kubernetesVersion: KUBERNETES_VERSION,
    images: [
      {
        input: 'app',
        normalized: 'docker.io/library/app:latest',
        familiar: 'app:latest',
        pulledAs: 'docker.io/library/app:latest',
        reference: {
          name: 'docker.io/library/app',
          domain: 'docker.io',
          path: 'library/app',
          tag: 'latest',
        },
        defaultPullPolicy: 'Always',
        pullPolicyRule: 'NO_TAG_NO_DIGEST',
        explanation: {
          domain: { value: 'docker.io', rule: 'NO_SLASH' },
          path: { written: 'app', value: 'library/app', rule: 'OFFICIAL_IMAGE' },
          tag: { value: 'latest', rule: 'DEFAULT_TAG' },
          digest: { rule: 'NOT_WRITTEN' },
        },
      },
      { input: 'App', error: { code: 'UPPERCASE', offset: 0, message: expect.any(String) } },
    ],
    problems: [],
  });
  expect((await json(['image', 'app'])).output.images[0]).not.toHaveProperty('explanation');
});
