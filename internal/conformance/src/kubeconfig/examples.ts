import type { JsonObject } from '../harness/json.js';
import { ROOT } from './files.js';

const HOME = `${ROOT}/home/.kube/config`;

const env = { HOME: `${ROOT}/home` };

const machine = (files: JsonObject, more: JsonObject = {}): JsonObject => ({
  files,
  env,
  flags: {},
  inPod: false,
  ...more,
});

const CLUSTER = 'clusters: [{ name: c, cluster: { server: https://10.0.0.1:6443 } }]';

const config = (user: string, more = ''): string =>
  `${CLUSTER}\nusers: [{ name: u, user: ${user} }]\ncontexts: [{ name: k, context: { cluster: c, user: u } }]\ncurrent-context: k\n${more}`;

const USERS = [
  ...['{}', '{ token: t }', '{ tokenFile: token }', '{ token: t, tokenFile: token }'],
  ...['{ username: n, password: p }', '{ password: p }', '{ token: t, username: n }'],
  ...['{ tokenFile: token, username: n }', '{ tokenFile: missing }', '{ tokenFile: empty }'],
  ...['{ as: a, as-uid: i, as-groups: [g, h], as-user-extra: { "a/b é": [x, y] } }'],
  ...['{ as-groups: [g] }', '{ client-certificate: cert }', '{ client-key: key }'],
  ...['{ auth-provider: { name: gcp } }', '{ auth-provider: { name: oidc } }'],
  ...['{ exec: { command: ./p, apiVersion: client.authentication.k8s.io/v1beta1 } }'],
  ...['{ exec: { command: p, apiVersion: client.authentication.k8s.io/v1 } }'],
  ...['{ exec: { command: p, apiVersion: v1, interactiveMode: Never } }', '{ exec: {} }'],
  ...['{ token: t, exec: { command: p, apiVersion: client.authentication.k8s.io/v1beta1 } }'],
];

/** A machine for each rule. */
export function* kubeconfigExamples(): Generator<JsonObject> {
  yield machine({});
  yield machine({}, { flags: { kubeconfig: `${ROOT}/missing` } });
  yield machine({}, { env: { ...env, KUBECONFIG: ':missing:' } });
  yield machine({}, { env: { ...env, KUBERNETES_MASTER: 'https://a.example' } });
  const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
  for (const flags of [{}, { server: 'b.example', token: 't', as: 'a', namespace: 'n' }]) {
    yield machine({}, { env: { ...env, ...pod }, flags, inPod: true });
    yield machine({ [HOME]: config('{}') }, { env: { ...env, ...pod }, flags, inPod: true });
  }
  yield machine({ [`${ROOT}/home/.kube/.kubeconfig`]: config('{ tokenFile: token }') });
  for (const user of USERS) {
    const files = { [`${ROOT}/home/.kube/token`]: ' t\n', [`${ROOT}/home/.kube/empty`]: '\n' };
    yield machine({ ...files, [HOME]: config(user) });
  }
  for (const name of ['k', 'x']) {
    for (const flag of ['context', 'cluster', 'user']) {
      yield machine({ [HOME]: config('{}') }, { flags: { [flag]: name } });
    }
  }
  const KUBECONFIG = `${ROOT}/etc/one:missing:${ROOT}/etc/two`;
  const [one, two] = ['{ token: one }', '{ token: two, as: x }'].map((user) => config(user));
  const both = { [`${ROOT}/etc/one`]: one as string, [`${ROOT}/etc/two`]: two as string };
  yield machine(both, { env: { ...env, KUBECONFIG } });
  yield machine({ ...both, [`${ROOT}/etc/one`]: 'a: [' }, { env: { ...env, KUBECONFIG } });
  yield machine({ ...both, [`${ROOT}/etc/one`]: '' }, { env: { ...env, KUBECONFIG } });
}
