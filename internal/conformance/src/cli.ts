import { Command, InvalidArgumentError } from 'commander';
import { generateKinds } from './core/generate-kinds.js';
import { generateTypes } from './core/generate-types.js';
import { writeDocument } from './document.js';
import {
  compareCase,
  type DifferingCase,
  type FuzzLimits,
  type FuzzResult,
  fuzz,
  requestLine,
} from './harness/fuzz.js';
import type { Json } from './harness/json.js';
import type { Answer, Operation } from './harness/operation.js';
import { Oracle, oracleRelease, type Program } from './harness/oracle.js';
import { recordRun } from './harness/runs.js';
import { shrink } from './harness/shrink.js';
import { readVectors, writeVectors } from './harness/vectors.js';
import { matching } from './operations.js';
import { upstream } from './upstream/upstream.js';

const program = new Command('conformance').description(
  'Compare kubesem with the released Kubernetes code',
);

program
  .command('fuzz')
  .description('Compare random cases; shrink the first difference and exit with status 1')
  .option('--op <pattern>', 'Operations, with * as a wildcard', '*')
  .option('--count <number>', 'Maximum of cases per operation', parseNumber, 10_000)
  .option('--seed <number>', 'Random seed', parseNumber, 1)
  .option('--time <seconds>', 'Time limit per operation', parseNumber, Number.POSITIVE_INFINITY)
  .option('--record', 'Record the runs for docs/conformance.md', false)
  .action(async ({ op, count, seed, time, record }) => {
    const limits = { count, seed, seconds: time };
    process.exitCode = await fuzzAll(matching(op), limits, record);
  });

program
  .command('generate')
  .description('Regenerate the vectors')
  .option('--op <pattern>', 'Operations, with * as a wildcard', '*')
  .action(async ({ op }) => {
    await withOracles(async (oracleFor) => {
      for (const operation of matching(op)) {
        const count = await writeVectors(operation, oracleFor(operation), oracleRelease());
        process.stdout.write(`${operation.name}: ${count} vectors\n`);
      }
    });
  });

program
  .command('requests')
  .description('Print the requests of the vectors, one per line, as the oracle reads them')
  .option('--op <pattern>', 'Operations, with * as a wildcard', '*')
  .action(({ op }) => {
    for (const operation of matching(op)) {
      for (const vector of readVectors(operation).vectors) {
        process.stdout.write(`${requestLine(operation.name, vector.in)}\n`);
      }
    }
  });

program
  .command('check')
  .description('Compare the vectors; print the first difference and exit with status 1')
  .option('--op <pattern>', 'Operations, with * as a wildcard', '*')
  .action(async ({ op }) => {
    for (const operation of matching(op)) {
      for (const { in: input, ...answer } of readVectors(operation).vectors) {
        const [first] = (await compareCase(operation, input, answer)).differences;
        if (first !== undefined) {
          process.stdout.write(
            `${operation.name} differs in ${first.field}: ${JSON.stringify(input)}\n`,
          );
          process.exitCode = 1;
          return;
        }
      }
    }
  });

program
  .command('kinds')
  .description('Write the tables of the built-in kinds of @kubesem/core')
  .action(generateKinds);

program
  .command('types')
  .description('Write the tables of the fields of built-in kinds of @kubesem/core')
  .action(generateTypes);

program
  .command('docs')
  .description('Write docs/conformance.md from the vectors and the recorded runs')
  .action(writeDocument);

program
  .command('upstream')
  .description('Run the unit tests of Kubernetes, and compare each call that they make')
  .option(
    '--package <patterns>',
    'Import paths of packages to test, separated by commas, with * as a wildcard',
    '*',
  )
  .option('--record', 'Record the counts for docs/conformance.md', false)
  .action(async (options) => {
    process.exitCode = await withOracles((oracleFor) => upstream(options, oracleFor));
  });

await program.parseAsync();

function parseNumber(text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number)) {
    throw new InvalidArgumentError('Expected a number.');
  }
  return number;
}

/** Starts each oracle program on first use, and ends all of them. */
async function withOracles<T>(
  action: (oracleFor: (operation: Operation) => Oracle) => Promise<T>,
): Promise<T> {
  const oracles = new Map<Program, Oracle>();
  try {
    return await action(({ program }) => {
      const oracle = oracles.get(program) ?? new Oracle(program);
      oracles.set(program, oracle);
      return oracle;
    });
  } finally {
    for (const oracle of oracles.values()) {
      oracle.close();
    }
  }
}

async function fuzzAll(
  operations: readonly Operation[],
  limits: FuzzLimits,
  record: boolean,
): Promise<number> {
  return withOracles(async (oracleFor) => {
    let status = 0;
    for (const operation of operations) {
      const oracle = oracleFor(operation);
      const result = await fuzz(operation, oracle, limits, progressReport());
      if (result.difference !== undefined) {
        status = 1;
        await report(operation, oracle, result.difference);
      } else if (record) {
        recordRun(oracleRelease(), result);
      }
      summary(result);
    }
    return status;
  });
}

/** Prints the progress of a run every five seconds. */
function progressReport(): (result: FuzzResult) => void {
  let reported = Date.now();
  return ({ op, cases, seconds }) => {
    if (Date.now() - reported > 5000) {
      reported = Date.now();
      process.stderr.write(`${op}: ${cases} cases in ${seconds} s\n`);
    }
  };
}

function summary({ op, seed, cases, refused, deviations, seconds, difference }: FuzzResult): void {
  const parts = Object.entries(deviations).map(([id, count]) => `${id} ${count}`);
  const found = difference === undefined ? 'no difference' : 'DIFFERENCE FOUND';
  process.stdout.write(
    `${op}: ${found} in ${cases} cases, seed ${seed}, ${seconds} s; ${refused} skipped; ${parts.join(', ') || 'no deviations'}\n`,
  );
}

/** Shrinks a differing case and prints it with both answers. */
async function report(
  operation: Operation,
  oracle: Oracle,
  { input, differences: [first] }: DifferingCase,
): Promise<void> {
  const ask = async (candidate: Json): Promise<Answer> => {
    const [line] = await oracle.ask([requestLine(operation.name, candidate)]);
    return JSON.parse(line as string) as Answer;
  };
  const smallest = await shrink(input, async (candidate) => {
    const answer = await ask(candidate);
    if (answer.fault !== undefined || answer.refused !== undefined) {
      return false;
    }
    // A difference in another field would be another bug, or an invalid case.
    const { differences } = await compareCase(operation, candidate, answer);
    return differences.some(({ field }) => field === first?.field);
  });
  const answer = await ask(smallest);
  const { differences } = await compareCase(operation, smallest, answer);
  process.stdout.write(
    [
      `${operation.name} differs`,
      `  case   ${JSON.stringify(input)}`,
      `    ${first?.field}: Kubernetes ${first?.theirs}, kubesem ${first?.ours}`,
      `  shrunk ${JSON.stringify(smallest)}`,
      `  Kubernetes answered ${JSON.stringify(answer)}`,
      ...differences.map(
        ({ field, theirs, ours }) => `  ${field}: Kubernetes ${theirs}, kubesem ${ours}`,
      ),
      '',
    ].join('\n'),
  );
}
