import { pick, seededRandom } from '../random.js';

type RandomBelow = (bound: number) => number;

/** Number of references in the corpus. */
export const IMAGE_CORPUS_SIZE = 10_000;

const SEED = 20_261_121;

const OFFICIAL = ['nginx', 'redis', 'postgres', 'busybox', 'alpine', 'node', 'python', 'rabbitmq'];
const TEAMS = ['grafana', 'bitnami', 'prom', 'istio', 'hashicorp', 'my_team', 'acme-labs'];
const APPS = [
  ...[
    'app',
    'api',
    'web',
    'worker',
    'operator',
    'controller',
    'node-exporter',
    'kube-state-metrics',
  ],
  ...['prometheus-config-reloader', 'cluster-autoscaler', 'payment_service', 'proxy.v2', 'init'],
];
const REGISTRIES = [
  ...['registry.k8s.io', 'quay.io', 'ghcr.io', 'gcr.io', 'mcr.microsoft.com', 'public.ecr.aws'],
  ...['123456789012.dkr.ecr.eu-central-1.amazonaws.com', 'europe-docker.pkg.dev', 'docker.io'],
  ...['registry.example.com:5000', 'registry:5000', 'localhost:5001', '10.0.3.7:30500'],
];
const VARIANTS = ['', '', '', '-alpine', '-slim', '-debian-12-r3', '-rc.1', '_amd64'];

function repository(random: RandomBelow): string {
  const kind = random(20);
  if (kind < 4) {
    return pick(random, OFFICIAL);
  }
  if (kind < 7) {
    return `${pick(random, TEAMS)}/${pick(random, APPS)}`;
  }
  const path =
    random(3) === 0 ? pick(random, APPS) : `${pick(random, TEAMS)}/${pick(random, APPS)}`;
  const deeper = random(5) === 0 ? `/${pick(random, APPS)}` : '';
  return `${pick(random, REGISTRIES)}/${path}${deeper}`;
}

function tag(random: RandomBelow): string {
  const kind = random(10);
  if (kind === 0) {
    return 'latest';
  }
  if (kind < 3) {
    return `sha-${random(0xfffffff).toString(16)}`;
  }
  const version = `${random(30)}.${random(40)}`;
  return `${pick(random, ['v', ''])}${version}${pick(random, ['', `.${random(20)}`])}${pick(random, VARIANTS)}`;
}

function digest(random: RandomBelow): string {
  let digits = '';
  while (digits.length < 64) {
    digits += random(0x10000).toString(16).padStart(4, '0');
  }
  return `@sha256:${digits}`;
}

/**
 * Generates references like those in manifests, the same in every run. One in twenty has a digest.
 *
 * @returns the texts
 */
export function imageCorpus(): string[] {
  const random = seededRandom(SEED);
  return Array.from({ length: IMAGE_CORPUS_SIZE }, () => {
    const name = repository(random);
    const kind = random(40);
    if (kind < 4) {
      return name;
    }
    if (kind < 5) {
      return name + digest(random);
    }
    return `${name}:${tag(random)}${kind < 6 ? digest(random) : ''}`;
  });
}
