import { lookup } from '@kubesem/image';
import { createImageCredentials, inspectManifest, inspectManifests } from '@kubesem/inspect';
import { describe, expect, test } from 'vitest';

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: prod }
spec:
  template:
    spec:
      imagePullSecrets: [{ name: regcred }, { name: gone }]
      initContainers:
        - { name: migrate, image: 'registry.example:5000/migrate', imagePullPolicy: Never }
      containers:
        - name: app
          image: example.com/images2/app:1.2
        - { name: log, image: 'Log:1' }
      volumes:
        - { name: model, image: { reference: 'model:7' } }
`;

describe('the images of a workload', () => {
  const inspectShop = () => inspectManifest({ name: 'shop.yaml', text: deployment }).objects[0];

  test('are normalised, with their pull policies', () => {
    expect(inspectShop()?.pod?.images).toEqual([
      {
        kind: 'init',
        name: 'migrate',
        image: 'registry.example:5000/migrate',
        normalized: 'registry.example:5000/migrate:latest',
        pulledAs: 'registry.example:5000/migrate:latest',
        pullPolicy: 'Never',
        pullPolicyRule: 'SET',
      },
      {
        kind: 'app',
        name: 'app',
        image: 'example.com/images2/app:1.2',
        normalized: 'example.com/images2/app:1.2',
        pulledAs: 'example.com/images2/app:1.2',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'OTHER_TAG',
      },
      {
        kind: 'app',
        name: 'log',
        image: 'Log:1',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'INVALID_IMAGE',
      },
      {
        kind: 'volume',
        name: 'model',
        image: 'model:7',
        normalized: 'docker.io/library/model:7',
        pulledAs: 'docker.io/library/model:7',
        pullPolicy: 'IfNotPresent',
        pullPolicyRule: 'OTHER_TAG',
      },
    ]);
  });

  test('are warned of at their places', () => {
    expect(
      inspectShop()?.problems.map(({ severity, code, path, line, column }) => [
        severity,
        code,
        path,
        line,
        column,
      ]),
    ).toEqual([
      ['warning', 'NO_TAG', 'spec.template.spec.initContainers[0].image', 9, 35],
      [
        'warning',
        'LATEST_NOT_PULLED',
        'spec.template.spec.initContainers[0].imagePullPolicy',
        9,
        85,
      ],
      ['warning', 'UNPARSABLE_IMAGE', 'spec.template.spec.containers[1].image', 13, 31],
    ]);
  });

  test('of another type than text are an error', () => {
    const text = deployment.replace('example.com/images2/app:1.2', '{ name: app }');
    const [object] = inspectManifest({ name: 'a.yaml', text }).objects;
    expect(object?.pod).toBeUndefined();
    expect(object?.problems).toMatchObject([
      {
        severity: 'error',
        code: 'INVALID_TYPE',
        path: 'spec.template.spec.containers[0].image',
        line: 12,
      },
    ]);
  });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const secret = (name: string, namespace: string, server: string) => `apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: ${namespace} }
type: kubernetes.io/dockerconfigjson
data:
  .dockerconfigjson: ${base64(`{"auths":{"${server}":{"auth":"${base64('anna:katze')}"}}}`)}
`;
const BROKEN_ACCOUNT = 'apiVersion: v1\nkind: ServiceAccount\nimagePullSecrets: 5\n';
const OTHERS = (kind: string) => `apiVersion: example.org/v1\nkind: ${kind}\n`;
const codesOf = (
  objects: readonly {
    readonly problems: readonly { readonly code: string; readonly value?: string | undefined }[];
  }[],
) => objects.map(({ problems }) => problems.map(({ code, value }) => `${code} ${value}`));

describe('credentials', () => {
  const known = [
    'NO_TAG registry.example:5000/migrate',
    'LATEST_NOT_PULLED Never',
    'UNPARSABLE_IMAGE Log:1',
  ];

  test('come from Secrets of any file, before or after, in the namespace', () => {
    const files = [
      { name: 'a.yaml', text: deployment },
      { name: 'b.yaml', text: secret('regcred', 'other', 'docker.io/library/model') },
      { name: 'c.yaml', text: secret('regcred', 'prod', 'example.com/images') },
    ];
    const report = inspectManifests(files, { credentials: createImageCredentials() });
    expect(codesOf(report.objects)).toEqual([
      [
        ...known,
        'PULL_SECRET_NOT_FOUND gone',
        'PATH_ENDS_WITHIN_SEGMENT example.com/images2/app:1.2',
        'NO_CREDENTIALS model:7',
      ],
    ]);
    expect(report.objects[0]?.problems.find(({ value }) => value === 'gone')).toMatchObject({
      path: 'spec.template.spec.imagePullSecrets[1].name',
      line: 7,
      column: 53,
    });
    expect(JSON.stringify(report)).not.toContain(base64('anna:katze'));
    expect(codesOf(inspectManifests(files).objects)).toEqual([known]);
  });

  test('of a file that is no JSON say so of a byte order mark, which nobody sees', () => {
    const tellsOfMark = (text: string) => {
      const [problem] = createImageCredentials().addFile({ name: 'c', text });
      return problem?.message.includes('byte order mark');
    };
    expect([tellsOfMark('\ufeff{"auths":{}}'), tellsOfMark('{"auths":{},}')]).toEqual([
      true,
      false,
    ]);
  });

  test('of two Secrets of one name come from the last, as where both are applied', () => {
    const files = [
      { name: 'a.yaml', text: deployment },
      { name: 'b.yaml', text: secret('regcred', 'prod', 'docker.io/library/model') },
      { name: 'c.yaml', text: secret('regcred', 'prod', 'registry.example') },
    ];
    const codes = (order: typeof files) =>
      codesOf(inspectManifests(order, { credentials: createImageCredentials() }).objects);
    expect(codes(files)[0]).toContain('NO_CREDENTIALS model:7');
    expect(codes(files.reverse())[0]).not.toContain('NO_CREDENTIALS model:7');
  });

  test('are told of each image, without passwords; of none if the kubelet would not pull', () => {
    const workload = { name: 'a.yaml', text: deployment.replace(/, { name: gone }/, '') };
    const files = [
      workload,
      { name: 'c.yaml', text: secret('regcred', 'prod', 'example.com/images') },
    ];
    const credentials = createImageCredentials();
    const auths = '{"*.com":{"username":"node","password":"hund"}}';
    credentials.addFile({ name: 'config.json', text: `{"auths":${auths}}` });
    const [object] = inspectManifests(files, { credentials }).objects;
    const told = object?.pod?.images.map((image) => image.credentials);
    const source = { kind: 'Secret', uid: '', namespace: 'prod', name: 'regcred' };
    expect(told).toEqual([
      [],
      [
        { username: 'anna', email: '', pattern: 'example.com/images', source },
        { username: 'node', email: '', pattern: '*.com', source: undefined },
      ],
      undefined,
      [],
    ]);
    expect(told?.[1]?.map((one) => 'password' in one)).toEqual([false, false]);

    const text = secret('regcred', 'prod', 'example.com').replace(/json: .*/, 'json: ew==');
    const refused = [workload, { name: 'd.yaml', text }];
    const other = inspectManifests(refused, { credentials: createImageCredentials() }).objects[0];
    expect(other?.problems.map(({ code }) => code)).toContain('PULL_SECRET_UNDECODABLE');
    expect(other?.pod?.images.flatMap((image) => Object.keys(image))).not.toContain('credentials');
  });

  test('are not looked for by names that are too long', () => {
    const name = `${'a.'.repeat(2500)}example/app`;
    const text = `apiVersion: v1\nkind: Pod\nspec: { containers: [{ name: a, image: '${name}:1' }] }\n`;
    const [object] = inspectManifests([{ name: 'a.yaml', text }], {
      credentials: createImageCredentials(),
    }).objects;
    expect(object?.problems).toEqual([]);
    expect(object?.pod?.images).toHaveLength(1);
    expect(object?.pod?.images[0]).not.toHaveProperty('credentials');
  });

  test('come from the ServiceAccount of a Pod that lists none, unless the Pod is stored', () => {
    const pod = (metadata: string, image: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { namespace: prod, ${metadata} }\nspec:\n  serviceAccountName: runner\n  containers: [{ name: app, image: '${image}' }]\n`;
    const text = [
      pod('name: new', 'example.com/app:1'),
      pod('name: stored, uid: u1', 'example.com/app:2'),
      secret('regcred', 'prod', 'example.com'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: runner, namespace: prod }\nimagePullSecrets: [{ name: regcred }]\n',
    ].join('---\n');
    const { objects, others } = inspectManifests([{ name: 'a.yaml', text }], {
      credentials: createImageCredentials(),
    });
    expect(codesOf(objects)).toEqual([[], ['NO_CREDENTIALS example.com/app:2']]);
    expect(others.map(({ kind }) => kind)).toEqual(['Secret', 'ServiceAccount']);
  });

  test.each<[string, string, string, string[]]>([
    ['config.json', 'config.json', '{"auths":{"example.com":{"username":"a"}}}', []],
    [
      'a byte order mark, which the kubelet does not skip',
      'x',
      '\ufeff{"auths":\n{"example.com":{"username":"a"}}}',
      ['error INVALID_JSON 1:1'],
    ],
    ['.dockercfg', '.dockercfg', '{"example.com":{"username":"a"}}', []],
    ['Secrets', 's.yaml', secret('s', 'prod', 'example.com'), []],
    [
      'a store alone',
      'config.json',
      '{"credsStore":"desktop"}',
      ['warning REQUIRED 1:1', 'warning IGNORED_TEXT 1:15'],
    ],
    [
      'a store and helpers beside an empty entry',
      'config.json',
      '{"auths":{"example.com":{}},\n"credHelpers":{"a":"b"}, "credsStore":"desktop"}',
      ['warning IGNORED_TEXT 2:39', 'warning IGNORED_TEXT 2:15'],
    ],
    [
      'a fault',
      'config.json',
      '{"auths":{"example.com":{"username":"a"},\n"b":{"auth":"!"}}}',
      ['error INVALID_BASE64 2:13'],
    ],
    ['no credentials', 's.yaml', 'apiVersion: v1\nkind: Pod\n', ['error REQUIRED 1:1']],
    ['nothing', 's.yaml', '', ['error REQUIRED 1:1']],
    ['a list', 's.yaml', '[1]', ['error NOT_AN_OBJECT 1:1']],
    [
      'helpers alone',
      'config.json',
      '{"credHelpers":{}}',
      ['warning REQUIRED 1:1', 'warning IGNORED_TEXT 1:16'],
    ],
    ['headers alone', 'config.json', '{"HttpHeaders":{}}', ['warning REQUIRED 1:1']],
    ['a config.json in YAML', 's.yaml', 'auths: {}', ['error NOT_AN_OBJECT 1:1']],
    ['two of Docker', 'c', '{"auths":{}}\n{"auths":{}}', ['error INVALID_JSON 2:1']],
    [
      'a comma too many',
      'config.json',
      '\n {"auths":{"example.com":{"username":"a"}},\r\n "HttpHeaders":{"a":"b",}}',
      ['error INVALID_JSON 3:25'],
    ],
    [
      'text behind the end',
      'config.json',
      '{"example.com":{"username":"a"}}  x',
      ['error INVALID_JSON 1:35'],
    ],
    ['a kind alone', 'c', '{"kind":"x","auths":{}}', ['error NOT_AN_OBJECT 1:1']],
    ['a version alone', 'c', '{"apiVersion":"v1","auths":{}}', ['error NOT_AN_OBJECT 1:1']],
    ['an account', 's.yaml', 'apiVersion: v1\nkind: ServiceAccount\n', []],
    ['an account that is broken', 's.yaml', BROKEN_ACCOUNT, ['error REQUIRED 1:1']],
    ['an account of another group', 's', OTHERS('ServiceAccount'), ['error REQUIRED 1:1']],
    ['a Secret of another group', 's', OTHERS('Secret'), ['error REQUIRED 1:1']],
  ])('are read from a file: %s', (_, name, text, expected) => {
    const credentials = createImageCredentials();
    const problems = credentials.addFile({ name, text });
    expect(
      problems.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`),
    ).toEqual(expected);
    const { keyring, problems: found } = credentials.collect();
    const isWhole = problems.every(({ severity }) => severity === 'warning');
    const hasSome = isWhole && /example\.com|type: kubernetes\.io/.test(text);
    expect(keyring.parts.flatMap(({ patterns }) => patterns).length).toBe(hasSome ? 1 : 0);
    expect(found).toEqual([]);
    expect(JSON.stringify(credentials)).toBe('{}');
  });

  test('come from a ServiceAccount of the default namespace that says neither', () => {
    const text = [
      'apiVersion: v1\nkind: Pod\nspec: { containers: [{ name: a, image: "example.com/app:1" }] }\n',
      secret('regcred', '""', 'example.com'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: default }\nimagePullSecrets: [{ name: regcred }]\n',
    ].join('---\n');
    const credentials = createImageCredentials();
    expect(codesOf(inspectManifests([{ name: 'a.yaml', text }], { credentials }).objects)).toEqual([
      [],
    ]);
  });

  test('leave the problems of a broken Pod as they are', () => {
    const file = { name: 'a.yaml', text: 'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n' };
    const { objects } = inspectManifests([file], { credentials: createImageCredentials() });
    expect(objects).toEqual(inspectManifests([file]).objects);
  });

  test('keep every character of their text', () => {
    const credentials = createImageCredentials();
    const text = '{"auths":{"example.com":{"username":"a\ufeffb"}}}';
    expect(credentials.addFile({ name: 'c', text })).toEqual([]);
    const [found] = lookup(credentials.collect().keyring, 'example.com/app:1');
    expect(found?.username).toBe('a\ufeffb');
  });

  test.each([
    ['SYNTAX', '{"auths": {"example.com": {"auth": "katze" x}}}'],
    ['DUPLICATE_KEY', '{"auths": {"katze": {}, "katze": {}}}'],
    ['IGNORED_TEXT', `${secret('s', 'prod', 'example.com')}...\nkatze: 1\n`],
  ])('tell of %s without a word of their text', (code, text) => {
    const found = createImageCredentials().addFile({ name: 'c', text });
    expect(found).toMatchObject([{ code, file: 'c' }]);
    expect(found[0]?.message).toMatch(/./);
    expect(found[0]?.message).not.toContain('katze');
  });
});

describe('credentials that cannot be used', () => {
  const collect = (...texts: readonly string[]) => {
    const credentials = createImageCredentials();
    const added = texts.flatMap((text, index) => credentials.addFile({ name: `${index}`, text }));
    expect(added).toEqual([]);
    const { problems, kubeletRefuses } = credentials.collect();
    return {
      kubeletRefuses,
      problems: problems.map(
        ({ severity, code, file, line, column }) => `${severity} ${code} ${file}:${line}:${column}`,
      ),
    };
  };

  test('an entry of the node whose key is no URL is left out, in each file that has it', () => {
    const entries = '"quay.io": { "username": "a" },\n"q r": { "username": "b" }';
    expect(
      collect(`{ "auths": {${entries}} }`, `{ ${entries} }`, '{ "u:p@x y": { "username": "c" } }'),
    ).toEqual({
      kubeletRefuses: false,
      problems: [
        'warning INVALID_SERVER 0:2:8',
        'warning INVALID_SERVER 1:2:8',
        'warning INVALID_SERVER 2:1:14',
      ],
    });
  });

  test('a Secret that cannot be decoded refuses all, one of another type nothing', () => {
    const broken = secret('s', 'prod', 'example.com').replace(/\ndata:[^]*$/, '\n');
    const named = (text: string, name: string | number) => text.replace('name: s', `name: ${name}`);
    const data = (key: string, text: string) => `${broken}data:\n  x: eA==\n  ${key}: ${text}\n`;
    const opaque = named(broken, 'opaque').replace(/type: .*/, 'type: Opaque');
    const invalid = data('.dockerconfigjson', base64('{"auths":{"a b":{}}}'));
    expect(
      collect(opaque, ...Array.from({ length: 9 }, (_, index) => named(broken, index)), invalid),
    ).toEqual({
      kubeletRefuses: false,
      problems: ['warning INVALID_SERVER 10:7:22'],
    });
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${data('.dockerconfigjson', base64('{')).trim().replace(/\n/g, '\n  ')}\n`;
    expect(collect(named(data('.dockerconfigjson', '"!"'), 'first'), list)).toEqual({
      kubeletRefuses: true,
      problems: ['error INVALID_DATA 0:7:22', 'error INVALID_JSON 1:10:24'],
    });
  });

  test('the message names the field within its Secret, or the entry, and no path of ours', () => {
    const credentials = createImageCredentials();
    credentials.addFile({ name: 's', text: secret('s', 'prod', 'a b') });
    credentials.addFile({ name: 'c', text: '{ "secrets[0].$& x": { "username": "katze" } }' });
    const messages = credentials.collect().problems.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('data[.dockerconfigjson].auths[a b]');
    expect(messages.join()).not.toMatch(/secrets\[|node\[|katze/);
  });
});
