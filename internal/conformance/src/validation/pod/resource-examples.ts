import type { Json, JsonObject } from '../../harness/json.js';
import { podExamples } from '../../resources/pod/examples.js';
import { AMOUNTS, NAMES } from './resource-generator.js';

const one = (resources: Json): JsonObject => ({ containers: [{ name: 'a', resources }] });
const both = (amounts: JsonObject): JsonObject => ({ requests: amounts, limits: amounts });

const SPECS: readonly JsonObject[] = [
  ...NAMES.map((name) => one(both({ [name]: '2', cpu: '1' }))),
  ...NAMES.map((name) => ({
    containers: [{ name: 'a' }],
    resources: both({ [name]: '0.5', cpu: 1 }),
  })),
  ...NAMES.map((name) => ({ containers: [{ name: 'a' }], overhead: { [name]: '0.5' } })),
  ...AMOUNTS.map((amount) => one({ limits: { 'hugepages-2Mi': amount, memory: '1Gi' } })),
  ...AMOUNTS.map((amount) => one({ limits: { 'example.com/gpu': amount } })),
  one({ requests: { 'hugepages-2Mi': '2Mi', cpu: '1' } }),
  one({ requests: { 'example.com/a': '1', 'example.com/b': '2' } }),
  one({ requests: { 'hugepages-2Mi': '2Mi', cpu: '1' }, limits: { 'hugepages-2Mi': '4Mi' } }),
  one({ requests: { memory: '2', cpu: '1' }, limits: { memory: '1', cpu: '2' } }),
  one({ limits: { 'hugepages-2Mi': '2Mi' } }),
  one({ requests: { memory: '1' }, limits: { 'hugepages-2Mi': '2Mi' } }),
  { containers: [{ name: 'a' }], resources: both({ 'hugepages-2Mi': '2Mi' }) },
  { containers: [{ name: 'a' }], overhead: { 'hugepages-2Mi': '2Mi' } },
  { ...one({}), ephemeralContainers: [{ name: 'e', resources: { limits: {} } }] },
  { ...one({}), ephemeralContainers: [{ name: 'e', resources: { claims: [] } }] },
  { ...one({}), ephemeralContainers: [{ name: 'e', resources: { requests: { cpu: '-1' } } }] },
  { ...one({}), ephemeralContainers: [{ name: 'e', resources: {} }] },
  { ...one({}), resources: {}, os: { name: 'windows' } },
  { ...one({}), resources: null, os: { name: 'windows' } },
  { ...one({}), resources: { requests: { pods: '-1' } }, os: { name: 'windows' } },
  { ...one({}), resources: { requests: { cpu: '1' } }, os: { name: 'linux' } },
  {
    ...one({ requests: { cpu: '2', 'example.com/a': '2' } }),
    resources: { requests: { cpu: '1' } },
  },
  { ...one(both({ cpu: '2', memory: '1Gi' })), resources: both({ cpu: '1', memory: '1Gi' }) },
  {
    containers: ['2Mi', '4Mi'].map((size) => ({
      resources: both({ 'hugepages-2Mi': size, cpu: 1 }),
    })),
    resources: both({ 'hugepages-2Mi': '4Mi' }),
  },
  {
    containers: [{ name: 'a' }],
    initContainers: [{ name: 'i', resources: both({ cpu: '3', memory: '2' }) }],
    resources: { requests: { cpu: '2', memory: '3' }, limits: { cpu: '2', memory: '1' } },
  },
  { ...one({}), resources: { claims: [] } },
  { ...one({}), resources: { claims: [{ name: 'a' }] }, resourceClaims: [{ name: 'a' }] },
  ...[
    [{ name: 'a' }, { name: 'a' }],
    [
      { name: 'a', request: 'r' },
      { name: 'a', request: 's' },
    ],
    [
      { name: 'a', request: 'r' },
      { name: 'a', request: 'r' },
    ],
    [{ name: 'a', request: 'r' }, { name: 'a' }],
    [{ name: 'a' }, { name: 'a', request: 'R' }],
    [
      { name: 'a', request: 'R' },
      { name: 'a.b', request: 'a.b' },
    ],
    [{ name: 'a', request: 'r' }, { name: 'a/r' }, { name: 'a/r', request: 's' }],
    [{ name: 'a/r', request: 's' }, { name: 'a/r' }, { name: 'a' }],
    [null, {}, { name: '' }, { name: 'b' }, { request: 'r' }],
  ].map((claims) => ({ ...one({ claims }), resourceClaims: [{ name: 'a' }, null, { name: '' }] })),
  one({ claims: [{ name: 'a' }] }),
  one(both({ 'hugepages-10E': '0', cpu: '1' })),
];

/** Pods that break one rule each, or nearly do. */
export function* podsToValidate(): Iterable<JsonObject> {
  yield* podExamples();
  for (const spec of SPECS) {
    yield { spec };
  }
}
