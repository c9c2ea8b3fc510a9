// Pins the oracle and the test cluster to one Kubernetes release: `node pin.mjs v1.37.1`.
//
// k8s.io/kubernetes requires its staging modules at v0.0.0, which cannot be downloaded. Every module that imports it needs
// replacements for them. This script writes these lines from the go.mod of that release.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
/** The control plane of internal/cluster, next to this folder. */
const CONTROL_PLANE = '../../cluster/control-plane';
const release = process.argv[2] ?? '';
if (!/^v1\.\d+\.\d+$/.test(release)) {
  console.error('usage: node pin.mjs v1.<minor>.<patch>');
  process.exit(2);
}
const staging = release.replace(/^v1/, 'v0');

function go(module, ...args) {
  return execFileSync('go', args, {
    cwd: join(here, module),
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const download = JSON.parse(go('wire', 'mod', 'download', '-json', `k8s.io/kubernetes@${release}`));
const upstream = readFileSync(download.GoMod, 'utf8');
// The version of CoreDNS that kubeadm of this release deploys.
const constants = join(download.Dir, 'cmd/kubeadm/app/constants/constants.go');
const coredns = /CoreDNSVersion = "(.+)"/.exec(readFileSync(constants, 'utf8'))[1];
const names = [...upstream.matchAll(/^\s*(k8s\.io\/\S+) v0\.0\.0$/gm)].map((match) => match[1]);
const goLine = /^go \S+$/m.exec(upstream)[0];
// The YAML and JSON readers of the release, because the staging modules would allow newer ones.
const pinned = ['sigs.k8s.io/yaml', 'sigs.k8s.io/json', 'gopkg.in/inf.v0'].map(
  (name) => `${name} ${new RegExp(`^\\s*${name} (\\S+)`, 'm').exec(upstream)[1]}`,
);

function writeOracle(module, requires, replaces) {
  writeModule(
    module,
    `kubesem/oracle/${module}`,
    ['kubesem/oracle/wire v0.0.0', ...requires],
    ['kubesem/oracle/wire => ../wire', ...replaces],
  );
}

function writeModule(module, name, requires, replaces) {
  const lines = [
    `module ${name}`,
    '',
    goLine,
    '',
    'require (',
    ...requires.map((line) => `\t${line}`),
    ')',
    '',
    'replace (',
    ...replaces.map((line) => `\t${line}`),
    ')',
    '',
  ];
  writeFileSync(join(here, module, 'go.mod'), lines.join('\n'));
  go(module, 'mod', 'tidy');
}

const stagingNames = ['api', 'apimachinery', 'component-helpers', 'kubectl'];
writeOracle('staging', [...stagingNames.map((name) => `k8s.io/${name} ${staging}`), ...pinned], []);
const replaced = names.map((name) => `${name} => ${name} ${staging}`);
for (const module of ['kubernetes', 'apf']) {
  writeOracle(
    module,
    [`k8s.io/kubernetes ${release}`, ...stagingNames.map((name) => `k8s.io/${name} v0.0.0`)],
    replaced,
  );
}
// The etcd that the release is tested with.
const etcd = /^\s*go\.etcd\.io\/etcd\/server\/v3 (\S+)/m.exec(upstream)[1];
writeModule(
  CONTROL_PLANE,
  'kubesem/control-plane',
  [`k8s.io/kubernetes ${release}`, `go.etcd.io/etcd/server/v3 ${etcd}`],
  replaced,
);
// CoreDNS requires older staging modules, but all must be from one release.
writeOracle(
  'coredns',
  [
    `github.com/coredns/coredns ${coredns}`,
    ...['api', 'apimachinery', 'client-go'].map((name) => `k8s.io/${name} ${staging}`),
  ],
  [],
);
writeFileSync(join(here, 'wire', 'go.mod'), `module kubesem/oracle/wire\n\n${goLine}\n`);
writeFileSync(
  join(here, 'wire', 'release.go'),
  `package wire

// Release is the Kubernetes release of this oracle. Written by pin.mjs.
const Release = "${release}"
`,
);
console.log(
  `pinned ${release} (staging ${staging}, ${names.length} modules replaced, CoreDNS ${coredns})`,
);
