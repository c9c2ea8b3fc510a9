import {
  type CredentialProviderConfig,
  credentialProviderConfigProblems,
  credentialProvidersFor,
} from '@kubesem/image';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { FieldError, Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { imageGlob, normalisedImage } from './glob/generator.js';

const GROUP = 'credentialprovider.kubelet.k8s.io';
const API_VERSIONS: readonly string[] = [
  ...[`${GROUP}/v1`, `${GROUP}/v1`, `${GROUP}/v1`, `${GROUP}/v1beta1`, `${GROUP}/v1alpha1`],
  ...['', 'v1', `${GROUP}/v2`, GROUP],
];
const DURATIONS: readonly string[] = [
  ...words('10m 12h 0s 0 -0 +5s 1h30m 1.5h .5s 1.s 100ms 1us'),
  ...['1\u00b5s', '1\u03bcs'],
  ...words('1ns -1s -0.1ns -1ns'),
  ...['', 's', '1', '1d', '1h 2m', ' 1s'],
  ...words(`
    1e3s 9223372036s 9223372037s 2562047h 2562048h 2562047h47m16.854775807s
    2562047h47m16.854775808s 1.1.1s .s 1hm --1s +-1s 0.0000000001s 9223372036854775807ns
    9223372036854775808ns
  `),
  '\u0661s',
];
const NAMES: readonly string[] = [
  ...words('p q r ecr'),
  '',
  ...words('. .. ... a/b'),
  ...['a b', '/ ', 'p.exe', '\u00a0', './'],
];
const KEYS: readonly string[] = [
  ...words('a b example.com/role Example.com/Role A_b'),
  '',
  ...words('/ a/b/c -a a- é'),
  ...['\u212a', 'x'.repeat(64), `${'x'.repeat(254)}/a`, 'example.com/', '\u0130', 'a b'],
];

function tokenAttributes(random: Random): JsonObject {
  const fields: { [name: string]: Json } = {};
  if (random.percent(90)) {
    fields.serviceAccountTokenAudience = random.percent(90) ? 'aud' : '';
  }
  if (random.percent(90)) {
    fields.requireServiceAccount = random.percent(60);
  }
  if (random.percent(90)) {
    fields.cacheType = random.pick([
      'Token',
      'ServiceAccount',
      'ServiceAccount',
      '',
      'token',
      'Other',
    ]);
  }
  for (const list of [
    'requiredServiceAccountAnnotationKeys',
    'optionalServiceAccountAnnotationKeys',
  ]) {
    if (random.percent(40)) {
      fields[list] = random.list(3, () =>
        random.pick(random.percent(75) ? KEYS.slice(0, 5) : KEYS),
      );
    }
  }
  return fields;
}

function provider(random: Random, image: string): JsonObject {
  const fields: { [name: string]: Json } = {};
  if (random.percent(97)) {
    fields.name = random.pick(random.percent(85) ? NAMES.slice(0, 4) : NAMES);
  }
  if (random.percent(97)) {
    fields.apiVersion = random.pick(random.percent(85) ? API_VERSIONS.slice(0, 5) : API_VERSIONS);
  }
  if (random.percent(95)) {
    fields.matchImages = random.list(3, () => imageGlob(random, image));
  }
  if (random.percent(95)) {
    fields.defaultCacheDuration = random.pick(
      random.percent(85) ? DURATIONS.slice(0, 4) : DURATIONS,
    );
  }
  if (random.percent(25)) {
    fields.tokenAttributes = tokenAttributes(random);
  }
  if (random.percent(15)) {
    fields.args = random.pick<Json>([null, [], ['get'], [null, ''], ['a', 1], 'get']);
  }
  if (random.percent(15)) {
    fields.env = random.pick<Json>([
      ...[null, [], [{ name: 'A', value: 'b' }], [null, {}, { value: null }], {}],
      ...[[{ Name: 'A' }], [{ name: 'A', valueFrom: {} }], [{ name: 'A', value: 1 }]],
    ]);
  }
  return fields;
}

/** The object with a field that no version has, or of which only the case of letters is wrong. */
function withOddField(random: Random, object: JsonObject): JsonObject {
  const names = Object.keys(object);
  const name = random.pick(['metadata', '__proto__', 'tokenAttributes', 'Providers', ...names]);
  const odd = random.percent(50) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
  return JSON.parse(
    `{${[...Object.entries(object), [odd, random.pick<Json>([null, '', 1, {}, []])] as const]
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join()}}`,
  );
}

const KIND = { apiVersion: 'kubelet.config.k8s.io/v1', kind: 'CredentialProviderConfig' };
const CONFIG_VERSIONS: readonly string[] = [
  ...['v1', 'v1beta1', 'v1alpha1'].map((version) => `kubelet.config.k8s.io/${version}`),
  ...['v1', 'kubelet.config.k8s.io', 'kubelet.config.k8s.io/v2', 'kubelet.config.k8s.io/V1'],
  ...[`${GROUP}/v1`, 'kubelet.config.k8s.io/__internal', 'kubelet.config.k8s.io/'],
];
const KINDS: readonly string[] = words(`
  CredentialProviderConfig credentialProviderConfig KubeletConfiguration CredentialProviderRequest
  ImagePulledRecord Pod CredentialProviderConfigList
`);

/** A CredentialProviderConfig, and an image. */
function providersCase(random: Random): JsonObject {
  const image = normalisedImage(random);
  const providers = random.list<Json>(3, () => {
    const one = random.percent(98) ? provider(random, image) : {};
    return random.percent(97) ? one : random.percent(80) ? withOddField(random, one) : null;
  });
  const config = {
    apiVersion: random.percent(80)
      ? KIND.apiVersion
      : random.pick(random.percent(75) ? CONFIG_VERSIONS.slice(0, 3) : CONFIG_VERSIONS),
    kind: random.percent(98) ? KIND.kind : random.pick(KINDS),
    providers: random.percent(99) ? providers : random.pick<Json>([null, {}, 'p']),
  };
  return { config: random.percent(98) ? config : withOddField(random, config), image };
}

/** Hand-picked configurations. */
function* providersCases(): Iterable<JsonObject> {
  const image = 'eu.example.com/team/app';
  const good = {
    name: 'p',
    apiVersion: `${GROUP}/v1`,
    matchImages: ['*.example.com'],
    defaultCacheDuration: '10m',
  };
  const withProvider = (fields: JsonObject) => ({
    config: { ...KIND, providers: [{ ...good, ...fields }] },
    image,
  });
  yield { config: KIND, image };
  yield withProvider({});
  for (const name of Object.keys(good)) {
    const fields = Object.entries(good).filter(([other]) => other !== name);
    yield { config: { ...KIND, providers: [Object.fromEntries(fields)] }, image };
  }
  yield* NAMES.map((name) => withProvider({ name }));
  yield* API_VERSIONS.map((apiVersion) => withProvider({ apiVersion }));
  yield* DURATIONS.map((defaultCacheDuration) => withProvider({ defaultCacheDuration }));
  const token = {
    serviceAccountTokenAudience: 'aud',
    requireServiceAccount: true,
    cacheType: 'Token',
  };
  for (const apiVersion of API_VERSIONS) {
    yield withProvider({ apiVersion, tokenAttributes: token });
  }
  for (const name of [...Object.keys(token), '']) {
    const fields = Object.entries(token).filter(([other]) => other !== name);
    yield withProvider({ tokenAttributes: Object.fromEntries(fields) });
  }
  for (const key of KEYS) {
    for (const requireServiceAccount of [true, false]) {
      const keys = {
        requiredServiceAccountAnnotationKeys: [key, 'a'],
        optionalServiceAccountAnnotationKeys: [key],
      };
      yield withProvider({ tokenAttributes: { ...token, requireServiceAccount, ...keys } });
      const optional = { optionalServiceAccountAnnotationKeys: [key, key] };
      yield withProvider({ tokenAttributes: { ...token, requireServiceAccount, ...optional } });
    }
  }
  const twice = {
    config: {
      ...KIND,
      providers: [good, { ...good, matchImages: ['x.io'] }, { ...good, name: 'q' }],
    },
    image,
  };
  yield twice;
  yield* decodedCases(good, token, image);
}

/** Kinds, versions, and fields that are unknown, of the wrong type or null. */
function* decodedCases(good: JsonObject, token: JsonObject, image: string): Iterable<JsonObject> {
  for (const apiVersion of CONFIG_VERSIONS) {
    for (const tokenAttributes of [undefined, null, token]) {
      const one = tokenAttributes === undefined ? good : { ...good, tokenAttributes };
      yield { config: { ...KIND, apiVersion, providers: [one] }, image };
    }
  }
  for (const kind of KINDS) {
    yield { config: { ...KIND, kind, providers: [good] }, image };
  }
  for (const name of ['providers', 'Providers', 'metadata', 'Kind', 'apiversion', '__proto__']) {
    const config = JSON.stringify({ ...KIND, providers: [good] });
    yield { config: JSON.parse(`${config.slice(0, -1)},${JSON.stringify(name)}:null}`), image };
  }
  const odd: JsonObject[] = [
    ...Object.keys(good).map((name) => ({ [name]: null })),
    ...Object.keys(good).map((name) => ({ [name]: 1 })),
    ...Object.keys(good).map((name) => ({ [name.toUpperCase()]: null })),
    ...[{ matchImages: [null] }, { matchImages: ['a', 1] }, { matchImages: 'a' }],
    ...[{ args: ['a', null] }, { args: [1] }, { args: 'a' }, { env: null }, { env: {} }],
    ...[[null], [{}], [{ name: 1 }], [{ value: 1 }], [{ Name: '' }], ['a']].map((env) => ({ env })),
    ...Object.keys(token).map((name) => ({ tokenAttributes: { ...token, [name]: null } })),
    ...Object.keys(token).map((name) => ({ tokenAttributes: { ...token, [name]: 1 } })),
    ...[{ tokenAttributes: { ...token, audience: '' } }, { tokenAttributes: [] }],
  ];
  for (const fields of odd) {
    yield { config: { ...KIND, providers: [{ ...good, ...fields }] }, image };
  }
}

/** Our codes for what Kubernetes cannot decode; it parses durations before it validates. */
const DECODE_CODES: readonly string[] = [
  ...['INVALID_DURATION', 'INVALID_TYPE', 'UNKNOWN_FIELD', 'NOT_PROVIDER_CONFIG'],
];

const providers: Operation = {
  name: 'image.providers',
  program: 'kubernetes',
  examples: providersCases,
  generate: providersCase,
  compare(input, theirs, comparison) {
    const { config, image } = input as unknown as {
      config: CredentialProviderConfig;
      image: string;
    };
    const problems = credentialProviderConfigProblems(config);
    if (theirs.out === undefined) {
      const isKnown = problems.some(({ code }) => DECODE_CODES.includes(code));
      comparison.field('error', theirs.err, isKnown ? 'Decode' : 'none');
      return;
    }
    const { errors, matching } = theirs.out as unknown as {
      errors: readonly FieldError[];
      matching: readonly string[];
    };
    // Kubernetes reports paths without indexes.
    const ours = problems.map(({ type, path }) => `${type} ${path.replace(/\[[0-9]+\]/g, '')}`);
    comparison.field(
      'errors',
      errors.map(({ type, field }) => `${type} ${field}`).join(),
      ours.join(),
    );
    const found = attempt(() => credentialProvidersFor(config, { name: image }));
    const names = found.value?.map(({ provider }) => provider.name ?? '');
    comparison.field(
      'matching',
      errors.length === 0 ? matching.join() : 'INVALID_CONFIG',
      names?.join() ?? found.code,
    );
  },
  kind(_input, theirs) {
    const { errors, matching } = (theirs.out ?? { errors: [], matching: [] }) as unknown as {
      errors: readonly JsonObject[];
      matching: readonly string[];
    };
    return `${theirs.err},${errors.map(({ type, field }) => `${type}${field}`)[0]},${matching.length}`;
  },
};

/** Credential providers of the kubelet. */
export const providerOperations: readonly Operation[] = [providers];
