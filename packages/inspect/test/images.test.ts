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
    ['with a byte order mark', 'x', '\ufeff{"auths":{"example.com":{"username":"a"}}}', []],
    ['.dockercfg', '.dockercfg', '{"example.com":{"username":"a"}}', []],
    ['Secrets', 's.yaml', secret('s', 'prod', 'example.com'), []],
    ['a store alone', 'config.json', '{"credsStore":"desktop"}', ['warning REQUIRED 1:1']],
    [
      'a fault',
      'config.json',
      '{"auths":{"example.com":{"username":"a"},\n"b":{"auth":"!"}}}',
      ['error INVALID_BASE64 2:13'],
    ],
    ['no credentials', 's.yaml', 'apiVersion: v1\nkind: Pod\n', ['error REQUIRED 1:1']],
    ['nothing', 's.yaml', '', ['error REQUIRED 1:1']],
    ['a list', 's.yaml', '[1]', ['error NOT_AN_OBJECT 1:1']],
  ])('are read from a file: %s', (_, name, text, expected) => {
    const credentials = createImageCredentials();
    const problems = credentials.addFile({ name, text });
    expect(
      problems.map(({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`),
    ).toEqual(expected);
    const hasSome = text.includes('example.com') || (name === 's.yaml' && expected.length === 0);
    const { keyring } = credentials.collect();
    expect(keyring.parts.flatMap(({ patterns }) => patterns).length).toBe(hasSome ? 1 : 0);
    expect(JSON.stringify(credentials)).toBe('{}');
  });
});
