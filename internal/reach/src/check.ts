// Asks the helpers in the published npm packages of the tools, and compares with the recorded answers.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { type NpmPackage, outcome } from './tool.js';
import { TOOLS } from './tools.js';

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Downloads each package, asks its helpers again, and returns whether all answers are as recorded. */
export async function checkPublished(): Promise<boolean> {
  let wrong = 0;
  for (const tool of TOOLS) {
    if (!tool.npm) {
      continue;
    }
    const functions = await load(tool.npm, tool.version);
    const helpers = tool.helpers.filter((helper) => !helper.isUnpublished);
    const answers = helpers.flatMap(({ changed, kept }) => [
      ...changed.map(({ function: name, args, tool: expected }) => ({ name, args, expected })),
      ...kept.map(({ function: name, args, kubesem: expected }) => ({ name, args, expected })),
    ]);
    for (const { name, args, expected } of answers) {
      const actual = outcome(() => functions[name]?.(...args));
      if (!isDeepStrictEqual(actual, expected)) {
        wrong++;
        console.error(`${tool.npm.name}: ${name}`, args, 'returns', actual, 'not', expected);
      }
    }
    console.log(`${tool.npm.name} ${tool.version}: ${answers.length} answers compared`);
  }
  return wrong === 0;
}

/** Unpacks a package into a temporary folder and imports one file of it. */
async function load({ name, file, uses = [] }: NpmPackage, version: string): Promise<Functions> {
  const folder = mkdtempSync(join(tmpdir(), 'reach-'));
  const npm = (...args: string[]): string =>
    execFileSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  try {
    const [{ filename }] = JSON.parse(
      npm('pack', '--json', '--loglevel=error', `${name}@${version}`),
    );
    execFileSync('tar', ['xzf', filename], { cwd: folder });
    if (uses.length > 0) {
      npm('install', '--ignore-scripts', '--no-audit', '--loglevel=error', '--prefix=.', ...uses);
    }
    const outfile = join(folder, 'bundle.cjs');
    await build({
      entryPoints: [join(folder, 'package', file)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      plugins: [withoutDependencies],
      logLevel: 'error',
    });
    return createRequire(outfile)(outfile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Other code in the same file imports packages that are not installed. They become dummies. */
const withoutDependencies: Plugin = {
  name: 'without-dependencies',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === 'asked' || kind === 'entry-point') {
        return undefined;
      }
      const found = await build.resolve(path, { kind, resolveDir, pluginData: 'asked' });
      return found.errors.length === 0 ? found : { path, namespace: 'dummy' };
    });
    build.onLoad({ filter: /./, namespace: 'dummy' }, () => ({
      contents: `const dummy = new Proxy(function () {}, {
        get: (target, key) => key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : dummy,
        apply: () => dummy,
        construct: () => ({}),
      });
      module.exports = dummy;`,
    }));
  },
};
