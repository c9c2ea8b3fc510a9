// Tries mutants by the tests that have to notice them: those of the package itself and the vectors. All of them are
// bundled with the sources and loaded once, since loading takes far longer than the few tests that reach one mutant.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const packageName = process.env.KUBESEM_PACKAGE;
const outfile = resolve('packages/conformance/dist/mutation.mjs');

/** A property that fails is shrunk first, and a mebibyte takes long in sources that are full of switches. */
const slow = /(properties|hostile)\.test\.ts$/;
/** Time that does not pass by itself, which only Vitest has; and the command as it is built. */
const unfit = ['real-clock.test.ts', 'process.test.ts'];

async function bundleTests() {
  const folder = resolve(`packages/${packageName}/test`);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && !unfit.includes(name) && !slow.test(name))
    .map((name) => resolve(folder, name));
  files.push(resolve('packages/conformance/test/vectors.test.ts'));
  const imports = files.map((file) => `import ${JSON.stringify(file)};`);
  await build({
    stdin: { contents: `${imports.join('\n')}\nexport { tests } from 'vitest';`, resolveDir: '.' },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // The tests are imported for their effects.
    ignoreAnnotations: true,
    alias: { vitest: fileURLToPath(new URL('suite.mjs', import.meta.url)) },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [sources],
    logLevel: 'error',
  });
}

/** The packages by their sources, and in each file its own address. */
const sources = {
  name: 'sources',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@kubesem\// }, ({ path }) => {
      return { path: resolve('packages', path.slice('@kubesem/'.length), 'src', 'index.ts') };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      return {
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url),
        loader: 'ts',
      };
    });
  },
};

let loads = 0;

/** The tests over sources that are loaded anew, as a mutant in a constant wants it. */
async function load() {
  const { tests } = await import(`${pathToFileURL(outfile).href}?${loads++}`);
  return tests;
}

class Runner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    globalThis.__stryker__ = {};
    await bundleTests();
  }

  async dryRun() {
    const stryker = globalThis.__stryker__;
    this.tests = await load();
    const results = [];
    for (const { id, run } of this.tests) {
      stryker.currentTestId = id;
      const start = performance.now();
      const failureMessage = await failureOf(run);
      results.push({
        id,
        name: id,
        timeSpentMs: performance.now() - start,
        ...(failureMessage === undefined ? { status: 0 } : { status: 1, failureMessage }),
      });
    }
    stryker.currentTestId = undefined;
    // A constant is asked for by tests that run code of the package. The quick ones go first.
    const { perTest } = stryker.mutantCoverage;
    const covering = results.filter(({ id }) => Object.hasOwn(perTest, id));
    covering.sort((a, b) => a.timeSpentMs - b.timeSpentMs);
    this.covering = covering.map(({ id }) => id);
    return { status: 'complete', tests: results, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, testFilter }) {
    const stryker = globalThis.__stryker__;
    stryker.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    let tests;
    try {
      tests = mutantActivation === 'static' ? await load() : (this.tests ??= await load());
    } catch (error) {
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    }
    stryker.activeMutant = activeMutant.id;
    const runs = new Map(tests.map(({ id, run }) => [id, run]));
    let nrOfTests = 0;
    for (const id of testFilter ?? this.covering ?? runs.keys()) {
      const run = runs.get(id);
      nrOfTests++;
      const failureMessage = await failureOf(run);
      if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'too many hits' };
      if (failureMessage !== undefined) {
        return { status: 'killed', killedBy: [id], failureMessage, nrOfTests };
      }
    }
    return { status: 'survived', nrOfTests };
  }
}

async function failureOf(run) {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'bundled', injectableClass: Runner }];
