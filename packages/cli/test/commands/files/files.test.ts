import { describe, expect, test } from 'vitest';
import { dump } from '../../support/cluster.js';
import { cells, fileOf, json, kubesem } from '../../support/run.js';

const EXAMPLE = new URL('../../../../../examples/files.yaml', import.meta.url).pathname;

const object = <T extends object>(kind: string, name: string, more: T) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, namespace: 'shop' },
  ...more,
});
const podOf = (volumes: readonly object[], volumeMounts: readonly object[], more: object = {}) =>
  object('Pod', 'web', {
    spec: { containers: [{ name: 'app', volumeMounts, ...more, image: 'a:1' }], volumes },
  });
const SECRET = object('Secret', 'api', { data: { token: 'aHVudGVyMg==', key: '//79' } });
const secretPod = podOf(
  [{ name: 'v', secret: { secretName: 'api' } }],
  [{ name: 'v', mountPath: '/s' }],
);
const files = (...objects: readonly object[]) => fileOf(dump(...objects));

test('shows the files of each container, with their mode, size, source and updates', async () => {
  const { status, stdout } = await kubesem(['files', 'deployment/ledger', EXAMPLE]);
  expect(status).toBe(0);
  expect(cells(stdout)).toEqual([
    ['Deployment billing/ledger, container app'],
    ['PATH', 'MODE', 'BYTES', 'FROM', 'UPDATES'],
    ['/app/ledger.conf', '0644', '12', 'ConfigMap ledger key ledger.conf', 'never (subPath)'],
    ['/etc/ledger/database/password', '0440', '13', 'Secret database key password', 'within 90s'],
    ['/etc/ledger/labels', '0644', '12', 'field metadata.labels', 'within 90s'],
    ['/etc/ledger/ledger.conf', '0644', '12', 'ConfigMap ledger key ledger.conf', 'within 90s'],
    ['/var/cache/ledger/', '-', '-', 'volume cache, empty', '-'],
  ]);
});

test('--explain shows the definition of each file, what it hides, and why it updates', async () => {
  const sources = [
    { configMap: { name: 'web' } },
    { secret: { name: 'api', items: [{ key: 'token', path: 'user' }] } },
  ];
  const pod = podOf(
    [{ name: 'v', projected: { sources } }],
    [
      { name: 'v', mountPath: '/v' },
      { name: 'v', mountPath: '/one', subPath: 'user' },
    ],
  );
  const web = object('ConfigMap', 'web', { data: { user: 'admin' } });
  const { stdout } = await kubesem(['files', 'web', files(pod, web, SECRET), '--explain']);
  expect(stdout).toContain(`  /v/user
    from    Secret api key token (projected.sources[1].secret.items[0])
    mode    0644, user 0, group 0, 7 bytes
    updates within 90s: the kubelet writes new content when it syncs the Pod
    hides   ConfigMap web key user (projected.sources[0].configMap)
`);
  expect(stdout).toMatch(/ {2}\/one\n[^]*never \(subPath\): a subPath mount keeps the file/);
});

describe('--cat', () => {
  const cat = (...args: string[]) => kubesem(['files', ...args]);

  test('prints a file as it is', async () => {
    const { status, stdout } = await cat('ledger', EXAMPLE, '--cat', '/etc/ledger/ledger.conf');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'listen 8443\n' });
  });

  test('prints a Secret only with --show-secrets', async () => {
    const args = ['ledger', EXAMPLE, '--cat', '/etc/ledger/database/password'];
    expect((await cat(...args)).stdout).toBe('<Secret database key password>\n');
    expect((await cat(...args, '--show-secrets')).stdout).toBe('correct-horse');
  });

  test('escapes control characters on a terminal only', async () => {
    const web = object('ConfigMap', 'web', { data: { a: 'x\u001b[2J\n' } });
    const pod = podOf(
      [{ name: 'v', configMap: { name: 'web' } }],
      [{ name: 'v', mountPath: '/v' }],
    );
    const args = ['files', 'web', files(pod, web), '--cat', '/v/a'];
    expect((await kubesem(args)).stdout).toBe('x\u001b[2J\n');
    expect((await kubesem(args, { isTerminal: true })).stdout).toBe('x\\u001b[2J\n');
  });

  test('a file that no volume adds is an error', async () => {
    const { status, stdout, stderr } = await cat('web', files(secretPod, SECRET), '--cat', '/x');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('no file /x');
  });

  test('prints a file that is not text as it is, but not on a terminal', async () => {
    const args = ['files', 'web', files(secretPod, SECRET), '--cat', '/s/key', '--show-secrets'];
    expect(await kubesem(args)).toEqual({ status: 0, stdout: '\xff\xfe\xfd', stderr: '' });
    const { status, stdout, stderr } = await kubesem(args, { isTerminal: true });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('/s/key is not text');
  });

  test('prints a Secret that is not text only with --show-secrets', async () => {
    const { stdout } = await cat('web', files(secretPod, SECRET), '--cat', '/s/key');
    expect(stdout).toBe('<Secret api key key>\n');
  });

  test('a file that differs between containers is an error without -c', async () => {
    const volumes = [
      { name: 'a', configMap: { name: 'web', items: [{ key: 'a', path: 'x' }] } },
      { name: 'b', configMap: { name: 'web', items: [{ key: 'b', path: 'x' }] } },
    ];
    const containers = ['a', 'b'].map((name) => ({
      name,
      volumeMounts: [{ name, mountPath: '/v' }],
    }));
    const pod = object('Pod', 'web', { spec: { containers, volumes } });
    const input = files(pod, object('ConfigMap', 'web', { data: { a: '1', b: '2' } }));
    expect((await cat('web', input, '--cat', '/v/x')).stderr).toContain('pass -c');
    expect((await cat('web', input, '--cat', '/v/x', '-c', 'b')).stdout).toBe('2');
  });
});

describe('data of Secrets', () => {
  test('have their size in every format, and their content only with --show-secrets', async () => {
    const args = ['files', 'web', files(secretPod, SECRET)];
    const { output } = await json(args);
    const [key, token] = output.containers[0].files;
    expect([key.sizeBytes, token.sizeBytes]).toEqual([3, 7]);
    expect(JSON.stringify(output)).not.toMatch(/hunter2|\/\/79/);
    expect((await kubesem(args)).stdout).toMatch(/\/s\/token +\d+ +7 /);
  });

  test.each(['table', 'wide', 'csv', 'json', 'yaml', 'name'])('is not in -o %s', async (format) => {
    const args = ['files', 'web', files(secretPod, SECRET), '-o', format];
    const { status, stdout } = await kubesem(args);
    expect(status).toBe(0);
    expect(stdout).toContain('/s/token');
    expect(stdout).not.toMatch(/hunter2|aHVudGVyMg|\/\/79/);
  });

  test('is in the model with --show-secrets, in base64 if it is not text', async () => {
    const { output } = await json(['files', 'web', files(secretPod, SECRET), '--show-secrets']);
    const [key, token] = output.containers[0].files;
    expect(key).toMatchObject({ path: '/s/key', base64: '//79' });
    expect(token).toMatchObject({ path: '/s/token', content: 'hunter2', sizeBytes: 7 });
  });

  test.each([
    [{ data: { token: 'not base64: hunter2', __proto__: null, key: '//79' } }, 'data[token]'],
    [{ data: { token: 12345, key: '//79' } }, 'data[token]'],
    [{ data: { key: '//79' }, stringData: { token: { hunter2: 12345 } } }, 'stringData[token]'],
    [{ data: 'hunter2', stringData: { key: '12345' } }, 'data'],
  ])('that cannot be read is an error, and hides nothing else: %j', async (given, path) => {
    const broken = object('Secret', 'api', given);
    const { status, stdout, stderr } = await kubesem(['files', 'web', files(secretPod, broken)]);
    expect(status).toBe(1);
    expect(stdout).toContain('/s/key');
    expect(stderr).toContain(`Pod shop/web: Secret api: ${path}: expected `);
    expect(stdout + stderr).not.toMatch(/hunter2|12345/);
  });

  test('a ConfigMap that cannot be read is an error, and hides nothing else', async () => {
    const pod = podOf(
      [{ name: 'v', configMap: { name: 'web' } }],
      [{ name: 'v', mountPath: '/v' }],
    );
    const web = object('ConfigMap', 'web', { data: { port: 80, host: 'web' } });
    const { status, stdout, stderr } = await kubesem(['files', 'web', files(pod, web)]);
    expect(status).toBe(1);
    expect(stdout).toContain('/v/host');
    expect(stderr).toContain('Pod shop/web: ConfigMap web: data[port]: expected a string');
  });

  test('that cannot be read is no error if the Pod does not use the Secret', async () => {
    const other = object('Secret', 'other', { data: { token: 'not base64' } });
    const { status, stderr } = await kubesem(['files', 'web', files(secretPod, SECRET, other)]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

test('a Pod whose volume cannot be mounted has the message of the kubelet', async () => {
  const { status, stdout, stderr } = await kubesem(['files', 'web', files(secretPod)]);
  expect(status).toBe(1);
  expect(stdout).toBe('Pod shop/web, container app: cannot be created\n');
  expect(stderr).toContain(
    'FailedMount: MountVolume.SetUp failed for volume "v" : secret "api" not',
  );
});

test('a container that cannot be created shows the files of its other volumes', async () => {
  const pod = podOf(
    [
      { name: 'gone', configMap: { name: 'gone' } },
      { name: 'v', secret: { secretName: 'api' } },
    ],
    [
      { name: 'gone', mountPath: '/gone' },
      { name: 'v', mountPath: '/s' },
      { name: 'v', mountPath: '/one', subPath: '../x' },
    ],
  );
  const { status, stdout, stderr } = await kubesem(['files', 'web', files(pod, SECRET)]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Pod shop\/web, container app: cannot be created; other mounts:\n/);
  expect(stdout).toMatch(/\/s\/token/);
  expect(stdout).not.toMatch(/\/gone|\/one/);
  expect(stderr).toContain('configmap "gone" not found');
  const cat = await kubesem(['files', 'web', files(pod, SECRET), '--cat', '/s/token']);
  expect(cat).toMatchObject({ status: 1, stdout: '<Secret api key token>\n' });
});

test.each([
  ['has it in a Pod', 'Pod', 'web'],
  ['has a placeholder in a template', 'ReplicaSet', '<metadata.name>'],
])('a file with the name of the Pod %s', async (_, kind, content) => {
  const items = [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }];
  const { spec } = podOf([{ name: 'v', downwardAPI: { items } }], [{ name: 'v', mountPath: '/v' }]);
  const given =
    kind === 'Pod'
      ? object('Pod', 'web', { spec })
      : {
          ...object(kind, 'web', { spec: { selector: {}, template: { spec } } }),
          apiVersion: 'apps/v1',
        };
  const { stdout } = await kubesem(['files', 'web', files(given), '--cat', '/v/name']);
  expect(stdout).toBe(content);
});

test.each(['..data', 'a/../b', '/etc/passwd', '..'])(
  'a path %s is an error of the kubelet',
  async (path) => {
    const configMap = { name: 'web', items: [{ key: 'a', path }] };
    const pod = podOf([{ name: 'v', configMap }], [{ name: 'v', mountPath: '/v' }]);
    const input = files(pod, object('ConfigMap', 'web', { data: { a: '1' } }));
    expect((await kubesem(['files', 'web', input])).status).toBe(1);
  },
);

test('a container without volumes has no table', async () => {
  const { status, stdout } = await kubesem(['files', 'web', files(podOf([], []))]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: 'Pod shop/web, container app: no volumes\n',
  });
});

describe('a subPathExpr with data of a Secret', () => {
  const TOKEN = { name: 'A', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } };
  const config = object('ConfigMap', 'web', { data: { hunter2: 'a', other: 'b' } });
  const mounted = (token: string, subPathExpr: string) => {
    const secret = object('Secret', 'api', { stringData: { token } });
    const pod = podOf(
      [
        { name: 'c', configMap: { name: 'web' } },
        { name: 'e', emptyDir: {} },
      ],
      [
        { name: 'c', mountPath: '/c', subPathExpr },
        { name: 'e', mountPath: '/e', subPathExpr },
        { name: 'c', mountPath: '/all' },
      ],
      { env: [TOKEN, { name: 'EMPTY', value: '' }] },
    );
    return ['files', 'web', files(pod, config, secret)];
  };

  test('has a marker, and what is mounted there is not shown', async () => {
    const args = mounted('hunter2', '$(A)');
    const { output } = await json(args);
    const [{ mounts, files: found }] = output.containers;
    expect(
      mounts.map((one: { subPath: string; content: string }) => [one.subPath, one.content]),
    ).toEqual([
      ['<Secret api key token>', 'UNKNOWN'],
      ['<Secret api key token>', 'UNKNOWN'],
      ['', 'FOLDER'],
    ]);
    expect(found.map(({ path }: { path: string }) => path)).toEqual(['/all/hunter2', '/all/other']);
    const shown = await json([...args, '--show-secrets']);
    const [{ mounts: all, files: allFiles }] = shown.output.containers;
    expect(all[0]).toMatchObject({ subPath: 'hunter2', content: 'FILE' });
    expect(allFiles[2]).toMatchObject({ path: '/c', content: 'a' });
  });

  test.each([
    ['/hunter2', '$(A)', 'error SubPath `<Secret api key token>` must not be an absolute path'],
    ['x/../hunter2', 'a/$(A)', 'unable to provision SubPath `a/<Secret api key token>`'],
    ['', '$(A)', 'missing value for A'],
    ['hunter2/x', '$(A)', 'failed to prepare subPath for volumeMount "c"'],
  ])('is checked with the value %j', async (token, expr, message) => {
    const args = mounted(token, expr);
    const { status, stdout, stderr } = await kubesem([...args, '-o', 'json']);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toMatch(/hunter2["/`]x|`.*hunter2/);
    const [{ failure }] = JSON.parse(stdout).containers;
    expect(failure.causes[0].code).toBe('INVALID_SUB_PATH');
    const shown = await kubesem([...args, '-o', 'json', '--show-secrets']);
    expect(JSON.parse(shown.stdout).containers[0].failure.causes).toMatchObject([
      { code: 'INVALID_SUB_PATH', segments: failure.causes[0].segments },
    ]);
  });

  test('files of Secrets have the size of the value, and a value in UTF-8 or not looks the same', async () => {
    const { output } = await json(['files', 'web', files(secretPod, SECRET)]);
    expect(output.containers[0].files).toMatchObject([
      { path: '/s/key', content: '<Secret api key key>', sizeBytes: 3 },
      { path: '/s/token', content: '<Secret api key token>', sizeBytes: 7 },
    ]);
    expect(output.containers[0].files[0].base64).toBeUndefined();
  });
});
