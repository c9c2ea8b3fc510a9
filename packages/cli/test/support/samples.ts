// A command line of each command on which its flags have effects, for the tests of all flags.
import { Command } from 'commander';
import { COMMANDS } from '../../src/program.js';

/** A command line on which the flags of a command have effects, and the values of its flags. */
export interface Sample {
  readonly line: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Pairs that this input answers like their second flag alone, such as a table of one row in another order. */
  readonly same?: readonly string[];
}

export const FILES: Readonly<Record<string, string>> = {
  CONFIG: '{"ignore":["BYTES_FRACTIONAL"]}',
  CREDENTIALS: '{"auths":{"images.example":{"auth":"YTpi"}}}',
  ENV: 'A=1\n',
  RESOLV: 'nameserver 192.0.2.1\nsearch example.org\n',
  METRICS: '{"apiVersion":"v1","kind":"List","items":[]}',
  SCRIPT: '{"app":{"exits":[{"afterMs":1000,"exitCode":1}]}}',
  REQUESTS: '{"verb":"get","path":"/api/v1/nodes","user":"a"}\n',
  AUDIT: '',
};
/** The commands that do not end, or have no other flag. */
export const NOT_RUN = { 'apf serve': 'a server', completion: 'one argument' };

const apf = '-f examples/apf.yaml --user system:serviceaccount:ci:runner GET /api/v1/nodes';
export const SAMPLES: Readonly<Record<string, Sample>> = {
  explain: { line: 'INVALID' },
  inspect: {
    line: 'examples/registry.yaml examples/mistakes.yaml examples/dns.yaml',
    values: {
      '--fail-on': 'warning',
      '--ignore': 'BYTES_FRACTIONAL',
      '--config': 'CONFIG',
      '--credentials': 'CREDENTIALS',
      '--only-namespace': 'prod',
      '--sort-by': '-NAME',
    },
  },
  pods: {
    same: ['--why with -o name'],
    line: 'examples/pods.yaml',
    values: { '-l': 'app', '-L': 'app', '-n': 'orders', '--sort-by': '-NAME' },
  },
  select: {
    line: 'app -f examples/pods.yaml',
    values: { '--kind': 'Pod', '--field-selector': 'status.phase=Running', '-n': 'orders' },
  },
  service: { line: '-f examples/hostnames.yaml -f examples/dns.yaml', values: { '-n': 'prod' } },
  'service route': {
    same: ['--protocol UDP with --to 10.0.0.1'],
    line: 'hostnames --from hostnames-1 --port 80 -f examples/hostnames.yaml',
    values: {
      '--from': 'hostnames-2',
      '--port': '81',
      '--to': '10.0.0.1',
      '--protocol': 'UDP',
      '--node': 'x',
      '--source-ip': '203.0.113.7',
    },
  },
  pdb: { line: '-f examples/disruptions.yaml', values: { '--evict': 'logs-1' } },
  drain: {
    same: ['--disable-eviction with --simulate'],
    line: 'node-1 -f examples/disruptions.yaml --ignore-daemonsets --force --delete-emptydir-data',
    values: {
      '--pod-selector': 'app=logs',
      '--grace-period': '5',
      '--skip-wait-for-delete-timeout': '5',
    },
  },
  'rollout status': {
    same: ['--sort-by -NAME with -o csv'],
    line: 'deploy/web -f examples/rollout.yaml',
    values: { '--revision': '1' },
  },
  'rollout simulate': {
    same: ['--ready-after 47 with --pod-limit 3'],
    line: 'web -f examples/rollout.yaml --restart',
    values: { '--image': 'app=registry.example/app:1.3', '--pod-limit': '3' },
  },
  hpa: {
    line: '-f examples/autoscaler.yaml',
    values: { '--metrics': 'METRICS', '--steady-for': '10m' },
  },
  simulate: {
    same: ['--delete-at 200s with --duration 60s'],
    line: 'examples/frontend.yaml --exit app=1@5s',
    values: {
      '--exit': 'app=0@9s',
      '--duration': '60s',
      '--delete-at': '200s',
      '--script': 'SCRIPT',
      '--probe': 'app/liveness=failure@9s',
      '--stop': 'app=3s',
      '--grace-period': '5s',
    },
  },
  env: { line: 'deployment/shop -f examples/environment.yaml', values: { '-c': 'shop' } },
  files: {
    line: 'deployment/ledger -f examples/files.yaml',
    values: { '-c': 'app', '--cat': '/etc/ledger/ledger.conf', '-n': 'billing' },
  },
  'config create': {
    line: 'secret a --from-literal a=b',
    values: {
      '--from-file': 'METRICS',
      '--from-literal': 'c=d',
      '--from-env-file': 'ENV',
      '--type': 'x',
    },
  },
  'config hash': { line: 'examples/files.yaml' },
  'config diff': { line: 'examples/files.yaml examples/files-change.yaml' },
  nodes: { line: 'examples/cluster.yaml', values: { '--node': 'beta' } },
  fit: {
    line: 'examples/sidecars.yaml examples/gpu.yaml --cluster examples/cluster.yaml',
    values: { '--cluster': 'examples/gpu.yaml' },
  },
  quota: {
    line: 'examples/quota.yaml --admit examples/quota-web.yaml',
    values: { '--admit': 'examples/sidecars.yaml' },
  },
  image: { line: 'busybox images.example/shopping/cart:v2' },
  'dns names': { line: 'examples/dns.yaml' },
  'dns zone': { line: 'examples/dns.yaml' },
  'dns query': { line: 'data.prod.svc.cluster.local SRV -f examples/dns.yaml' },
  'dns resolv': {
    line: '-f examples/dns.yaml --from test/client',
    values: {
      '--from': 'prod/data-0',
      '--node-resolv-conf': 'RESOLV',
      '--cluster-dns': '192.0.2.9',
    },
  },
  'dns lookup': {
    same: ['--node-resolv-conf RESOLV with --libc windows'],
    line: 'data -f examples/dns.yaml --from test/client',
    values: {
      '--from': 'prod/data-0',
      '--node-resolv-conf': 'RESOLV',
      '--cluster-dns': '192.0.2.9',
    },
  },
  'apf classify': {
    line: apf,
    values: {
      '--requests': 'REQUESTS',
      '--audit-log': 'AUDIT',
      '--objects': '5000',
      '--object-bytes': '4000',
      '--watches': '50',
    },
  },
  'apf explain': { line: apf },
  'apf levels': { line: '-f examples/apf.yaml' },
  'apf table': {
    line: '',
    values: { '--hand-size': '4', '--queues': '16', '--elephants': '4' },
  },
  'apf simulate': {
    line: 'examples/apf-scenario.yaml --duration 1s',
    values: {
      '--audit-log': 'AUDIT',
      '--compare': 'examples/apf-change.yaml',
      '--seed': '7',
      '--duration': '2s',
      '--chart': 'workload-low',
    },
  },
  quantity: { line: '1.5Gi 0.1' },
  version: { line: '' },
};

export const DEFAULTS: Readonly<Record<string, string>> = {
  '-n': 'default',
  '--sort-by': '-NAME',
  '--now': '2026-01-01T12:00:00Z',
  '--ready-after': '47',
  '--stop-after': '20',
  '--cluster-domain': 'example.com',
  '--credentials': 'CREDENTIALS',
  '--server-concurrency': '30',
  '--user': 'system:admin',
  '--group': 'system:masters',
};

/** All commands with options by their paths, such as `apf simulate`. */
export async function commandsBelow(): Promise<ReadonlyMap<string, Command>> {
  const program = new Command('kubesem');
  for (const load of COMMANDS.values()) {
    (await load())(program, { terminal: {} as never, finish: () => undefined });
  }
  const found = new Map<string, Command>();
  const walk = (command: Command, path: readonly string[]) => {
    if (path.length > 0 && command.options.length > 0) {
      found.set(path.join(' '), command);
    }
    for (const each of command.commands) {
      walk(each, [...path, each.name()]);
    }
  };
  walk(program, []);
  return found;
}
