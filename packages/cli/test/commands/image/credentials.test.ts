import { describe, expect, test } from 'vitest';
import { cells, codesOf, filesOf, json, kubesem, problemsIn } from '../../support/run.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const PASSWORDS = /katze|hund|maus|vogel|fisch/;

const files = () =>
  filesOf({
    'config.json': JSON.stringify({
      auths: {
        'https://index.docker.io/v1/': { auth: base64('hub:katze') },
        'example.com/images': { auth: base64('anna:hund') },
        '*.example.com': { username: 'any', password: 'maus' },
        'example.com:5000': { username: 'port', password: 'vogel' },
      },
    }),
    'odd.json': JSON.stringify({
      auths: {
        'quay.io/%25': { username: 'odd', password: 'katze' },
        '[::ffff:1.2.3.4]': { username: 'six', password: 'katze' },
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

/** The arguments that match these files against images. */
function matching(names: readonly string[], ...images: string[]): string[] {
  const path = files();
  return ['image', ...names.flatMap((name) => ['--credentials', path(name)]), ...images];
}

/** The rows of the tables of credentials, by image. */
const tries = (stdout: string) =>
  stdout
    .split('\n\n')
    .slice(1)
    .map((block) => cells(block).slice(2));

describe('kubesem image --credentials', () => {
  test('lists those that match in the order in which they are tried, and the others', async () => {
    const args = matching(['config.json', 'secret.yaml'], 'example.com/images2/app', 'busybox');
    const { status, stdout, stderr } = await kubesem(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(tries(stdout).map((rows) => rows.map((row) => row.slice(0, 3)))).toEqual([
      [
        ['1', 'example.com', 'Secret shop/regcred'],
        ['2', 'example.com/images', 'node'],
        ['-', 'index.docker.io', 'node'],
        ['-', 'example.com:5000', 'node'],
        ['-', '*.example.com', 'node'],
      ],
      [
        ['1', 'index.docker.io', 'node'],
        ['-', 'example.com', 'Secret shop/regcred'],
        ['-', 'example.com:5000', 'node'],
        ['-', 'example.com/images', 'node'],
        ['-', '*.example.com', 'node'],
      ],
    ]);
    expect(stdout).not.toMatch(PASSWORDS);
  });

  test('says what does not match', async () => {
    const { stdout } = await kubesem(matching(['config.json', 'odd.json'], '1.2.3.4/app'));
    const reasons = tries(stdout)[0]?.map(([, pattern, , reason]) => [pattern, reason]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['index.docker.io', 'has 3 labels in the host, the image has 4'],
        ['example.com:5000', 'has port 5000, the image has none'],
        ['quay.io/%', 'the pattern is not a valid URL'],
        ['[::ffff:1.2.3.4]', 'the `[` in [::ffff:1 is never closed'],
      ]),
    );
    const path = await kubesem(matching(['config.json'], 'example.com/other'));
    expect(path.stdout).toContain('has path /images, the image has /other');
    const label = await kubesem(matching(['secret.yaml'], 'example.org/app'));
    expect(label.stdout).toContain('has label com in the host, the image has org');
  });

  test('an image that none match is pulled without credentials', async () => {
    const { status, output } = await json(matching(['secret.yaml'], 'quay.io/app'));
    expect(status).toBe(0);
    expect(output.images[0].credentials.credentials).toEqual([]);
  });

  test('a Secret that cannot be decoded fails the others', async () => {
    const args = matching(['broken.yaml', 'secret.yaml'], 'example.com/app');
    const { status, stdout, stderr } = await kubesem(args);
    expect(status).toBe(1);
    expect(problemsIn(stderr)).toEqual(['broken.yaml:5:21 error', 'error']);
    expect(stdout).toContain('\n\nexample.com/app is not pulled');
    expect(tries(stdout)[0]?.[0]?.[2]).toBe('Secret shop/regcred');
    const { output, ...rest } = await json(args);
    expect(output).toMatchObject({ kubeletRefuses: true, problems: [{ file: args[2] }] });
    expect(stdout + stderr + rest.stderr + JSON.stringify(output)).not.toMatch(PASSWORDS);
  });

  test.each([
    ['broken.json', 'broken.json:1:42 error'],
    ['missing.json', 'error'],
  ])('%s is an error, and the images are shown', async (file, problem) => {
    const { status, stdout, stderr } = await kubesem(matching([file], 'busybox'));
    expect(status).toBe(1);
    expect(stdout).toContain('docker.io');
    expect(problemsIn(stderr)).toEqual([problem]);
    expect(stderr).not.toMatch(PASSWORDS);
  });

  test('a warning does not change the exit status', async () => {
    const stdin = 'apiVersion: v1\nkind: Secret\nmetadata: {}\nmetadata: { name: a }\n';
    const args = ['image', '--credentials', '-', 'quay.io/app'];
    const { status, output, stderr } = await json(args, { stdin });
    expect(status).toBe(0);
    expect(problemsIn(stderr)).toEqual(['<stdin>:4:1 warning']);
    expect(codesOf(output.problems)).toEqual(['DUPLICATE_KEY']);
  });

  test('a key that is repeated is not shown: it may be a registry with a password', async () => {
    const entry = '"https://anna:katze@quay.io": {}';
    const args = ['image', '--credentials', '-', 'quay.io/app'];
    const json = await kubesem(args, { stdin: `{"auths": {${entry}, ${entry}}}` });
    const yaml = await kubesem(args, { stdin: `auths:\n  ${entry}\n  ${entry}\n` });
    expect(problemsIn(json.stderr)).toEqual(['<stdin>:1:46 warning']);
    expect(problemsIn(yaml.stderr)).toContain('<stdin>:3:3 warning');
    expect(json.stderr + yaml.stderr).not.toMatch(PASSWORDS);
  });

  test('no credentials at all, and a name that is too long for them', async () => {
    const stdin = '{"auths":{}}';
    const none = await kubesem(['image', '--credentials', '-', 'quay.io/app'], { stdin });
    expect(none.stdout).toMatch(/\n\nquay\.io\/app is pulled without credentials.*\n$/);
    const long = ['image', '--credentials', '-', `${'a.'.repeat(2500)}example/app`];
    expect((await kubesem(long, { stdin })).stdout).toMatch(/\n\n(a\.){20}… is too long .*\n$/);
    expect((await json(long, { stdin })).status).toBe(0);
  });

  test('that cannot be read prove nothing about the image', async () => {
    const args = ['image', '--credentials', '/no/such.json', 'quay.io/app'];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(1);
    expect(stdout).not.toContain('without credentials');
    const empty = await kubesem(['image', '--credentials', '-', 'quay.io/app'], { stdin: '' });
    expect(empty.status).toBe(1);
    expect(problemsIn(empty.stderr)).toEqual(['<stdin>:1:1 warning', '<stdin>:1:1 error']);
    expect(empty.stdout).not.toContain('without credentials');
  });

  test('standard input', async () => {
    const { status, stdout } = await kubesem(['image', '--credentials', '-', 'quay.io/app'], {
      stdin: '{"auths":{"quay.io":{"username":"anna"}}}',
    });
    expect(status).toBe(0);
    expect(tries(stdout)[0]?.map((row) => row.slice(0, 3))).toEqual([['1', 'quay.io', 'node']]);
  });
});
