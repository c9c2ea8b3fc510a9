import * as podTotals from '../replacements/client-pod-totals.js';
import { Thrown, type Tool } from '../tool.js';

const web = (memory: string) => ({ name: 'web', resources: { requests: { memory } } });
const cpu = (amount: string) => ({ name: 'web', resources: { requests: { cpu: amount } } });
const sidecar = {
  name: 'proxy',
  restartPolicy: 'Always',
  resources: { requests: { memory: '64Mi' } },
};
const migrate = { name: 'migrate', resources: { requests: { memory: '1Gi' } } };

/** The official JavaScript client, whose answers the tests ask at run time. */
export const JAVASCRIPT_CLIENT: Tool = {
  name: 'the official JavaScript client',
  version: '2.0.1',
  repository: 'kubernetes-client/javascript',
  ref: '072811b3615b6d97a56448c89f6674574cebd0bb',
  license: 'Apache-2.0',
  helpers: [
    {
      title: 'Add up the requests and limits of a Pod',
      file: 'src/util.ts',
      lines: 'L11-L151',
      size: 130,
      replacement: 'client-pod-totals',
      exports: podTotals,
      changed: [
        {
          function: 'totalForResource',
          args: [{ spec: { containers: [web('1.5Gi')] } }, 'memory'],
          words: '`totalForResource` of a Pod with a container of `1.5Gi`',
          tool: new Thrown('SyntaxError'),
          kubesem: { request: 1_610_612_736, limit: 0 },
          why: 'amounts with a suffix may have decimals',
        },
        {
          function: 'totalForResource',
          args: [{ spec: { initContainers: [sidecar], containers: [web('512Mi')] } }, 'memory'],
          words: '… with a container of `512Mi` and a sidecar of `64Mi`',
          tool: { request: BigInt(536_870_912), limit: 0 },
          kubesem: { request: 603_979_776, limit: 0 },
          why: 'a sidecar runs next to the containers, so its requests count',
        },
        {
          function: 'totalForResource',
          args: [{ spec: { initContainers: [migrate], containers: [web('512Mi')] } }, 'memory'],
          words: '… with a container of `512Mi` and an init container of `1Gi`',
          tool: { request: BigInt(536_870_912), limit: 0 },
          kubesem: { request: 1_073_741_824, limit: 0 },
          why: 'the scheduler reserves what the largest init container needs',
        },
        {
          function: 'totalForResource',
          args: [{ spec: { overhead: { memory: '120Mi' }, containers: [web('512Mi')] } }, 'memory'],
          words: '… with a container of `512Mi` and an overhead of `120Mi`',
          tool: { request: BigInt(536_870_912), limit: 0 },
          kubesem: { request: 662_700_032, limit: 0 },
          why: 'the overhead of the RuntimeClass counts',
        },
        {
          function: 'totalForResource',
          args: [
            { spec: { resources: { requests: { memory: '2Gi' } }, containers: [web('512Mi')] } },
            'memory',
          ],
          words: '… with a container of `512Mi` and Pod-level requests of `2Gi`',
          tool: { request: BigInt(536_870_912), limit: 0 },
          kubesem: { request: 2_147_483_648, limit: 0 },
          why: 'Pod-level requests replace the sum of the containers',
        },
        {
          function: 'totalForResource',
          args: [{ spec: { containers: [cpu('100m'), cpu('200m')] } }, 'cpu'],
          words: '… with containers of `100m` and `200m` CPU',
          tool: { request: 0.300_000_000_000_000_04, limit: 0 },
          kubesem: { request: 0.3, limit: 0 },
          why: 'sums are exact',
        },
      ],
      kept: [
        {
          function: 'totalForResource',
          args: [{ spec: { containers: [web('512000')] } }, 'memory'],
          words: '`totalForResource` of a Pod with a container of `512000`',
          kubesem: { request: 512_000, limit: 0 },
        },
        {
          function: 'totalForResource',
          args: [{ spec: { containers: [{ name: 'web' }] } }, 'memory'],
          words: '… of a Pod without requests',
          kubesem: { request: 0, limit: 0 },
        },
      ],
      notes: [
        'The test for this helper in the client passes if it expects numbers instead of bigints.',
        'The client returns a `bigint` for some amounts and a `number` for others: `512Mi` is `536870912n`, `512000` is `512000`. The replacement always returns numbers. For exact amounts, use the quantities of `podRequests`.',
        'Up to version 2.0.1, `topPods` computes the memory requests of a Pod from the limits of its containers ([kubernetes-client/javascript#3033](https://github.com/kubernetes-client/javascript/pull/3033)).',
      ],
    },
  ],
};
