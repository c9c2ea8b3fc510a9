import { execFileSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';

/**
 * The released modules, or the copies in the `vendor` folder of the oracle: they also have files that Kubernetes does not
 * release, which export functions that are not exported.
 */
export type GoModules = 'readonly' | 'vendor';

const environmentOf = (modules: GoModules) => ({
  ...process.env,
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: `-mod=${modules}`,
});

/** Compiled Go benchmarks. */
export interface GoBenchmarks {
  /**
   * Runs some of them.
   *
   * @param pattern - as in `-test.bench`
   * @param benchtime - as in `-test.benchtime`
   * @param inputs - folder of their inputs, if not the folder of all inputs
   * @returns a function that returns a figure by name and unit, such as `Quantity/parse/small ns/item`
   */
  run(pattern: string, benchtime: string, inputs?: string): (name: string) => number;
  /** Go version. */
  readonly version: string;
  /** Version of the Kubernetes modules. */
  readonly modules: string;
}

/**
 * Compiles Go benchmarks with the modules of the oracle.
 *
 * @param module - folder of a Go package in a module of the oracle
 * @param folder - folder of the inputs; the program is also written there
 * @param modules - where the modules come from; `vendor` if the benchmarks need names that are not exported
 * @returns the benchmarks
 */
export function compileGo(
  module: string,
  folder: string,
  modules: GoModules = 'readonly',
): GoBenchmarks {
  const environment = environmentOf(modules);
  const program = join(folder, `${basename(dirname(module))}-${basename(module)}.test`);
  const go = (...args: string[]) =>
    execFileSync('go', args, { cwd: module, env: environment, encoding: 'utf8' }).trim();
  // As the oracle is built, so the packages that both need are compiled once.
  go('test', '-c', '-trimpath', '-o', program, '.');
  return {
    run(pattern, benchtime, inputs = folder) {
      const args = ['-test.run=^$', `-test.bench=${pattern}`, `-test.benchtime=${benchtime}`];
      const env = { ...environment, KUBESEM_BENCH: inputs };
      const output = execFileSync(program, args, { cwd: module, env, encoding: 'utf8' });
      const figures = parseGoOutput(output);
      return (name) => {
        const figure = figures.get(name);
        if (figure === undefined) {
          throw new Error(`${pattern} printed no figure ${name}:\n${output}`);
        }
        return figure;
      };
    },
    version: go('env', 'GOVERSION'),
    modules: go('list', '-m', '-f', '{{.Version}}', 'k8s.io/apimachinery'),
  };
}

/**
 * Parses the output of `go test -bench`.
 *
 * @param output - lines such as `BenchmarkQuantity/parse/small-2   300   1012345 ns/op   101.2 ns/item`
 * @returns the figures by name and unit; the name has no `Benchmark` and no number of processors
 */
export function parseGoOutput(output: string): Map<string, number> {
  const figures = new Map<string, number>();
  for (const line of output.split('\n')) {
    const [name = '', , ...pairs] = line.trim().split(/\s+/);
    if (!name.startsWith('Benchmark')) {
      continue;
    }
    const plain = name.slice('Benchmark'.length).replace(/-\d+$/, '');
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      figures.set(`${plain} ${pairs[i + 1]}`, Number(pairs[i]));
    }
  }
  return figures;
}
