// A credential store leaves empty entries: the kubelet tries them, and the pull is anonymous.
import { expect, test } from 'vitest';
import { cells, codesOf, filesOf, json, kubesem } from '../../support/run.js';

const STORE = '{"auths": {"https://index.docker.io/v1/": {}}, "credsStore": "desktop"}';
const FILES = {
  'config.json': STORE,
  'secret.yaml': `apiVersion: v1
kind: Secret
metadata: { name: regcred, namespace: shop }
type: kubernetes.io/dockerconfigjson
stringData: { .dockerconfigjson: '${STORE}' }
`,
  'pods.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { name: default, namespace: shop }
imagePullSecrets: [{ name: regcred }]
---
apiVersion: v1
kind: Pod
metadata: { name: listed, namespace: shop }
spec: { imagePullSecrets: [{ name: regcred }], containers: [{ name: a, image: 'me/private:1' }] }
---
apiVersion: v1
kind: Pod
metadata: { name: by-account, namespace: shop }
spec: { containers: [{ name: a, image: 'me/private:1' }] }
`,
};

test.each([
  ['config.json', 'node (anonymous)'],
  ['secret.yaml', 'Secret shop/regcred (anonymous)'],
])('image reports a credential store in %s, and an anonymous pull', async (name, from) => {
  const args = ['image', 'me/private:1', '--credentials', filesOf(FILES)(name)];
  const { status, stdout, stderr } = await kubesem(args);
  expect(status).toBe(0);
  expect(stderr).toContain(`${name}:`);
  expect(stderr).toContain('[CREDENTIAL_STORE]');
  expect(stdout).toContain('\n\nme/private:1 is pulled anonymously');
  expect(cells(stdout.split('\n\n')[1] ?? '')[2]?.[2]).toBe(from);
  const { output } = await json(args);
  expect(output.images[0].credentials.credentials).toMatchObject([{ isAnonymous: true }]);
  expect(codesOf(output.problems)).toEqual(['CREDENTIAL_STORE']);
});

test('inspect --images reports it for each Pod, and images that are pulled without credentials', async () => {
  const path = filesOf(FILES);
  const credentials = ['secret.yaml', 'pods.yaml'].flatMap((name) => ['--credentials', path(name)]);
  const args = ['inspect', ...credentials, path('pods.yaml')];
  const { stdout } = await kubesem([...args, '--images']);
  expect(cells(stdout).map((row) => row.at(-1))).toEqual([
    'PULLED WITH',
    'Secret shop/regcred (anonymous)',
    'Secret shop/regcred (anonymous)',
  ]);
  const { output } = await json(args);
  for (const { problems } of output.objects) {
    expect(codesOf(problems)).toEqual(
      expect.arrayContaining(['CREDENTIAL_STORE', 'CREDENTIALS_MISSING']),
    );
  }
});

test('an entry with a user is not anonymous beside an empty one', async () => {
  const text = '{"auths":{"quay.io":{},"quay.io/team":{"auth":"YW5uYTp4"}}}';
  const file = filesOf({ 'config.json': text })('config.json');
  const { stdout } = await kubesem(['image', 'quay.io/team/app', '--credentials', file]);
  expect(stdout).toContain('\n\nquay.io/team/app is pulled with\n');
  expect(
    cells(stdout.split('\n\n')[1] ?? '')
      .slice(1)
      .map((row) => row[2]),
  ).toEqual(['FROM', 'node', 'node (anonymous)']);
});
