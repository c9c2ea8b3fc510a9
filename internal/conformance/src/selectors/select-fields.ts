import {
  explainFieldMatch,
  fieldSelectorProblems,
  formatFieldSelector,
  matchesFieldSelector,
  parseFieldSelector,
  type SelectableObject,
  selectableFields,
} from '@kubesem/selectors';
import { attempt } from '../harness/comparison.js';
import type { Json, JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';
import { anyFieldSelector } from './fields.js';

interface Question {
  readonly text: string;
  readonly object: SelectableObject;
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

const NAMES = ['', ...words('web api node-1')];
const SIGNER = 'example.com/signer';

/** A value of one field, by its path in the object. */
type Values = { readonly [path: string]: readonly Json[] };

const reference = (name: string): Values =>
  Object.fromEntries(
    words('kind namespace name uid apiVersion resourceVersion fieldPath').map((part) => [
      `${name}.${part}`,
      ['', 'web', 'v1'],
    ]),
  );

/** The fields that matter to each kind, with the values that they may have. */
const KINDS: { readonly [kind: string]: Values } = {
  'v1 Pod': {
    'spec.nodeName': NAMES,
    'spec.restartPolicy': words('Always Never'),
    'spec.schedulerName': NAMES,
    'spec.serviceAccountName': NAMES,
    'spec.serviceAccount': NAMES,
    'spec.hostNetwork': [true, false, null],
    'status.phase': words('Running Pending'),
    'status.podIP': ['', '10.0.0.1'],
    'status.podIPs': [
      null,
      [],
      [{ ip: '10.0.0.2' }],
      [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }],
      [{}],
    ],
    'status.nominatedNodeName': NAMES,
  },
  'v1 Node': { 'spec.unschedulable': [true, false] },
  'v1 Namespace': { 'status.phase': words('Active Terminating') },
  'v1 Service': {
    'spec.clusterIP': ['', 'None', '10.96.0.10'],
    'spec.type': words('ClusterIP NodePort'),
  },
  'v1 Secret': { type: ['', 'Opaque', 'kubernetes.io/tls'] },
  'v1 ReplicationController': { 'status.replicas': [0, 3, -1, null] },
  'v1 Event': {
    ...reference('involvedObject'),
    reason: ['Killing', ''],
    reportingComponent: ['kubelet', ''],
    'source.component': ['kubelet', '', 'scheduler'],
    type: words('Normal Warning'),
  },
  'events.k8s.io/v1 Event': {
    ...reference('regarding'),
    reason: ['Killing', ''],
    reportingController: ['kubelet', ''],
    'deprecatedSource.component': ['kubelet', 'scheduler'],
    type: words('Normal Warning'),
  },
  'batch/v1 Job': { 'status.succeeded': [0, 2] },
  'apps/v1 ReplicaSet': { 'status.replicas': [2] },
  'apps/v1 Deployment': { 'spec.replicas': [2] },
  'v1 ConfigMap': {},
  'v1 PersistentVolume': {},
  'v1 PersistentVolumeClaim': {},
  'discovery.k8s.io/v1 EndpointSlice': { addressType: ['IPv4'] },
  'rbac.authorization.k8s.io/v1 ClusterRole': {},
  'certificates.k8s.io/v1 CertificateSigningRequest': { 'spec.signerName': ['', SIGNER] },
  'resource.k8s.io/v1 ResourceSlice': {
    'spec.nodeName': ['node-1', null, ''],
    'spec.driver': ['a.example.com', ''],
    'spec.pool.name': ['pool', ''],
  },
  'example.com/v1 Widget': {
    'spec.color': ['red', '', null],
    'spec.size': [3, 0, -7],
    'spec.deep.flag': [true, false],
  },
};
const KIND_NAMES = Object.keys(KINDS);
const CLUSTER_KINDS = /Node$|Namespace$|PersistentVolume$|ClusterRole$|Request$|Slice$/;
const CUSTOM_FIELDS = words('.spec.color .spec.size .spec.deep.flag');
const ALL_FIELDS = [
  ...new Set(Object.values(KINDS).flatMap((values) => Object.keys(values))),
  ...words('spec.host status.successful source name metadata.labels spec.deep'),
];

/** Sets a field, and makes the objects around it. */
function assign(object: JsonObject, path: string, value: Json): JsonObject {
  const dot = path.indexOf('.');
  if (dot < 0) {
    return { ...object, [path]: value };
  }
  const name = path.slice(0, dot);
  const inner = (object[name] ?? {}) as JsonObject;
  return { ...object, [name]: assign(inner, path.slice(dot + 1), value) };
}

function anyObject(random: Random, kind: string): JsonObject {
  const [apiVersion = '', name = ''] = kind.split(' ');
  let object: JsonObject = { apiVersion, kind: name };
  if (random.percent(90)) {
    object = assign(object, 'metadata.name', random.pick(NAMES));
  }
  if (!CLUSTER_KINDS.test(kind) || kind.includes('EndpointSlice') ? random.percent(70) : false) {
    object = assign(object, 'metadata.namespace', random.pick(words('default prod')));
  }
  for (const [path, values] of Object.entries(KINDS[kind] ?? {})) {
    if (random.percent(60)) {
      object = assign(object, path, random.pick(values));
    }
  }
  return object;
}

function question(random: Random): Json {
  const kind = random.pick(KIND_NAMES);
  const values = KINDS[kind] ?? {};
  const known = ['metadata.name', 'metadata.namespace', ...Object.keys(values)];
  const term = () => {
    const field = random.percent(80) ? random.pick(known) : random.pick(ALL_FIELDS);
    const value = random.pick([...NAMES, ...(values[field] ?? []), 'default', '0', 'false']);
    const text = value === null || typeof value === 'object' ? '' : String(value);
    return field + random.pick(words('= == !=')) + text;
  };
  return {
    text: random.percent(90)
      ? random.list(3, term).join()
      : (anyFieldSelector(random) as JsonObject).selector,
    object: anyObject(random, kind),
    ...(kind.includes('Widget') &&
      random.percent(90) && {
        selectableFields: CUSTOM_FIELDS.filter(() => random.percent(80)).map((jsonPath) => ({
          jsonPath,
        })),
      }),
  } as Json;
}

function* examples(): Iterable<Json> {
  const metadata = { name: 'web', namespace: 'prod' };
  for (const kind of KIND_NAMES) {
    const [apiVersion = '', name = ''] = kind.split(' ');
    const fields = ['metadata.name', 'metadata.namespace', ...Object.keys(KINDS[kind] ?? {})];
    const isCustom = kind.includes('Widget');
    for (const field of [...fields, 'name', 'spec.host', 'status.successful', 'source']) {
      yield {
        text: `${field}=,metadata.name!=x`,
        object: {
          apiVersion,
          kind: name,
          metadata: CLUSTER_KINDS.test(kind) ? { name: 'web' } : metadata,
        },
        ...(isCustom && { selectableFields: CUSTOM_FIELDS.map((jsonPath) => ({ jsonPath })) }),
      };
    }
  }
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata };
  const status = { podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.2' }] };
  for (const text of [
    '',
    ',',
    'a',
    'a=b=c',
    'status.podIP=10.0.0.1',
    'status.podIPs=10.0.0.1',
    'status.podIPs!=x',
    'spec.host=a',
  ]) {
    yield { text, object: { ...pod, status, spec: { nodeName: 'a', serviceAccount: 'b' } } };
  }
}

const selectFields: Operation = {
  name: 'selector.fields',
  program: 'kubernetes',
  examples,
  generate: question,
  compare(input, theirs, comparison) {
    const { text, object, ...options } = input as unknown as Question;
    const ours = attempt(() => parseFieldSelector(text));
    if (theirs.err !== undefined || ours.value === undefined) {
      comparison.field('error', theirs.err, ours.code && 'Selector');
      return;
    }
    const out = theirs.out as JsonObject;
    comparison.field('text', out.string, formatFieldSelector(ours.value));
    const problems = fieldSelectorProblems(object, ours.value, options);
    const unknown = problems.map(({ segments }) => ours.value[segments[0] as number]?.field);
    comparison.field('unsupported', JSON.stringify(out.unsupported), JSON.stringify(unknown));
    const fields = selectableFields(object, options);
    const theirFields = out.fields as { readonly [field: string]: string };
    for (const [field, value] of Object.entries(theirFields)) {
      // Fields that no selector can read are not part of ours.
      if (field in fields) {
        comparison.field(field, value, fields[field]);
      }
    }
    if (out.matches !== undefined) {
      comparison.field('matches', out.matches, matchesFieldSelector(ours.value, fields));
      comparison.field('explanation', out.matches, explainFieldMatch(ours.value, fields).matches);
    }
  },
  kind(input, { err, out }) {
    const { object } = input as unknown as Question;
    const { unsupported, matches } = (out ?? {}) as JsonObject;
    return [
      err,
      object.apiVersion,
      object.kind,
      JSON.stringify(unsupported ?? null),
      matches,
    ].join();
  },
};

/** Field selectors, and the fields of objects that they can read. */
export const selectFieldsOperations: readonly Operation[] = [selectFields];
