import { registryCredentials } from '@kubesem/image';
import { createImageCredentials, type Problem } from '@kubesem/inspect';
import { isDockerConfig } from '@kubesem/inspect/internal';
import { objectsIn, parseJSON, parseManifests } from '@kubesem/manifests';
import { describe, expect, test } from 'vitest';
import { inspectFiles } from '../inspect-files.js';
import { deployment } from './deployment.js';

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

/** Adds a file as the command does; returns its problems. */
function addFile(
  credentials: ReturnType<typeof createImageCredentials>,
  text: string,
  name = 'c',
): readonly Problem[] {
  const file = { name, text };
  const parsed = parseManifests(file);
  if (isDockerConfig(file, parsed)) {
    return credentials.addDockerConfig(file, parseJSON(file));
  }
  const problems: Problem[] = [...parsed.problems];
  const onProblem = (problem: Problem) => problems.push(problem);
  for (const document of parsed.documents) {
    for (const object of objectsIn(document, { onProblem })) {
      credentials.add(object);
    }
  }
  return problems;
}

describe('credentials', () => {
  const known = [
    'IMAGE_TAG_MISSING registry.example:5000/migrate',
    'IMAGE_LATEST_NOT_PULLED Never',
    'IMAGE_INVALID Log:1',
  ];

  test('come from Secrets of the namespace in any file, before or after', () => {
    const files = [
      { name: 'a.yaml', text: deployment },
      { name: 'b.yaml', text: secret('regcred', 'other', 'docker.io/library/model') },
      { name: 'c.yaml', text: secret('regcred', 'prod', 'example.com/images') },
    ];
    const report = inspectFiles(files, { credentials: createImageCredentials() });
    expect(codesOf(report.objects)).toEqual([
      [
        ...known,
        'PULL_SECRET_NOT_FOUND gone',
        'PATH_ENDS_WITHIN_SEGMENT example.com/images2/app:1.2',
        'CREDENTIALS_MISSING model:7',
      ],
    ]);
    expect(report.objects[0]?.problems.find(({ value }) => value === 'gone')).toMatchObject({
      path: 'spec.template.spec.imagePullSecrets[1].name',
      line: 7,
      column: 53,
    });
    expect(JSON.stringify(report)).not.toContain(base64('anna:katze'));
    expect(codesOf(inspectFiles(files).objects)).toEqual([known]);
  });

  test('of two Secrets with one name come from the last, as if both were applied', () => {
    const files = [
      { name: 'a.yaml', text: deployment },
      { name: 'b.yaml', text: secret('regcred', 'prod', 'docker.io/library/model') },
      { name: 'c.yaml', text: secret('regcred', 'prod', 'registry.example') },
    ];
    const codes = (order: typeof files) =>
      codesOf(inspectFiles(order, { credentials: createImageCredentials() }).objects);
    expect(codes(files)[0]).toContain('CREDENTIALS_MISSING model:7');
    expect(codes(files.reverse())[0]).not.toContain('CREDENTIALS_MISSING model:7');
  });

  test('are reported for each image, without users and passwords, unless the kubelet pulls nothing', () => {
    const workload = { name: 'a.yaml', text: deployment.replace(/, { name: gone }/, '') };
    const files = [
      workload,
      { name: 'c.yaml', text: secret('regcred', 'prod', 'example.com/images') },
    ];
    const credentials = createImageCredentials();
    const auths = '{"*.com":{"username":"node","password":"hund"}}';
    addFile(credentials, `{"auths":${auths}}`);
    const [object] = inspectFiles(files, { credentials }).objects;
    const found = object?.pod?.images.map((image) => image.credentials);
    const source = { kind: 'Secret', uid: '', namespace: 'prod', name: 'regcred' };
    expect(found).toEqual([
      [],
      [
        { pattern: 'example.com/images', source, isAnonymous: false },
        { pattern: '*.com', source: undefined, isAnonymous: false },
      ],
      undefined,
      [],
    ]);

    const text = secret('regcred', 'prod', 'example.com').replace(/json: .*/, 'json: ew==');
    const refused = [workload, { name: 'd.yaml', text }];
    const other = inspectFiles(refused, { credentials: createImageCredentials() }).objects[0];
    expect(other?.problems.map(({ code }) => code)).toContain('PULL_SECRET_UNDECODABLE');
    expect(other?.pod?.images.flatMap((image) => Object.keys(image))).not.toContain('credentials');
  });

  test('are not matched against names that are too long', () => {
    const name = `${'a.'.repeat(2500)}example/app`;
    const spec = `{ containers: [{ name: a, image: '${name}:1' }] }`;
    const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: ${spec}\n`;
    const [object] = inspectFiles([{ name: 'a.yaml', text }], {
      credentials: createImageCredentials(),
    }).objects;
    expect(object?.problems).toEqual([]);
    expect(object?.pod?.images).toHaveLength(1);
    expect(object?.pod?.images[0]).not.toHaveProperty('credentials');
  });

  test('come from the ServiceAccount of a Pod without Secrets, unless the Pod is stored', () => {
    const pod = (metadata: string, image: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata: { namespace: prod, ${metadata} }\nspec:\n  serviceAccountName: runner\n  containers: [{ name: app, image: '${image}' }]\n`;
    const text = [
      pod('name: new', 'example.com/app:1'),
      pod('name: stored, uid: u1', 'example.com/app:2'),
      secret('regcred', 'prod', 'example.com'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: runner, namespace: prod }\nimagePullSecrets: [{ name: regcred }]\n',
    ].join('---\n');
    const { objects, others } = inspectFiles([{ name: 'a.yaml', text }], {
      credentials: createImageCredentials(),
    });
    expect(codesOf(objects)).toEqual([[], ['CREDENTIALS_MISSING example.com/app:2']]);
    expect(others.map(({ kind }) => kind)).toEqual(['Secret', 'ServiceAccount']);
  });

  test.each<[string, string, string[]]>([
    ['config.json', '{"auths":{"example.com":{"username":"a"}}}', []],
    [
      'a byte order mark, which the kubelet does not skip',
      '\ufeff{"auths":\n{"example.com":{"username":"a"}}}',
      ['error SYNTAX 1:1'],
    ],
    ['.dockercfg', '{"example.com":{"username":"a"}}', []],
    ['Secrets', secret('s', 'prod', 'example.com'), []],
    [
      'only a store',
      '{"credsStore":"desktop"}',
      ['warning REQUIRED 1:1', 'warning CREDENTIAL_STORE 1:15'],
    ],
    [
      'a store and helpers with an empty entry',
      '{"auths":{"example.com":{}},\n"credHelpers":{"a":"b"}, "credsStore":"desktop"}',
      ['warning CREDENTIAL_STORE 2:39', 'warning CREDENTIAL_STORE 2:15'],
    ],
    [
      'a fault',
      '{"auths":{"example.com":{"username":"a"},\n"b":{"auth":"!"}}}',
      ['error INVALID_BASE64 2:13'],
    ],
    ['no credentials', 'apiVersion: v1\nkind: Pod\n', []],
    ['an empty text', '', []],
    ['a list', '[1]', ['error NOT_AN_OBJECT 1:1']],
    [
      'only helpers',
      '{"credHelpers":{}}',
      ['warning REQUIRED 1:1', 'warning CREDENTIAL_STORE 1:16'],
    ],
    ['only headers', '{"HttpHeaders":{}}', ['warning REQUIRED 1:1']],
    ['a config.json in YAML', 'auths: {}', ['error NOT_AN_OBJECT 1:1']],
    ['two configurations', '{"auths":{}}\n{"auths":{}}', ['error SYNTAX 2:1']],
    [
      'a trailing comma',
      '\n {"auths":{"example.com":{"username":"a"}},\r\n "HttpHeaders":{"a":"b",}}',
      ['error SYNTAX 3:25'],
    ],
    ['text after the end', '{"example.com":{"username":"a"}}  x', ['error SYNTAX 1:35']],
    [
      'too many levels',
      `{"auths":{"example.com":{"x":${'['.repeat(300)}${']'.repeat(300)}}}}`,
      ['error SYNTAX 1:277'],
    ],
    ['only a kind', '{"kind":"x","auths":{}}', ['error NOT_AN_OBJECT 1:1']],
    ['only a version', '{"apiVersion":"v1","auths":{}}', ['error NOT_AN_OBJECT 1:1']],
    ['a ServiceAccount', 'apiVersion: v1\nkind: ServiceAccount\n', []],
    ['a ServiceAccount that is broken', BROKEN_ACCOUNT, []],
    ['a ServiceAccount of another group', OTHERS('ServiceAccount'), []],
    ['a Secret of another group', OTHERS('Secret'), []],
  ])('are read from a file: %s', (_, text, expected) => {
    const credentials = createImageCredentials();
    const problems = addFile(credentials, text);
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

  test('are added from Secrets and ServiceAccounts that can be read', () => {
    const { add } = createImageCredentials();
    const isAdded = (text: string) =>
      parseManifests({ name: 'a', text }).documents.flatMap((document) =>
        [...objectsIn(document)].map(add),
      );
    expect(isAdded(secret('s', 'prod', 'example.com'))).toEqual([true]);
    expect(isAdded('apiVersion: v1\nkind: ServiceAccount\n')).toEqual([true]);
    expect(isAdded(`${BROKEN_ACCOUNT}---\n${OTHERS('Secret')}---\n${deployment}`)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test.each([
    'metadata: 5',
    'metadata: { name: 5 }',
    'metadata: { name: s, namespace: [] }',
    'metadata: { name: s, uid: 5 }',
    'metadata: { name: regcred, namespace: prod }\nstringData: 5',
    'metadata: { name: regcred, namespace: prod }\nstringData: { a: 5 }',
  ])('are not read from a Secret with %s', (line) => {
    const credentials = createImageCredentials();
    const text = secret('regcred', 'prod', 'example.com').replace(/metadata: .*/, line);
    const files = [{ name: 'a.yaml', text: `${deployment}---\n${text}` }];
    const { objects } = inspectFiles(files, { credentials });
    expect(codesOf(objects)[0]).toContain('PULL_SECRET_NOT_FOUND regcred');
  });

  test('come from a ServiceAccount of the default namespace that says neither', () => {
    const text = [
      'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [{ name: a, image: "example.com/app:1" }] }\n',
      secret('regcred', '""', 'example.com'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: default }\nimagePullSecrets: [{ name: regcred }]\n',
    ].join('---\n');
    const credentials = createImageCredentials();
    expect(codesOf(inspectFiles([{ name: 'a.yaml', text }], { credentials }).objects)).toEqual([
      [],
    ]);
  });

  test('leave the problems of a broken Pod as they are', () => {
    const file = { name: 'a.yaml', text: 'apiVersion: v1\nkind: Pod\nspec: { containers: [] }\n' };
    const { objects } = inspectFiles([file], { credentials: createImageCredentials() });
    expect(objects).toEqual(inspectFiles([file]).objects);
  });

  test('keep every character of their text', () => {
    const credentials = createImageCredentials();
    const text = '{"auths":{"example.com":{"username":"a\ufeffb"}}}';
    expect(addFile(credentials, text)).toEqual([]);
    const [found] = registryCredentials('example.com/app:1', credentials.collect().keyring);
    expect(found?.username).toBe('a\ufeffb');
  });

  test.each([
    ['SYNTAX', '{"auths": {"example.com": {"auth": "katze" x}}}'],
    ['DUPLICATE_KEY', '{"auths": {"katze": {}, "katze": {}}}'],
    ['IGNORED_TEXT', `${secret('s', 'prod', 'example.com')}...\nkatze: 1\n`],
  ])('are not quoted by a problem with the text: %s', (code, text) => {
    const found = addFile(createImageCredentials(), text);
    expect(found).toMatchObject([{ code, file: 'c' }]);
    expect(JSON.stringify(found)).not.toContain('katze');
  });
});

describe('credentials that cannot be used', () => {
  const collect = (...texts: readonly string[]) => {
    const credentials = createImageCredentials();
    const added = texts.flatMap((text, index) => addFile(credentials, text, `${index}`));
    expect(added).toEqual([]);
    const { problems, kubeletRefuses } = credentials.collect();
    return {
      kubeletRefuses,
      problems: problems.map(
        ({ severity, code, file, line, column }) => `${severity} ${code} ${file}:${line}:${column}`,
      ),
    };
  };

  test('an entry whose key is not a URL is a warning, in each file that has it', () => {
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

  test('a Secret that cannot be decoded is an error, one of another type is skipped', () => {
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

  test('a fault in stringData is placed there, and overwrites data', () => {
    const text = secret('s', 'prod', 'example.com');
    const withText = (config: string) => `${text}stringData:\n  .dockerconfigjson: '${config}'\n`;
    expect(collect(withText('{"auths":{"a b":{},"c":{}}}'))).toEqual({
      kubeletRefuses: false,
      problems: ['warning INVALID_SERVER 0:8:22'],
    });
    expect(collect(withText('{"auths":5}'))).toEqual({
      kubeletRefuses: true,
      problems: ['error INVALID_TYPE 0:8:22'],
    });
    const credentials = createImageCredentials();
    addFile(credentials, withText('{"auths":{"quay.io":{"username":"new"}}}'));
    const { keyring } = credentials.collect();
    expect(registryCredentials('quay.io/app', keyring).map(({ username }) => username)).toEqual([
      'new',
    ]);
    expect(registryCredentials('example.com/app', keyring)).toEqual([]);
  });

  test('the segments lead from the Secret to the fault, and are empty for an entry', () => {
    const credentials = createImageCredentials();
    addFile(credentials, secret('s', 'prod', 'a b'));
    addFile(credentials, '{ "c d": { "username": "katze" } }');
    const { problems } = credentials.collect();
    expect(problems).toMatchObject([
      { segments: ['data', '.dockerconfigjson', 'auths', 'a b'], file: 'c', line: 6 },
      { segments: [], file: 'c', line: 1, column: 10 },
    ]);
    expect(JSON.stringify(problems)).not.toContain('katze');
  });
});

test('reads a Docker configuration with more entries than a call has arguments', () => {
  const auths: Record<string, object> = {};
  for (let i = 0; i < 125_000; i++) {
    auths[`r${i}.example`] = { auth: 'dTpw' };
  }
  const file = { name: 'config.json', text: JSON.stringify({ auths }) };
  const credentials = createImageCredentials();
  expect(credentials.addDockerConfig(file, parseJSON(file))).toEqual([]);
});
