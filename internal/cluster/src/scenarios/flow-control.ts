import { setTimeout as sleep } from 'node:timers/promises';
import { classifyRequest, isSubjectToApf, requestFromUrl, withBuiltInObjects } from '@kubesem/apf';
import { Random } from '@kubesem/conformance/random';
import type { FlowSchema, PriorityLevelConfiguration } from '@kubesem/core';
import type { Cluster } from '../cluster.js';
import type { Findings, Scenario } from '../conformance/scenario.js';

const REQUESTS = 1000;

/** The FlowSchema and the level of requests, from the headers of their answers; the built-in objects. */
export const flowControl: Scenario = {
  name: 'flow-control',
  about:
    'the FlowSchema and the priority level of requests, from the headers of the answers; the built-in objects',
  async run(cluster, found) {
    const random = new Random(12);
    for (const schema of schemas()) {
      await cluster.api.create(schema as object);
    }
    await sleep(3000);
    const { flowSchemas, priorityLevels } = await stored(cluster);
    compareBuiltIn(found, { flowSchemas, priorityLevels });
    const nameOf = new Map(
      [...flowSchemas, ...priorityLevels].map(({ metadata }) => [metadata?.uid, metadata?.name]),
    );
    for (let index = 0; index < REQUESTS; index++) {
      const asked = anyRequest(random);
      const digest = requestFromUrl(asked.method, asked.path, asked.user);
      const response = await cluster.fetch(asked.path, {
        method: asked.method,
        headers: { 'Impersonate-User': asked.user.name, ...asked.impersonated },
      });
      await response.arrayBuffer();
      const theirs = ['flowschema', 'prioritylevel'].map((name) =>
        nameOf.get(response.headers.get(`x-kubernetes-pf-${name}-uid`) ?? undefined),
      );
      const ours = isSubjectToApf(digest.requestInfo)
        ? classifyRequest(digest, flowSchemas)
        : undefined;
      found.objects++;
      found.equal(JSON.stringify(asked), theirs, [
        ours?.flowSchema.metadata?.name,
        ours?.priorityLevel,
      ]);
    }
  },
};

async function stored(cluster: Cluster) {
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1/';
  return {
    flowSchemas: await cluster.api.list<FlowSchema>(`${path}flowschemas`),
    priorityLevels: await cluster.api.list<PriorityLevelConfiguration>(
      `${path}prioritylevelconfigurations`,
    ),
  };
}

/** The specs of the objects that the server creates. */
function compareBuiltIn(found: Findings, objects: Awaited<ReturnType<typeof stored>>): void {
  const ours = withBuiltInObjects({ flowSchemas: [], priorityLevels: [] });
  for (const list of ['flowSchemas', 'priorityLevels'] as const) {
    for (const each of ours[list]) {
      const theirs = objects[list].find(({ metadata }) => metadata?.name === each.metadata?.name);
      found.equal(`${list} ${each.metadata?.name}`, theirs?.spec, each.spec);
    }
  }
}

const USERS = [
  'jane',
  'system:kube-scheduler',
  'system:kube-controller-manager',
  'system:node:node-a',
  'system:serviceaccount:kube-system:endpoint-controller',
  'system:serviceaccount:ci:runner',
];
const GROUPS = ['system:nodes', 'system:masters', 'developers', 'system:monitoring'];
const PATHS = [
  '/healthz',
  '/readyz/etcd',
  '/version',
  '/apis',
  '/api/v1/nodes',
  '/api/v1/nodes/node-a',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/default/pods/web/log',
  '/api/v1/namespaces/ci/configmaps?limit=5',
  '/api/v1/namespaces/kube-system/endpoints/kube-scheduler',
  '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases',
  '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler',
  '/apis/apps/v1/deployments?labelSelector=a%3Db',
  '/apis/apps/v1/namespaces/default/deployments/web/status',
  '/apis/example.com/v1/things',
];

function anyRequest(random: Random) {
  const name = random.pick(USERS);
  // Which groups the server gives to a node without any depends on earlier requests: it remembers how it last permitted one.
  const hasGroups = name.startsWith('system:node:') || random.percent(50);
  const groups = hasGroups ? [random.pick(GROUPS)] : [];
  const [, namespace] = /^system:serviceaccount:(\w+):/.exec(name) ?? [];
  // The server adds the groups of a service account unless the request names groups.
  const added =
    namespace === undefined || groups.length > 0
      ? []
      : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return {
    method: random.pick(['GET', 'GET', 'GET', 'DELETE', 'HEAD', 'OPTIONS']),
    path: random.pick(PATHS),
    impersonated: groups.length > 0 ? { 'Impersonate-Group': groups[0] as string } : {},
    user: { name, groups: [...groups, ...added, 'system:authenticated'] },
  };
}

/** FlowSchemas of a user, of a group, of a namespace and of paths. */
function schemas(): readonly object[] {
  const rules = [
    {
      verbs: ['get', 'list'],
      apiGroups: [''],
      resources: ['pods', 'pods/log'],
      namespaces: ['default'],
    },
    { verbs: ['*'], apiGroups: ['apps'], resources: ['*'], namespaces: ['*'], clusterScope: true },
  ];
  const subjects = [
    { kind: 'User', user: { name: 'jane' } },
    { kind: 'Group', group: { name: 'developers' } },
    { kind: 'ServiceAccount', serviceAccount: { namespace: 'ci', name: '*' } },
  ];
  return subjects.map((subject, index) => ({
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'FlowSchema',
    metadata: { name: `mine-${index}` },
    spec: {
      matchingPrecedence: 100 + 300 * index,
      priorityLevelConfiguration: { name: index === 0 ? 'workload-high' : 'global-default' },
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [subject],
          resourceRules: rules.slice(index % 2),
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/version', '/readyz/*'] }],
        },
      ],
    },
  }));
}
