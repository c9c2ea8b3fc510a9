import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { parse } from 'acorn';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked, node, npm } from '../../src/install.js';
import {
  bothBuilds,
  browserModule,
  commonJs,
  esModule,
  jestTest,
  report,
  typedModule,
} from '../../src/program.js';
import { exportedPaths, libraries, manifestOf, publicPackages } from '../../src/workspace.js';

const { resolve } = createRequire(import.meta.url);
let folder: string;
let tarballs: Map<string, string>;

beforeAll(async () => {
  ({ folder, tarballs } = await installPacked());
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file into the folder of the consumer. */
function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

describe.each(publicPackages.map((name) => manifestOf(name).name))('the tarball of %s', (name) => {
  test('contains the build, the sources, the manifest, the licence and the README', async () => {
    const files = await readdir(join(folder, 'node_modules', name));
    // Bundled libraries add their licences.
    const bundling = ['apf', 'config', 'image', 'manifests'].map((short) => `@kubesem/${short}`);
    const notices = bundling.includes(name) ? ['THIRD-PARTY-NOTICES.txt'] : [];
    const sources = name === 'kubesem' ? [] : ['src'];
    const others = ['LICENSE', 'README.md', ...notices, 'dist', 'package.json'];
    expect(files.sort()).toEqual([...others, ...sources]);
  });

  test('passes publint', async () => {
    const pkgDir = join(folder, 'node_modules', name);
    const { messages } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  test('can be published without a warning', async () => {
    const tarball = tarballs.get(name) ?? '';
    const { stderr } = await npm(folder, 'publish', tarball, '--dry-run', '--offline');
    const warnings = stderr.split('\n').filter((line) => line.startsWith('npm warn publish'));
    expect(warnings.filter((line) => !line.includes('requires you to be logged in'))).toEqual([]);
  });

  test.runIf(name !== 'kubesem')('has correct types for every resolver (attw)', async () => {
    const tarball = await readFile(tarballs.get(name) ?? '');
    const result = await checkPackage(createPackageFromTarballData(tarball));
    expect(result).toMatchObject({ types: { kind: 'included' }, problems: [] });
  });
});

describe.concurrent('the installed tarballs', { timeout: 60_000 }, () => {
  test('run in Node as ECMAScript modules', async () => {
    await write('module.mjs', esModule);
    expect(JSON.parse(await node(folder, 'module.mjs'))).toEqual(report);
  });

  test('run in Node as CommonJS', async () => {
    await write('module.cjs', commonJs);
    expect(JSON.parse(await node(folder, 'module.cjs'))).toEqual(report);
  });

  test('work together if both builds are loaded', async () => {
    await write('both.mjs', bothBuilds);
    expect(JSON.parse(await node(folder, 'both.mjs'))).toEqual(['3Gi', -1]);
  });

  test('run in Jest 29', async () => {
    await write('report.test.cjs', jestTest);
    const config = { rootDir: folder, testMatch: ['**/report.test.cjs'], transform: {} };
    const args = ['--ci', '--watchman=false', `--config=${JSON.stringify(config)}`];
    await node(folder, resolve('jest/bin/jest'), ...args);
  });

  test('type-check in TypeScript 4.7 with moduleResolution node', async () => {
    await write('old.ts', typedModule);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2019',
      lib: ['ES2019', 'ES2020.BigInt'],
      module: 'CommonJS',
      moduleResolution: 'node',
      types: [],
    };
    await write('tsconfig.old.json', JSON.stringify({ compilerOptions, files: ['old.ts'] }));
    await node(folder, resolve('typescript-4.7/bin/tsc'), '-p', 'tsconfig.old.json');
  });

  test('have the same names in both builds of all their entries', async () => {
    const entries = subpaths();
    expect(entries).toContain('@kubesem/apf-http/prom-client');
    const lines = entries.map(
      (entry) =>
        `const names = Object.keys(await import('${entry}')); names.sort();
        const required = Object.keys(require('${entry}')).sort();
        report['${entry}'] = [names.length > 0, String(required) === String(names) || [names, required]];`,
    );
    const head = `import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url); const report = {};`;
    const body = lines.map((line) => `{ ${line} }`).join('\n');
    await write('entries.mjs', `${head}\n${body}\nconsole.log(JSON.stringify(report));`);
    expect(JSON.parse(await node(folder, 'entries.mjs'))).toEqual(
      Object.fromEntries(entries.map((entry) => [entry, [true, true]])),
    );
  });

  test.each(['import', 'require'])(
    'have each class once, whatever entry it comes from, with %s',
    async (kind) => {
      const entries = [...libraries.map((name) => `@kubesem/${name}`), ...subpaths()];
      const load = kind === 'import' ? 'await import' : 'require';
      const lines = entries.map((entry) => `note('${entry}', ${load}('${entry}'));`);
      await write(
        `classes-${kind}.mjs`,
        `import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      const copies = {};
      function note(entry, exports) {
        const owner = entry.split('/')[1];
        for (const [name, value] of Object.entries(exports)) {
          if (typeof value === 'function' && /^class\\b/.test(String(value))) {
            (copies[owner + ' ' + name] ??= new Set()).add(value);
          }
        }
      }
      ${lines.join('\n')}
      const counts = Object.entries(copies).map(([name, values]) => [name, values.size]);
      console.log(JSON.stringify(counts));`,
      );
      const counts = JSON.parse(await node(folder, `classes-${kind}.mjs`));
      expect(counts).toContainEqual(['apf-http Gate', 1]);
      expect(counts.filter(([, count]: [string, number]) => count > 1)).toEqual([]);
    },
  );

  test.each(['js', 'cjs'])('define each class of a package in one .%s file', async (ending) => {
    for (const name of libraries) {
      const dist = join(folder, 'node_modules/@kubesem', name, 'dist');
      const files = (await readdir(dist)).filter((file) => file.endsWith(`.${ending}`));
      const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
      const defined = texts.flatMap((text) =>
        [...text.matchAll(/^var (\w+) = (?:_class\w* = )?class\b/gm)].map(([, found]) => found),
      );
      expect(defined, name).toEqual([...new Set(defined)]);
    }
  });

  test('resolve all their entries in TypeScript 4.7 with moduleResolution node', async () => {
    const entries = subpaths();
    expect(entries).toContain('@kubesem/apf-http/prom-client');
    const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
    await write('entries.ts', lines.join('\n'));
    // The frameworks are optional and not installed here, so their types are not checked.
    const options = { strict: true, noEmit: true, skipLibCheck: true, target: 'ES2022', types: [] };
    const compilerOptions = { ...options, module: 'CommonJS', moduleResolution: 'node' };
    const config = { compilerOptions, files: ['entries.ts'] };
    await write('tsconfig.entries.json', JSON.stringify(config));
    await node(folder, resolve('typescript-4.7/bin/tsc'), '-p', 'tsconfig.entries.json');
  });

  test('type-check in today’s TypeScript with nodenext, as ECMAScript module and CommonJS', async () => {
    await write('new.mts', typedModule);
    await write('new.cts', typedModule);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'ES2022',
      module: 'nodenext',
      types: [],
    };
    const files = ['new.mts', 'new.cts'];
    await write('tsconfig.new.json', JSON.stringify({ compilerOptions, files }));
    await node(folder, resolve('typescript/bin/tsc'), '-p', 'tsconfig.new.json');
  });

  test('run in a browser: ES2019, no lookbehind, only the language', async () => {
    const code = await browserBundle(browserModule);
    parse(code, { ecmaVersion: 2019 });
    expect(code).not.toMatch(/\(\?<[=!]/);
    const context = createContext({});
    runInContext(code, context);
    expect(JSON.parse(context.report)).toEqual(report);
  });

  // A kubeconfig is in files, which no browser reads.
  const forBrowsers = libraries.filter((name) => name !== 'kubeconfig');
  test.each(forBrowsers)('%s can be bundled for a browser without Node built-ins', async (name) => {
    await browserBundle(`import * as all from '@kubesem/${name}'; globalThis.all = all;`);
  });

  test('the kubesem command runs without other packages, and has the licences of those that it contains', async () => {
    const alone = join(folder, 'alone');
    await mkdir(alone);
    await write('alone/package.json', '{ "private": true }');
    await npm(alone, 'install', tarballs.get('kubesem') ?? '', '--offline', '--no-audit');
    const installed = await readdir(join(alone, 'node_modules'));
    expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['kubesem']);
    // The help loads every command.
    expect(await node(alone, 'node_modules/kubesem/dist/main.js', '--help')).toContain('simulate');
    const file = join(alone, 'node_modules/kubesem/dist/THIRD-PARTY-NOTICES.txt');
    const notices = await readFile(file, 'utf8');
    const [command, server] = [manifestOf('cli'), manifestOf('apf-http')];
    const versions = { ...server.devDependencies, ...command.devDependencies };
    for (const name of ['commander', 'prom-client', 'string-width', 'valibot', 'yaml']) {
      expect(notices).toContain(`${name} ${versions[name]}`);
    }
    // The libraries contain further packages.
    expect(notices).toMatch(/@noble\/hashes [^]*js-yaml /);
  });

  test('install the kubesem command', async () => {
    const command = join(folder, 'node_modules/.bin/kubesem');
    const output = await new Promise((done, fail) => {
      execFile(command, ['--version'], (error, stdout) => (error ? fail(error) : done(stdout)));
    });
    expect(output).toContain(manifestOf('cli').version);
  });
});

/** The entries of the packages besides their main ones. */
function subpaths(): string[] {
  return publicPackages.flatMap((each) => {
    const paths = exportedPaths(each).filter((path) => /^\.\/[\w/-]+$/.test(path));
    return paths.map((path) => manifestOf(each).name + path.slice(1));
  });
}

/** Bundles a module from the tarballs. The syntax stays as it is, and Node built-ins are errors. */
async function browserBundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'esnext',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
