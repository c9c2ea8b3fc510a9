import { dnsZone, explainLookup } from '@kubesem/dns';
import { expect, test } from 'vitest';

const node = { clusterDNS: ['10.96.0.10'] };

test.each([
  'grafana.com',
  'www.grafana.com',
  'grafana.com.',
  'a.b.grafana.com',
  'www.example.app',
  'example.app',
  'grafana.shops',
])('%s is outside the cluster, even if a Service has one of its labels', (name) => {
  const zone = dnsZone({
    services: [
      { metadata: { name: 'grafana', namespace: 'monitoring' }, spec: { clusterIP: '10.96.0.33' } },
      { metadata: { name: 'app', namespace: 'monitoring' }, spec: { clusterIP: '10.96.0.34' } },
      { metadata: { name: 'app', namespace: 'own' }, spec: { clusterIP: '10.96.0.35' } },
    ],
    namespaces: ['monitoring', 'own', 'shop'].map((each) => ({ metadata: { name: each } })),
  });
  for (const namespace of ['monitoring', 'own', 'shop']) {
    const client = { metadata: { name: 'client', namespace }, spec: {} };
    const { reasons } = explainLookup(name, client, { zone, node });
    expect(reasons.map(({ code, suggestions }) => [code, suggestions])).toEqual([
      ['NAME_OUTSIDE_CLUSTER', []],
    ]);
  }
});

test.each([
  // A namespace, and a Service of another one.
  'grafana.dev.',
  'www.grafana.dev.',
  'grafana.monitorin.',
  'web.svc.',
  'nothing.monitoring.svc.',
  'nothing.',
])('%s is outside the cluster, because its final dot excludes the search domains', (name) => {
  const zone = dnsZone({
    services: [
      { metadata: { name: 'grafana', namespace: 'monitoring' }, spec: { clusterIP: '10.96.0.33' } },
    ],
    namespaces: ['monitoring', 'dev'].map((each) => ({ metadata: { name: each } })),
  });
  for (const namespace of ['monitoring', 'dev']) {
    const client = { metadata: { name: 'client', namespace }, spec: {} };
    const { reasons } = explainLookup(name, client, { zone, node });
    expect(reasons.map(({ code, suggestions }) => [code, suggestions])).toEqual([
      ['NAME_OUTSIDE_CLUSTER', []],
    ]);
  }
});

test('a final dot is the reason if the name would resolve without it', () => {
  const zone = dnsZone({
    services: [
      { metadata: { name: 'grafana', namespace: 'dev' }, spec: { clusterIP: '10.96.0.33' } },
    ],
    namespaces: [{ metadata: { name: 'dev' } }],
  });
  const client = { metadata: { name: 'client', namespace: 'dev' }, spec: {} };
  for (const name of ['grafana.', 'grafana.dev.', 'grafana.dev.svc.']) {
    expect(explainLookup(name, client, { zone, node }).reasons).toMatchObject([
      { code: 'NAME_NOT_SEARCHED', suggestions: ['grafana.dev.svc.cluster.local'] },
    ]);
  }
});

test.each(['data.prodd', 'data.rpod', 'data.prot', 'data.prods', 'data.prd0'])(
  '%s misspells a namespace if one character is wrong',
  (name) => {
    const zone = dnsZone({
      services: [
        { metadata: { name: 'data', namespace: 'prod' }, spec: { clusterIP: '10.96.0.7' } },
      ],
      namespaces: ['prod', 'test'].map((each) => ({ metadata: { name: each } })),
    });
    const client = { metadata: { name: 'client', namespace: 'test' }, spec: {} };
    const [reason] = explainLookup(name, client, { zone, node }).reasons;
    expect(reason).toMatchObject(
      name === 'data.prd0'
        ? { code: 'NAME_OUTSIDE_CLUSTER', suggestions: [] }
        : { code: 'NAMESPACE_NOT_FOUND', suggestions: ['data.prod'] },
    );
  },
);
