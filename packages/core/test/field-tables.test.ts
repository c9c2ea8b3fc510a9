import { checkTypes, type StructType, unknownFields, type ValueType } from '@kubesem/core';
import { BUILT_IN_TYPES } from '@kubesem/core/types';
import { CONFIG_MAP_TYPE } from '@kubesem/core/types/config-map';
import { OBJECT_META_TYPE } from '@kubesem/core/types/object-meta';
import { POD_TYPE } from '@kubesem/core/types/pod';
import { POD_SPEC_TYPE } from '@kubesem/core/types/pod-spec';
import { SERVICE_TYPE } from '@kubesem/core/types/service';
import { describe, expect, test } from 'vitest';

describe('a table', () => {
  const spec = POD_TYPE.fields['spec'] as StructType;
  const volumes = spec.fields['volumes'] as { readonly list: StructType };

  test('has the type of each field, and those of embedded structs among them', () => {
    expect(spec.name).toBe('PodSpec');
    expect(spec.fields['activeDeadlineSeconds']).toBe('int64');
    expect(spec.fields['nodeSelector']).toEqual({ map: 'string' });
    expect(volumes.list.fields['name']).toBe('string');
    expect(volumes.list.embedded?.['VolumeSource']).toContain('emptyDir');
    expect(Object.keys(POD_TYPE.fields)).toEqual([
      'kind',
      'apiVersion',
      'metadata',
      'spec',
      'status',
    ]);
    expect(POD_TYPE.embedded).toEqual({ TypeMeta: ['kind', 'apiVersion'] });
  });

  test('has what OpenAPI says of fields, and the Go names that differ', () => {
    expect(spec.required).toEqual(['containers']);
    expect(spec.fields['containers']).toMatchObject({ keys: ['name'] });
    expect(OBJECT_META_TYPE.fields['finalizers']).toEqual({ list: 'string', isSet: true });
    const service = SERVICE_TYPE.fields['spec'] as StructType;
    expect(service.goNames).toEqual({ ipFamilies: 'IPFamilies', ipFamilyPolicy: 'IPFamilyPolicy' });
    expect(POD_TYPE.goNames).toEqual({ apiVersion: 'APIVersion', metadata: 'ObjectMeta' });
  });

  test('shares its parts with others', () => {
    expect(spec).toBe(POD_SPEC_TYPE);
    for (const [type, table] of Object.entries(BUILT_IN_TYPES)) {
      expect(table?.fields['metadata'], type).toBe(OBJECT_META_TYPE);
      expect(table?.name).toBe(type.split(' ')[1]);
    }
  });
});

describe('unknownFields', () => {
  const paths = (value: unknown, type: ValueType = POD_TYPE) =>
    unknownFields(value, type).map(({ code, path }) => `${code} ${path}`);

  test.each([
    ['hostnetwork', 'hostNetwork'],
    ['container', 'containers'],
    ['volunes', 'volumes'],
    ['teh', undefined],
    ['hostPDI', 'hostPID'],
    ['tolerration', 'tolerations'],
    ['tolerratio', undefined],
    ['oss', 'os'],
    ['o', undefined],
    ['', undefined],
    ['replicas', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['containers'.repeat(10_000), undefined],
  ])('suggests the field that is meant: %.20s', (name, meant) => {
    const [problem] = unknownFields(JSON.parse(`{ "${name}": 1 }`), POD_SPEC_TYPE);
    expect(/did you mean (\w+)\?$/.exec(problem?.message ?? '')?.[1]).toBe(meant);
  });

  test('finds fields at every depth; names are case-sensitive', () => {
    const pod = JSON.parse(`{
      "Kind": "Pod",
      "metadata": { "label": {}, "labels": { "any": "x" }, "ownerReferences": [{ "ID": 1 }] },
      "spec": {
        "containers": [null, { "Image": "x", "livenessProbe": { "httpget": {} }, "constructor": 1 }],
        "volumes": [{ "name": "a", "__proto__": 1, "projected": { "sources": [{ "secrets": {} }] } }],
        "affinity": { "nodeAffinity": { "required": [] } },
        "overhead": { "any": 1 }
      }
    }`);
    expect(paths(pod)).toEqual(
      [
        'Kind',
        'metadata.label',
        'metadata.ownerReferences[0].ID',
        'spec.containers[1].Image',
        'spec.containers[1].livenessProbe.httpget',
        'spec.containers[1].constructor',
        'spec.volumes[0].__proto__',
        'spec.volumes[0].projected.sources[0].secrets',
        'spec.affinity.nodeAffinity.required',
      ].map((path) => `UNKNOWN_FIELD ${path}`),
    );
  });

  test.each([
    null,
    undefined,
    5,
    'text',
    [],
    { spec: [] },
    { spec: { containers: {} } },
    { spec: 1 },
  ])('finds none in %j', (value) => {
    expect(paths(value)).toEqual([]);
  });

  test('takes undefined as absent', () => {
    expect(paths({ any: undefined, spec: { other: undefined } })).toEqual([]);
  });

  test('finds none in what Go keeps as it is', () => {
    expect(paths({ metadata: { managedFields: [{ fieldsV1: { 'f:spec': {} } }] } })).toEqual([]);
  });
});

describe('checkTypes', () => {
  const wrong = (value: unknown, type: ValueType = POD_TYPE, nullItems?: boolean) => {
    const found: string[] = [];
    checkTypes(value, type, undefined, ({ code, path }) => found.push(`${code} ${path}`), {
      nullItems,
    });
    return found;
  };

  test.each<[Value: unknown, path: string]>([
    [[], ''],
    ['text', ''],
    [{ kind: 1 }, 'kind'],
    [{ metadata: { generation: '1' } }, 'metadata.generation'],
    [{ metadata: { generation: 0.5 } }, 'metadata.generation'],
    [{ metadata: { creationTimestamp: 5 } }, 'metadata.creationTimestamp'],
    [{ metadata: { labels: { 'a/b': true } } }, 'metadata.labels[a/b]'],
    [{ spec: { hostNetwork: 'true' } }, 'spec.hostNetwork'],
    [{ spec: { priority: 2 ** 31 } }, 'spec.priority'],
    [{ spec: { containers: {} } }, 'spec.containers'],
    [{ spec: { containers: [{ args: [1] }] } }, 'spec.containers[0].args[0]'],
    [{ spec: { overhead: { cpu: {} } } }, 'spec.overhead[cpu]'],
    [{ spec: { overhead: { cpu: true } } }, 'spec.overhead[cpu]'],
    [
      { spec: { containers: [{ livenessProbe: { httpGet: { port: 1.5 } } }] } },
      'spec.containers[0].livenessProbe.httpGet.port',
    ],
  ])('finds %j', (value, path) => {
    expect(wrong(value)).toEqual([`INVALID_TYPE ${path}`]);
  });

  test.each<[unknown]>([
    [null],
    [undefined],
    [{ unknown: 5 }],
    [{ metadata: { creationTimestamp: new Date(0), generation: BigInt('9007199254740993') } }],
    [{ spec: { overhead: { cpu: 1, memory: '1Gi', a: BigInt(1), b: { toJSON: () => '1' } } } }],
    [{ spec: { containers: [{ livenessProbe: { httpGet: { port: 'http' } } }] } }],
    [{ spec: { containers: null, hostNetwork: null } }],
    [JSON.parse('{ "constructor": 5, "spec": { "__proto__": 5 } }')],
  ])('finds nothing in %o', (value) => {
    expect(wrong(value)).toEqual([]);
  });

  test('allows null in lists only if asked', () => {
    const pod = { spec: { containers: [null, { args: [null] }] } };
    expect(wrong(pod)).toEqual([
      'INVALID_TYPE spec.containers[0]',
      'INVALID_TYPE spec.containers[1].args[0]',
    ]);
    expect(wrong(pod, POD_TYPE, true)).toEqual([]);
    expect(wrong({ data: { a: null } }, CONFIG_MAP_TYPE)).toEqual([]);
  });
});
