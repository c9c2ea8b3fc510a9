import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bumpsIn, readVersions, versionProblems } from '../../../../scripts/versions.mjs';
import { manifestOf, publicPackages, root } from '../../src/workspace.js';

const contained = ['@kubesem/core', '@kubesem/qos'];
const at = (version: string) => ({
  '@kubesem/core': version,
  '@kubesem/qos': version,
  kubesem: version,
});
const workspace = { kubernetes: '1.37.1', packages: at('0.37.4'), bumps: {}, contained };

test('the versions and changesets of this workspace can be released', () => {
  const versions = readVersions();
  expect(Object.keys(versions.packages)).toHaveLength(publicPackages.length);
  expect(versionProblems(versions)).toEqual([]);
});

test('a package names each sibling exactly, so an app gets what was tested together', () => {
  for (const folder of publicPackages) {
    const { dependencies = {}, devDependencies = {} } = manifestOf(folder);
    const siblings = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@kubesem/'),
    );
    expect(siblings.filter(([, version]) => version !== 'workspace:*')).toEqual([]);
  }
});

describe('a release', () => {
  test('within a minor has patches only', () => {
    const patch = { '@kubesem/qos': 'patch', kubesem: 'patch' };
    expect(versionProblems({ ...workspace, bumps: patch })).toEqual([]);
    const minor = { '@kubesem/qos': 'minor', kubesem: 'patch' };
    expect(versionProblems({ ...workspace, bumps: minor })).toHaveLength(1);
  });

  test('of a new Kubernetes moves every package to the next minor', () => {
    const older = { ...workspace, packages: at('0.36.9') };
    const all = { '@kubesem/core': 'minor', '@kubesem/qos': 'minor', kubesem: 'minor' };
    expect(versionProblems({ ...older, bumps: all })).toEqual([]);
    expect(versionProblems({ ...older, bumps: { ...all, '@kubesem/qos': 'patch' } })).toHaveLength(
      1,
    );
    expect(versionProblems(older)).toHaveLength(3);
  });

  test('never mixes minors, and skips none', () => {
    const packages = { ...at('0.37.4'), '@kubesem/qos': '0.36.2' };
    expect(versionProblems({ ...workspace, packages })).toHaveLength(1);
    expect(versionProblems({ ...workspace, packages: at('0.35.0') })).toHaveLength(1);
    expect(versionProblems({ ...workspace, packages: at('0.38.0') })).toHaveLength(1);
    expect(versionProblems({ ...workspace, packages: at('1.37.0') })).toHaveLength(1);
  });

  test('of a library includes the command, which contains it', () => {
    expect(versionProblems({ ...workspace, bumps: { '@kubesem/qos': 'patch' } })).toHaveLength(1);
    expect(versionProblems({ ...workspace, bumps: { kubesem: 'patch' } })).toEqual([]);
  });

  test('counts the largest bump of a package', () => {
    const texts = [
      "---\n'@kubesem/qos': patch\nkubesem: patch\n---\n",
      '---\n"@kubesem/qos": minor\n---\n',
    ];
    expect(bumpsIn(texts)).toMatchObject({ '@kubesem/qos': 'minor' });
  });
});

describe('a release of one changed library', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubesem-version-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  test('publishes the library, what depends on it, and the command', () => {
    for (const name of ['package.json', 'pnpm-workspace.yaml', '.changeset/config.json']) {
      write(name, readFileSync(root + name, 'utf8'));
    }
    for (const each of publicPackages) {
      const manifest = { ...manifestOf(each), version: '0.37.0' };
      write(`packages/${each}/package.json`, JSON.stringify(manifest));
    }
    write('.changeset/fix.md', "---\n'@kubesem/qos': patch\n'kubesem': patch\n---\n\nA fix.\n");
    run('git', 'init', '--quiet');
    run('git', 'add', '--all');
    run('git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qm', 'All');
    run(process.execPath, `${root}node_modules/@changesets/cli/bin.js`, 'version');

    const versions = publicPackages.map((each) => {
      const text = readFileSync(join(folder, `packages/${each}/package.json`), 'utf8');
      return [JSON.parse(text).name, JSON.parse(text).version] as const;
    });
    const published = versions.filter(([, version]) => version !== '0.37.0');
    const names = published.map(([name]) => name);
    const importsQos = (name: string): boolean =>
      Object.keys(manifestOf(name.replace('@kubesem/', '')).dependencies ?? {}).some(
        (each) => each === '@kubesem/qos' || (each.startsWith('@kubesem/') && importsQos(each)),
      );
    const dependents = publicPackages
      .map((each) => manifestOf(each).name)
      .filter((name) => name !== 'kubesem' && importsQos(name));
    expect(dependents).toContain('@kubesem/inspect');
    expect(names.sort()).toEqual([...dependents, '@kubesem/qos', 'kubesem'].sort());
    expect(published.every(([, version]) => version === '0.37.1')).toBe(true);
  });
});
