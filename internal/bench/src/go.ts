import { execFileSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';

// Not from a `vendor` beside the oracle, which is not of the released packages alone.
const environment = {
  ...process.env,
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
  GOFLAGS: '-mod=readonly',
};

/** The benchmarks of the Go side, compiled. */
export interface GoBenchmarks {
  /**
   * Runs some of them.
   *
   * @param pattern - as `-test.bench` takes it
   * @param benchtime - as `-test.benchtime` takes it
   * @param inputs - the folder of their inputs; the one of all inputs if absent
   * @returns the figures by name and unit, as in `Quantity/parse/small ns/item`
   */
  run(pattern: string, benchtime: string, inputs?: string): Map<string, number>;
  /** The version of Go. */
  readonly version: string;
  /** The version of the Kubernetes modules. */
  readonly modules: string;
}

/**
 * Compiles the benchmarks that stand beside the oracle, with its modules.
 *
 * @param module - the folder of a package in one of the oracle's modules
 * @param folder - where the inputs are, and where the program goes
 * @returns the benchmarks
 */
export function compileGo(module: string, folder: string): GoBenchmarks {
  const program = join(folder, `${basename(dirname(module))}-${basename(module)}.test`);
  const go = (...args: string[]) =>
    execFileSync('go', args, { cwd: module, env: environment, encoding: 'utf8' }).trim();
  go('test', '-c', '-o', program, '.');
  return {
    run(pattern, benchtime, inputs = folder) {
      const args = ['-test.run=^$', `-test.bench=${pattern}`, `-test.benchtime=${benchtime}`];
      const env = { ...environment, KUBESEM_BENCH: inputs };
      return parseGoOutput(execFileSync(program, args, { cwd: module, env, encoding: 'utf8' }));
    },
    version: go('env', 'GOVERSION'),
    modules: go('list', '-m', '-f', '{{.Version}}', 'k8s.io/apimachinery'),
  };
}

/**
 * Reads what `go test -bench` prints.
 *
 * @param output - lines such as `BenchmarkQuantity/parse/small-2   300   1012345 ns/op   101.2 ns/item`
 * @returns the figures by name, without `Benchmark` and the number of processors, and unit
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
