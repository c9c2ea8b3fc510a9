// Go modules in a folder that git ignores, in which the released packages are tested with wrappers around their functions.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { oracleRelease } from '../harness/oracle.js';
import { packageFolder } from '../harness/paths.js';

const upstreamFolder = join(packageFolder, 'upstream');
const wrappersFolder = join(upstreamFolder, 'wrappers');
const workFolder = join(upstreamFolder, 'work');

/** The environment of Go: the installed toolchain, and no workspace of anybody. */
export const GO_ENVIRONMENT = {
  ...process.env,
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '-mod=mod',
};

/** Where Go runs the tests, and the file that tells it which files to replace. */
export interface Workspace {
  /** The module that has the dependencies of a package. */
  readonly folderFor: (packageName: string) => string;
  readonly overlay: string;
  /** Where the tests write their calls. */
  readonly calls: string;
}

const COREDNS = 'github.com/coredns/coredns';

/** Prepares the modules and the changed files. The module cache stays as it is. */
export function prepareWorkspace(): Workspace {
  const modules = join(workFolder, 'modules');
  const changed = join(workFolder, 'changed');
  const calls = join(workFolder, 'calls');
  const coredns = join(workFolder, 'coredns');
  for (const folder of [modules, changed, calls, coredns]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  prepareKubernetes(modules);
  prepareCoredns(coredns, modules);
  execFileSync('go', ['run', './rewrite', wrappersFolder, modules, changed], {
    cwd: upstreamFolder,
    env: { ...GO_ENVIRONMENT, GOFLAGS: '' },
    stdio: 'inherit',
  });
  return {
    folderFor: (name) => (name.startsWith(`${COREDNS}/`) ? coredns : workFolder),
    overlay: join(changed, 'overlay.json'),
    calls,
  };
}

/** A module that requires Kubernetes, and takes the modules with wrappers from links to the module cache. */
function prepareKubernetes(modules: string): void {
  const release = oracleRelease();
  const kubernetes = downloaded('k8s.io/kubernetes', release);
  const goMod = readFileSync(join(kubernetes, 'go.mod'), 'utf8');
  const versions = requiredVersions(goMod, release);
  const replaced = [...versions].flatMap(([name, version]) => {
    if (!existsSync(join(wrappersFolder, name))) {
      return version.startsWith('v0.') && isStaging(goMod, name)
        ? [`${name} => ${name} ${version}`]
        : [];
    }
    linkModule(modules, name, version);
    return [`${name} => ./modules/${name}`];
  });
  writeFileSync(join(workFolder, 'go.mod'), workModule(goMod, release, replaced));
  writeFileSync(join(workFolder, 'go.sum'), sums(kubernetes));
}

/** A module with the dependencies of the oracle that has CoreDNS. */
function prepareCoredns(folder: string, modules: string): void {
  const oracle = join(packageFolder, 'oracle', 'coredns');
  const goMod = readFileSync(join(oracle, 'go.mod'), 'utf8');
  const version = goMod.match(/^\tgithub\.com\/coredns\/coredns (v\S+)/m)?.[1] as string;
  linkModule(modules, COREDNS, version);
  const lines = [
    goMod.replace(/^.*kubesem\/.*$/gm, ''),
    'module kubesem/upstream/work/coredns',
    'require kubesem/upstream v0.0.0',
    'replace kubesem/upstream => ../..',
    `replace ${COREDNS} => ../modules/${COREDNS}`,
    '',
  ];
  writeFileSync(join(folder, 'go.mod'), lines.join('\n'));
  writeFileSync(join(folder, 'go.sum'), readFileSync(join(oracle, 'go.sum')));
}

/** Go replaces no files in its module cache, but it does in a link to it. */
function linkModule(modules: string, name: string, version: string): void {
  const link = join(modules, name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(downloaded(name, version), link);
}

/** The folder of a module in the module cache. */
function downloaded(name: string, version: string): string {
  const text = execFileSync('go', ['mod', 'download', '-json', `${name}@${version}`], {
    cwd: upstreamFolder,
    env: GO_ENVIRONMENT,
    encoding: 'utf8',
  });
  return (JSON.parse(text) as { Dir: string }).Dir;
}

/** The version of each module that Kubernetes requires; those that are released with it are v0.0.0 in its `go.mod`. */
function requiredVersions(goMod: string, release: string): Map<string, string> {
  const required = goMod.matchAll(/^\t(\S+) (v\S+)/gm);
  const versions = new Map([['k8s.io/kubernetes', release]]);
  for (const [, name, version] of required) {
    versions.set(
      name as string,
      version === 'v0.0.0' ? release.replace(/^v1/, 'v0') : (version as string),
    );
  }
  return versions;
}

function isStaging(goMod: string, name: string): boolean {
  return goMod.includes(`\t${name} v0.0.0\n`);
}

/** The `go.mod` of Kubernetes as that of a module of ours that requires it. */
function workModule(goMod: string, release: string, replaced: readonly string[]): string {
  return [
    goMod
      .slice(0, goMod.indexOf('\nreplace ('))
      .replace(/^module .*$/m, 'module kubesem/upstream/work'),
    `require (\n\tk8s.io/kubernetes ${release}\n\tkubesem/upstream v0.0.0\n)\n`,
    `replace (\n${['kubesem/upstream => ..', ...replaced].map((line) => `\t${line}\n`).join('')})\n`,
  ].join('\n');
}

/** The checksums of Kubernetes and of the oracle, which has those of the modules released with it. */
function sums(kubernetes: string): string {
  const oracle = join(packageFolder, 'oracle');
  const files = readdirSync(oracle).map((name) => join(oracle, name, 'go.sum'));
  const texts = [join(kubernetes, 'go.sum'), ...files]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  return [...new Set(texts.join('').split('\n'))].sort().join('\n');
}
