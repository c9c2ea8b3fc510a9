import { describe, expect, test } from 'vitest';
import { inspectText } from '../inspect-files.js';

const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io/v1';

/** Objects that the API server rejects, and where. */
const REJECTED: readonly [apiVersion: string, kind: string, fields: object, problems: string[]][] =
  [
    [
      'v1',
      'Service',
      { spec: { type: 'Foo', ports: [{ port: 0 }] } },
      [
        'INVALID 4 spec.ports[0].port',
        'INVALID 4 spec.ports[0].targetPort',
        'NOT_SUPPORTED 4 spec.type',
      ],
    ],
    [
      'discovery.k8s.io/v1',
      'EndpointSlice',
      { addressType: 'IPv9' },
      ['NOT_SUPPORTED 4 addressType'],
    ],
    [
      FLOW_CONTROL,
      'FlowSchema',
      { spec: { matchingPrecedence: 20_000, priorityLevelConfiguration: { name: 'a' } } },
      ['INVALID 4 spec.matchingPrecedence'],
    ],
    [
      FLOW_CONTROL,
      'PriorityLevelConfiguration',
      { spec: { type: 'Exempt' } },
      ['INVALID 4 spec.type'],
    ],
    ['v1', 'ConfigMap', { data: { '/': '' } }, ['INVALID 4 data[/]']],
  ];

/** The severity of the problems of an object, and each problem with its line. */
function problemsOf(apiVersion: string, kind: string, fields: object, metadata: object = {}) {
  const lines = [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    `metadata: ${JSON.stringify({ name: 'web', ...metadata })}`,
    JSON.stringify(fields)
      .slice(1, -1)
      .replace(/^"(\w+)":/, '$1: '),
  ];
  const { problems } = inspectText(lines.join('\n'));
  return {
    severities: [...new Set(problems.map(({ severity }) => severity))],
    problems: problems.map(({ code, line, path }) => `${code} ${line} ${path}`),
  };
}

describe('an object without a Pod template', () => {
  test.each(REJECTED)(
    '%s %s has the errors of the API server',
    (apiVersion, kind, fields, problems) => {
      expect(problemsOf(apiVersion, kind, fields)).toEqual({ severities: ['error'], problems });
    },
  );

  test.each(REJECTED.filter(([, kind]) => kind !== 'ConfigMap'))(
    '%s %s that is stored has them as warnings',
    (apiVersion, kind, fields, problems) => {
      const stored = problemsOf(apiVersion, kind, fields, { uid: 'a' });
      expect(stored).toEqual({ severities: ['warning'], problems });
    },
  );

  test('that is stored and whose data may be hidden is not checked', () => {
    expect(problemsOf('v1', 'Secret', { data: { a: 'REDACTED' } }, { uid: 'a' }).problems).toEqual(
      [],
    );
    expect(problemsOf('v1', 'Secret', { data: { a: 'REDACTED!' } }).problems).not.toEqual([]);
  });

  test('has one problem for a field of the wrong type', () => {
    const fields = { spec: { type: 7, ports: [{ port: 0 }] } };
    expect(problemsOf('v1', 'Service', fields).problems).toEqual(['INVALID_TYPE 4 spec.type']);
  });

  test('of another group is not checked', () => {
    expect(problemsOf('example.com/v1', 'Service', { spec: { type: 'Foo' } }).problems).toEqual([]);
  });
});

test('a problem of a template says whether the API server rejects the object or only its Pods', () => {
  const container = {
    name: 'c',
    image: 'x:1 ',
    resources: { requests: { cpu: 2 }, limits: { cpu: 1 } },
  };
  const template = { spec: { restartPolicy: 'Al', containers: [container] } };
  const { objects } = inspectText(
    JSON.stringify({
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
      spec: { template },
    }),
  );
  const effects = (objects[0]?.problems ?? []).flatMap(({ path, message }) => {
    const effect = /the API server rejects (.*)$/.exec(message)?.[1];
    return effect === undefined ? [] : [`${path.replace('spec.template.spec.', '')}: ${effect}`];
  });
  expect(effects).toEqual([
    'containers[0].resources.requests: it',
    'restartPolicy: it',
    'containers[0].image: a Pod with it',
  ]);
});

test('two manifests of a Service are a warning, whatever else is wrong', () => {
  const service =
    '{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: [{port: 80}]}}';
  const { problems } = inspectText(`${service}\n---\n${service}`);
  expect(problems).toMatchObject([
    { severity: 'warning', code: 'OBJECT_DUPLICATE', line: 3, object: { kind: 'Service' } },
  ]);
});

test('the warnings of the API server about Services and EndpointSlices are reported', () => {
  const { problems } = inspectText(`
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { clusterIP: None, sessionAffinity: ClientIP, ports: [{ port: 80 }] }
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: { name: web-1 }
addressType: FQDN
endpoints: [{ addresses: [web.example.com] }]
`);
  expect(problems.map(({ severity, code, path }) => [severity, code, path])).toEqual([
    ['warning', 'FIELD_IGNORED', 'spec.sessionAffinity'],
    ['warning', 'FIELD_DEPRECATED', 'addressType'],
  ]);
});
