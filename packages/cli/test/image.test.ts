import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { KUBERNETES_VERSION } from '@kubesem/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { painted } from './painted.js';
import { folderOf, kubesem } from './terminal.js';

const digest = `sha256:${'a7'.repeat(32)}`;

/** The cells of a table's lines. */
const cells = (table: string) => table.split('\n').map((line) => line.trim().split(/ {2,}/));

describe('kubesem image', () => {
  test('shows what each name stands for', async () => {
    const images = ['busybox', 'registry:5000/app:1.2', `registry.k8s.io/pause:3.5@${digest}`];
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
      [''],
    ]);
  });

  test('has no column of digests if there is none', async () => {
    expect((await kubesem(['image', 'busybox'])).stdout).not.toContain('DIGEST');
  });

  test('--explain says what was filled in, and why', async () => {
    const { stdout } = await kubesem(['image', '--explain', 'busybox', `app:1@${digest}`]);
    expect(stdout).toMatch(/^ {2}registry +docker\.io, filled in: /m);
    expect(stdout).toMatch(/^ {2}repository +library\/busybox, `library\/` is filled in/m);
    expect(stdout).toMatch(/^ {2}tag +latest, filled in: /m);
    expect(stdout).toMatch(/^ {2}pull policy +Always, by default: /m);
    expect(stdout).toMatch(/^ {2}tag +1, as written, and not looked at/m);
    expect(stdout).toContain(`  pulled as    docker.io/library/app@${digest}\n`);
  });

  test('--explain as it is printed', async () => {
    const args = ['image', '--explain', `team/app@${digest}`, 'my_team.example/app'];
    const { stdout } = await kubesem(args, { colors: true });
    expect(
      painted(stdout),
    ).toBe(`<bold>IMAGE</>                <bold>REGISTRY</>   <bold>REPOSITORY</>           <bold>TAG</>     <bold>DIGEST</>           <bold>PULL POLICY</>
team/app@…           docker.io  team/app             -       sha256:a7a7a7a…  IfNotPresent
my_team.example/app  -          my_team.example/app  latest  -                Always

<bold>team/app@${digest}</>
  registry     docker.io<dim>, filled in: the first part of the name has no \`.\`, no \`:\` and no upper-case letter</>
  repository   team/app<dim>, as written</>
  tag          <dim>none, and none is filled in: there is a digest</>
  digest       ${digest}<dim>, as written</>
  pulled as    docker.io/team/app@${digest}
  pull policy  IfNotPresent<dim>, by default: there is a digest and no tag</>

<bold>my_team.example/app</>
  registry     <dim>none: what stands there has a \`_\`, and so belongs to the repository</>
  repository   my_team.example/app<dim>, as written</>
  tag          latest<dim>, filled in: there is neither tag nor digest</>
  pulled as    my_team.example/app:latest
  pull policy  Always<dim>, by default: the tag \`latest\` is filled in</>
`);
  });

  test.each([
    ['localhost/app', 'registry     localhost, as written: it is `localhost`'],
    ['index.docker.io/a/b', 'registry     docker.io, in place of index.docker.io, its old name'],
    ['Registry/app', 'registry     Registry, as written: it has an upper-case letter'],
    ['reg.example/app', 'registry     reg.example, as written: it has a `.` or a `:`'],
    ['reg.example/app:2', 'tag          2, as written'],
    ['app:latest', 'pull policy  Always, by default: the tag is `latest`'],
  ])('%s: %s', async (image, line) => {
    const { stdout } = await kubesem(['image', '--explain', image]);
    expect(stdout.split('\n')).toContain(`  ${line}`);
  });

  test('what is no image is pointed at, the others are shown, the status is 1', async () => {
    const { status, stdout, stderr } = await kubesem(['image', 'ghcr.io/Team/app', 'busybox', '']);
    expect(status).toBe(1);
    expect(cells(stdout)).toHaveLength(3);
    expect(stderr).toMatch(
      /^error: .+\n {2}ghcr\.io\/Team\/app\n {10}\^\nerror: .+\n {2}\n {2}\^\n$/,
    );
  });

  test('a long text is shown around the place', async () => {
    const { stderr } = await kubesem(['image', `${'a'.repeat(100)}!${'b'.repeat(100)}`]);
    const [, line = '', caret = ''] = stderr.split('\n');
    expect(line).toMatch(/^ {2}…a{40}!b{39}…$/);
    expect(caret).toBe(`${' '.repeat(43)}^`);
    const short = await kubesem(['image', `${'a'.repeat(40)}!${'b'.repeat(39)}`]);
    expect(short.stderr).toMatch(/^ {2}a{40}!b{39}$/m);
    expect(short.stdout).toBe('');
  });

  test.each(['json', 'yaml'])('-o %s is for programs', async (format) => {
    const { status, stdout } = await kubesem(['image', '-o', format, '--explain', 'app', 'App']);
    expect(status).toBe(1);
    expect(format === 'json' ? JSON.parse(stdout) : parse(stdout, { version: '1.1' })).toEqual({
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
    });
  });

  test('what comes from outside cannot steer the terminal', async () => {
    const evil = '\u001b[2Ja\u200b\u202e';
    const { stderr } = await kubesem(['image', evil]);
    expect(stderr).toContain('\\u001b[2Ja\\u200b\\u202e');
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
    const unknown = await kubesem(['image', `--${evil}`]);
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
  });

  test('colours change nothing else', async () => {
    const args = ['image', '--explain', 'busybox', 'App'];
    const plain = await kubesem(args);
    const coloured = await kubesem(args, { colors: true });
    expect(coloured.stdout).toContain('\u001b[1m');
    expect(stripVTControlCharacters(coloured.stdout).replaceAll(/ +$/gm, '')).toBe(plain.stdout);
    expect(stripVTControlCharacters(coloured.stderr)).toBe(plain.stderr);
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('kubesem image --credentials', () => {
  const folder = () =>
    folderOf({
      'config.json': JSON.stringify({
        auths: {
          'https://index.docker.io/v1/': { auth: base64('hub:katze') },
          'example.com/images': { auth: base64('anna:hund') },
          '*.example.com': { username: 'any', password: 'maus' },
          'example.com:5000': { username: 'port', password: 'vogel' },
        },
      }),
      'secret.yaml': `apiVersion: v1
kind: Secret
metadata: { name: regcred, namespace: shop }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"example.com":{"username":"shop","password":"fisch"}}}' }
`,
      'broken.yaml': `apiVersion: v1
kind: Secret
metadata: { name: broken }
type: kubernetes.io/dockercfg
data: { .dockercfg: '${base64('{"quay.io":{"auth":"katze"}}')}' }
`,
      'broken.json': '{"auths":{"quay.io":{"password":"katze"} "fisch"',
    });
  const passwords = /katze|hund|maus|vogel|fisch/;

  /** The rows of the tables of credentials, by image. */
  const tries = (stdout: string) =>
    stdout
      .split('\n\n')
      .slice(1)
      .map((block) => cells(block.trimEnd()).slice(2));

  test('those that match in the order in which they are tried, and why the others do not', async () => {
    const path = folder();
    const { status, stdout, stderr } = await kubesem([
      'image',
      '--credentials',
      join(path, 'config.json'),
      '--credentials',
      join(path, 'secret.yaml'),
      'example.com/images2/app',
      'busybox',
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(tries(stdout)).toEqual([
      [
        ['1', 'example.com', 'shop', 'Secret shop/regcred', 'matches'],
        [
          '2',
          'example.com/images',
          'anna',
          'node',
          'matches, though the path ends within a segment',
        ],
        ['-', 'index.docker.io', 'hub', 'node', '3 labels in the host, the image has 2'],
        ['-', 'example.com:5000', 'port', 'node', 'port 5000, the image has none'],
        ['-', '*.example.com', 'any', 'node', '3 labels in the host, the image has 2'],
      ],
      [
        ['1', 'index.docker.io', 'hub', 'node', 'Docker Hub, and nothing else matches'],
        [
          '-',
          'example.com',
          'shop',
          'Secret shop/regcred',
          'label example in the host, the image has docker',
        ],
        ['-', 'example.com:5000', 'port', 'node', 'port 5000, the image has none'],
        ['-', 'example.com/images', 'anna', 'node', 'path /images, the image has /library/busybox'],
        ['-', '*.example.com', 'any', 'node', '3 labels in the host, the image has 2'],
      ],
    ]);
    expect(stdout).not.toMatch(passwords);
  });

  test('an image that none match is pulled without', async () => {
    const args = ['--credentials', join(folder(), 'secret.yaml'), 'quay.io/app'];
    const { status, stdout } = await kubesem(['image', ...args]);
    expect(status).toBe(0);
    expect(stdout).toContain('quay.io/app is pulled without credentials');
  });

  test('a Secret that cannot be decoded fails all, the others are shown', async () => {
    const path = folder();
    const files = ['broken.yaml', 'secret.yaml'].flatMap((file) => [
      '--credentials',
      join(path, file),
    ]);
    const { status, stdout, stderr } = await kubesem(['image', ...files, 'example.com/app']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/broken\.yaml:5:21: error: .*quay\.io/);
    expect(stderr).toContain('error: the kubelet pulls no image');
    expect(stdout).toContain('\n\nexample.com/app is not pulled: ');
    expect(tries(stdout)[0]?.[0]?.[2]).toBe('shop');
    expect(stdout + stderr).not.toMatch(passwords);
    const json = await kubesem(['image', '-o', 'json', ...files, 'example.com/app']);
    expect(JSON.parse(json.stdout)).toMatchObject({ kubeletRefuses: true });
    expect(json.stdout).not.toMatch(passwords);
  });

  test.each([
    ['broken.json', /broken\.json:1:\d+: error: /],
    ['missing.json', /error: .*missing\.json: no such file/],
  ])('%s is named, and does not keep the images from being shown', async (file, message) => {
    const args = ['--credentials', join(folder(), file), 'busybox'];
    const { status, stdout, stderr } = await kubesem(['image', ...args]);
    expect(status).toBe(1);
    expect(stdout).toContain('docker.io');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(passwords);
  });

  test('the whole of what is printed', async () => {
    const folder = folderOf({
      'config.json': JSON.stringify({
        auths: {
          'quay.io/%25': { username: 'odd', password: 'katze' },
          '[::ffff:1.2.3.4]': { username: 'six', password: 'katze' },
          'example.com/a': { password: 'katze' },
        },
      }),
      'secret.yaml': `apiVersion: v1
kind: Secret
metadata: { name: regcred }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '{"auths":{"*.com/app":{"username":"shop","password":"katze"}}}' }
`,
    });
    const files = ['config.json', 'secret.yaml'].flatMap((file) => [
      '--credentials',
      join(folder, file),
    ]);
    const args = ['image', ...files, 'example.com/app:1', '1.2.3.4/app:1'];
    const { status, stdout, stderr } = await kubesem(args, { colors: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(
      painted(stdout),
    ).toBe(`<bold>IMAGE</>              <bold>REGISTRY</>     <bold>REPOSITORY</>  <bold>TAG</>  <bold>PULL POLICY</>
example.com/app:1  example.com  app         1    IfNotPresent
1.2.3.4/app:1      1.2.3.4      app         1    IfNotPresent

example.com/app:1 is pulled with
<bold>TRY</>  <bold>PATTERN</>           <bold>USER</>  <bold>FROM</>            <bold>WHY</>
1    *.com/app         shop  Secret regcred  matches
2    example.com/a     -     node            matches, though the path ends within a segment
<dim>-</>    <dim>quay.io/%</>         <dim>odd</>   <dim>node</>            <dim>the pattern is no URL any more</>
<dim>-</>    <dim>[::ffff:1.2.3.4]</>  <dim>six</>   <dim>node</>            <dim>4 labels in the host, the image has 2</>

1.2.3.4/app:1 is pulled without credentials: none match
<bold>TRY</>  <bold>PATTERN</>           <bold>USER</>  <bold>FROM</>            <bold>WHY</>
<dim>-</>    <dim>*.com/app</>         <dim>shop</>  <dim>Secret regcred</>  <dim>2 labels in the host, the image has 4</>
<dim>-</>    <dim>quay.io/%</>         <dim>odd</>   <dim>node</>            <dim>the pattern is no URL any more</>
<dim>-</>    <dim>example.com/a</>     <dim>-</>     <dim>node</>            <dim>2 labels in the host, the image has 4</>
<dim>-</>    <dim>[::ffff:1.2.3.4]</>  <dim>six</>   <dim>node</>            <dim>the \`[\` in [::ffff:1 is never closed</>
`);
  });

  test('no credentials, and a name that is too long for them', async () => {
    const stdin = '{"auths":{}}';
    const none = await kubesem(['image', '--credentials', '-', 'quay.io/app'], { stdin });
    expect(none.stdout).toMatch(/\n\nquay\.io\/app is pulled without credentials.*\n$/);
    const long = ['image', '--credentials', '-', `${'a.'.repeat(2500)}example/app`];
    expect((await kubesem(long, { stdin })).stdout).toMatch(/\n\n(a\.){20}… is too long .*\n$/);
    expect((await kubesem([...long, '-o', 'json'], { stdin })).status).toBe(0);
  });

  test('a warning of a file is no error', async () => {
    const twice = 'apiVersion: v1\nkind: Secret\nmetadata: {}\nmetadata: { name: a }\n';
    const args = ['image', '--credentials', '-', 'quay.io/app'];
    const { status, stderr } = await kubesem(args, { stdin: twice });
    expect(status).toBe(0);
    expect(stderr).toMatch(/^<stdin>:4:1: warning: .*\n$/);
  });

  test('standard input', async () => {
    const { stdout } = await kubesem(['image', '--credentials', '-', 'quay.io/app'], {
      stdin: '{"auths":{"quay.io":{"username":"anna"}}}',
    });
    expect(tries(stdout)).toEqual([[['1', 'quay.io', 'anna', 'node', 'matches']]]);
  });
});
