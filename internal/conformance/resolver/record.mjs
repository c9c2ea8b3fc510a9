// Records which questions glibc and musl send to a DNS server, and when they stop. See README.md.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cases } from './cases.mjs';
import { serve } from './dns-server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const vectors = join(here, '..', 'vectors', 'dns');
const COMMAND = 'node internal/conformance/resolver/record.mjs';

const FAILURE = /SERVFAIL|REFUSED|FORMERR|NOTIMP|TIMEOUT/;

/** Set inside the namespaces, which have only the loopback interface and separate files in /etc. */
const INSIDE = 'KUBESEM_RESOLVER_FOLDER';

if (process.env[INSIDE] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'resolver-'));
  try {
    build(folder);
    const { status } = spawnSync(
      'unshare',
      ['--mount', '--net', '--uts', process.execPath, ...process.argv.slice(1)],
      { stdio: 'inherit', env: { ...process.env, [INSIDE]: folder } },
    );
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
} else {
  await record(process.env[INSIDE]);
}

function build(folder) {
  const source = join(here, 'lookup.c');
  execFileSync('gcc', ['-O', '-Wall', '-o', join(folder, 'glibc'), source]);
  execFileSync('musl-gcc', ['-O', '-Wall', '-o', join(folder, 'musl'), source]);
}

async function record(folder) {
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  // Without a search list, glibc takes the domain from the host name.
  execFileSync('hostname', ['container']);
  writeFileSync(join(folder, 'hosts'), '');
  writeFileSync(join(folder, 'nsswitch.conf'), 'hosts: files dns\n');
  writeFileSync(join(folder, 'resolv.conf'), '');
  for (const file of ['hosts', 'nsswitch.conf', 'resolv.conf']) {
    execFileSync('mount', ['--bind', join(folder, file), realpathSync(`/etc/${file}`)]);
  }
  const loader = process.argv[2] ?? '/lib/ld-musl-x86_64.so.1';
  await recordOne(folder, 'glibc', glibcVersion(), [join(folder, 'glibc')]);
  await recordOne(folder, 'musl', muslVersion(loader), [loader, join(folder, 'musl')]);
}

function glibcVersion() {
  return execFileSync('getconf', ['GNU_LIBC_VERSION'], { encoding: 'utf8' })
    .trim()
    .replace('glibc ', '');
}

/** The loader is the library, and prints its version if it is started without a program. */
function muslVersion(loader) {
  return /Version (\S+)/.exec(spawnSync(loader, { encoding: 'utf8' }).stderr)?.[1];
}

async function recordOne(folder, libc, version, [program, ...first]) {
  const lines = [JSON.stringify({ libc, version, command: COMMAND })];
  let answers = {};
  let questions = [];
  const socket = await serve((name, type) => {
    const said = answers[name] ?? 'NXDOMAIN';
    const question = `${type} ${name}`;
    // After a failure the library repeats the same step.
    if (!FAILURE.test(JSON.stringify(said)) || !questions.includes(question)) {
      questions.push(question);
    }
    return typeof said === 'string' ? said : said[type];
  });
  const run = promisify(execFile);
  for (const input of cases()) {
    answers = input.answers;
    questions = [];
    writeFileSync(join(folder, 'resolv.conf'), input.resolvConf);
    const { stdout } = await run(program, [...first, input.name], { env: {} });
    const out = { questions, result: stdout.trim().split('\n') };
    lines.push(JSON.stringify({ in: input, out }));
  }
  socket.close();
  mkdirSync(vectors, { recursive: true });
  writeFileSync(join(vectors, `search.${libc}.ndjson`), `${lines.join('\n')}\n`);
  console.log(`${libc} ${version}: ${lines.length - 1} cases`);
}
