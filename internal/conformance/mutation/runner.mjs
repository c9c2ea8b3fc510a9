// A test runner for Stryker: runs the tests of one package and the vectors on each mutant. The tests are bundled with the
// sources and loaded once, because loading takes far longer than the few tests that reach one mutant.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const packageName = process.env.KUBESEM_PACKAGE;
const outfile = resolve(`internal/conformance/dist/mutation-${packageName}.mjs`);
/** For each test the files of the package that it reaches. */
const reachesFile = resolve(`internal/conformance/dist/mutation-${packageName}.json`);

/** Too slow here: a failing property is shrunk first, and large inputs take long in instrumented sources. */
const SLOW = /(properties|hostile|soak)\.test\.ts$/;
/** These need the fake timers of Vitest, or the built command. */
const UNSUITABLE = ['real-clock.test.ts', 'process.test.ts'];
/** Mutants that would start after this time are not tested. */
const DEADLINE = Number(process.env.KUBESEM_DEADLINE ?? Number.POSITIVE_INFINITY);

async function bundleTests(sources) {
  const folder = resolve(`packages/${packageName}/test`);
  const own = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !SLOW.test(name))
    .filter((name) => !UNSUITABLE.includes(basename(name)))
    .map((name) => `import ${JSON.stringify(resolve(folder, name))}; import 'mark:${name}';`);
  const vectors = resolve('internal/conformance/test/vectors.test.ts');
  await build({
    stdin: {
      contents: `${own.join('\n')}
        import ${JSON.stringify(vectors)};
        export { marks, tests } from 'vitest';`,
      resolveDir: '.',
    },
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
    plugins: [{ name: 'sources', setup: (hooks) => sources.setup(hooks) }],
    logLevel: 'error',
  });
}

/** Resolves packages to their sources, and gives each file its own `import.meta.url`. */
class Sources {
  /** The file of each mutant, and the imports of each file. */
  fileOf = new Map();
  importsOf = new Map();

  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^@kubesem\// }, ({ path }) => {
      return { path: resolve('packages', path.slice('@kubesem/'.length), 'src', 'index.ts') };
    });
    onResolve({ filter: /^mark:/ }, ({ path }) => ({ path, namespace: 'mark' }));
    onLoad({ filter: /./, namespace: 'mark' }, () => {
      return { contents: "import { mark } from 'vitest'; mark();", resolveDir: '.' };
    });
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      for (const [, id] of contents.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)) {
        this.fileOf.set(id, path);
      }
      const imports = [...contents.matchAll(/from '(\.[^']*)\.js'/g)];
      this.importsOf.set(
        path,
        imports.map(([, to]) => `${resolve(path, '..', to)}.ts`),
      );
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: contents.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  }

  /** The files of the mutants that were reached. */
  filesOf(hits) {
    return new Set(Object.keys(hits).map((mutant) => this.fileOf.get(mutant)));
  }

  /** For each test file the files of the package that it reaches while it loads. */
  filesByLoading(marks) {
    return marks.map(({ hits }, index) => {
      const before = marks[index - 1]?.hits ?? {};
      const own = Object.entries(hits).filter(([mutant, count]) => count !== before[mutant]);
      return this.filesOf(Object.fromEntries(own));
    });
  }

  /** The file of a mutant and the files that import it: where a constant can have an effect. */
  filesAround(id) {
    const file = this.fileOf.get(id);
    const importing = [...this.importsOf].filter(([, imports]) => imports.includes(file));
    return new Set([file, ...importing.map(([path]) => path)]);
  }
}

let loads = 0;

/** Loads the bundle again, as a mutant in a constant requires. */
const load = () => import(`${pathToFileURL(outfile).href}?${loads++}`);

class Runner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    globalThis.__stryker__ = {};
    this.sources = new Sources();
    await bundleTests(this.sources);
  }

  async dryRun() {
    const stryker = globalThis.__stryker__;
    const { marks, tests } = await load();
    this.tests = tests;
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
    const loading = this.sources.filesByLoading(marks);
    const reaches = results.map(({ id, timeSpentMs }, index) => {
      const own = marks.findIndex(({ count }) => index < count);
      const files = this.sources.filesOf(stryker.mutantCoverage.perTest[id] ?? {});
      // Vectors of this package may depend on constants only.
      const isOwn = own >= 0 || id.includes(` ${packageName}.`);
      return { id, timeSpentMs, files: [...files, ...(loading[own] ?? [])], isOwn };
    });
    // Quick tests first. After a timeout another process continues and reads this file.
    reaches.sort((a, b) => a.timeSpentMs - b.timeSpentMs);
    writeFileSync(reachesFile, JSON.stringify(reaches));
    return { status: 'complete', tests: results, mutantCoverage: stryker.mutantCoverage };
  }

  /**
   * The tests that may detect a mutant, quick ones first. Stryker does not know them for a constant: they are the tests that
   * reach code near it, or no code at all because they only read constants.
   */
  testsOf(id, testFilter) {
    this.reaches ??= JSON.parse(readFileSync(reachesFile, 'utf8'));
    const chosen = testFilter && new Set(testFilter);
    const around = this.sources.filesAround(id);
    return this.reaches.filter(({ id: test, files, isOwn }) => {
      if (chosen) {
        return chosen.has(test);
      }
      return files.length === 0 ? isOwn : files.some((file) => around.has(file));
    });
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, testFilter }) {
    if (Date.now() > DEADLINE) {
      return { status: 'error', errorMessage: 'not tested because of the time limit' };
    }
    const stryker = globalThis.__stryker__;
    const isConstant = mutantActivation === 'static';
    stryker.activeMutant = isConstant ? activeMutant.id : undefined;
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    let tests;
    try {
      tests = isConstant ? (await load()).tests : (this.tests ??= (await load()).tests);
    } catch (error) {
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    }
    stryker.activeMutant = activeMutant.id;
    const runs = new Map(tests.map(({ id, run }) => [id, run]));
    let nrOfTests = 0;
    for (const { id } of this.testsOf(activeMutant.id, testFilter)) {
      const run = runs.get(id);
      nrOfTests++;
      const failureMessage = await failureOf(run);
      if (stryker.hitCount > hitLimit) {
        return { status: 'timeout', reason: 'too many hits' };
      }
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
