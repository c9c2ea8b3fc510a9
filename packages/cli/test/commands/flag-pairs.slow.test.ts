// No flag is lost without a word: each pair of flags of a command has the effect of both, or is an error.
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/program.js';
import { filesOf, kubesem } from '../support/run.js';

/** A command line on which the flags of a command have effects, and the values of its flags. */
interface Sample {
  readonly line: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Pairs that this input answers like their second flag alone, such as a table of one row in another order. */
  readonly same?: readonly string[];
}

const FILES: Readonly<Record<string, string>> = {
  CONFIG: '{"ignore":["FRACTIONAL_BYTES"]}',
  CREDENTIALS: '{"auths":{"images.example":{"auth":"YTpi"}}}',
  ENV: 'A=1\n',
  RESOLV: 'nameserver 192.0.2.1\nsearch example.org\n',
  METRICS: '{"apiVersion":"v1","kind":"List","items":[]}',
  SCRIPT: '{"app":{"exits":[{"afterMs":1000,"exitCode":1}]}}',
  REQUESTS: '{"verb":"get","path":"/api/v1/nodes","user":"a"}\n',
  AUDIT: '',
};
/** The commands that do not end, or have no other flag. */
const NOT_RUN = { 'apf serve': 'a server', completion: 'one argument' };

const apf = '-f examples/apf.yaml --user system:serviceaccount:ci:runner GET /api/v1/nodes';
const SAMPLES: Readonly<Record<string, Sample>> = {
  inspect: {
    line: 'examples/registry.yaml examples/mistakes.yaml examples/dns.yaml',
    values: {
      '--fail-on': 'warning',
      '--ignore': 'FRACTIONAL_BYTES',
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
  hpa: { line: '-f examples/autoscaler.yaml', values: { '--metrics': 'METRICS' } },
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

const DEFAULTS: Readonly<Record<string, string>> = {
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
/** The flags that name what is read; every line has one of them, or paths. */
const INPUTS = ['-f', '--context', '--kubeconfig'];
const STRUCTURED = ['-o json', '-o yaml'];
const DETAILS = ['--explain', '--verbose', '--summary', '--show-labels', '-L'];
const CONTENT = [
  ...['--now', '--ready-after', '--stop-after', '--disable-eviction', '--objects'],
  ...['--from-file', '--from-literal', '--from-env-file', '--type', '-n', '--server-concurrency'],
];
const FILTERS = ['-n', '--only-namespace', '-l', '-c', '--pod-selector', '--ignore', '--config'];

/** Pairs in which the first flag has nothing to do. */
function isHarmless(flag: string, other: string): boolean {
  const [name = ''] = flag.split(' ');
  return (
    // Only tables have headings.
    (name === '--no-headers' && !/^-o (?:wide|csv)$|^--sort-by/.test(other)) ||
    // They have every detail.
    (STRUCTURED.includes(other) && DETAILS.includes(name)) ||
    // All namespaces, as in kubectl.
    (name === '-n' && other === '--all-namespaces') ||
    // A name says nothing about what the object is or does.
    (other === '-o name' && CONTENT.includes(name)) ||
    // Objects that are not shown need no answer.
    FILTERS.includes(other.split(' ')[0] ?? '')
  );
}

async function commandsBelow(): Promise<ReadonlyMap<string, Command>> {
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

const COMMAND_OF = await commandsBelow();

test('every command has a sample', () => {
  const known = [...Object.keys(SAMPLES), ...Object.keys(NOT_RUN)];
  expect([...COMMAND_OF.keys()].filter((path) => !known.includes(path))).toEqual([]);
});

describe.each(Object.entries(SAMPLES))('kubesem %s', (path, sample) => {
  const command = COMMAND_OF.get(path) as Command;
  const flags = command.options.flatMap((option): string[] => {
    const name = option.short ?? option.long ?? '';
    if (INPUTS.includes(name)) {
      return [];
    }
    if (name === '-o') {
      const formats = option.argChoices ?? [];
      return formats.filter((each) => each !== option.defaultValue).map((each) => `-o ${each}`);
    }
    const isBoolean = !option.required && !option.optional;
    const value = sample.values?.[name] ?? option.argChoices?.at(-1) ?? DEFAULTS[name];
    return [isBoolean ? (option.long ?? '') : `${name} ${value}`];
  });

  test('each flag with a value has one in the sample', () => {
    expect(flags.filter((flag) => flag.endsWith(' undefined'))).toEqual([]);
  });

  test('no flag is lost', { timeout: 600_000 }, async () => {
    const file = filesOf(FILES);
    const known = new Map<string, { readonly isError: boolean; readonly text: string }>();
    const outputOf = async (...given: readonly string[]) => {
      const line = [path, ...given, sample.line].join(' ');
      const args = line.split(' ').map((word) => (word in FILES ? file(word) : word));
      const { status, stdout, stderr } = await kubesem(args.filter((word) => word !== ''));
      const found = known.get(line) ?? { isError: status === 2, text: status + stdout + stderr };
      // Nothing is shown, so nothing can be lost.
      const answer = { ...found, isError: found.isError || (status === 1 && stdout === '') };
      known.set(line, answer);
      return answer;
    };
    const base = await outputOf();
    expect(base.isError, base.text).toBe(false);
    const lost: string[] = [];
    for (const [index, flag] of flags.entries()) {
      for (const other of flags.slice(index + 1)) {
        const pair = await outputOf(flag, other);
        if (pair.isError || flag.split(' ')[0] === other.split(' ')[0]) {
          continue;
        }
        for (const [one, two] of [
          [flag, other],
          [other, flag],
        ] as const) {
          const alone = await outputOf(one);
          const hasEffect = !alone.isError && alone.text !== base.text;
          if (hasEffect && !isHarmless(one, two) && pair.text === (await outputOf(two)).text) {
            lost.push(`${one} with ${two}`);
          }
        }
      }
    }
    expect(lost.filter((pair) => sample.same?.includes(pair) !== true)).toEqual([]);
  });
});
