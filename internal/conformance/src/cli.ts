import { Command } from 'commander';
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
import { mutate } from './mutate.js';
import { matching } from './operations.js';

const program = new Command('conformance').description(
  'Compares ours with the released Kubernetes code',
);

program
  .command('fuzz')
  .description('compares random cases until a difference, which is shrunk and ends with status 1')
  .option('--op <pattern>', 'operations, `*` stands for anything', '*')
  .option('--count <number>', 'cases for each operation', Number, 10_000)
  .option('--seed <number>', 'of the random cases', Number, 1)
  .option(
    '--time <seconds>',
    'at most so long for each operation',
    Number,
    Number.POSITIVE_INFINITY,
  )
  .option('--record', 'keep what was run for the document', false)
  .action(async ({ op, count, seed, time, record }) => {
    const limits = { count, seed, seconds: time };
    process.exitCode = await fuzzAll(matching(op), limits, record);
  });

program
  .command('generate')
  .description('writes the vectors anew')
  .option('--op <pattern>', 'operations, `*` stands for anything', '*')
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
  .description('prints what the vectors ask, one request a line, as the oracle reads it')
  .option('--op <pattern>', 'operations, `*` stands for anything', '*')
  .action(({ op }) => {
    for (const operation of matching(op)) {
      for (const vector of readVectors(operation).vectors) {
        process.stdout.write(`${requestLine(operation.name, vector.in)}\n`);
      }
    }
  });

program
  .command('docs')
  .description('writes docs/conformance.md out of the vectors and the recorded runs')
  .action(writeDocument);

program
  .command('mutate')
  .description(
    'breaks one package in small ways, one at a time, and counts the breaks that its tests notice',
  )
  .requiredOption('--package <name>', 'the package, such as quantity')
  .option('--concurrency <number>', 'so many at the same time', '1')
  .action(({ package: name, concurrency }) => {
    process.exitCode = mutate(name, concurrency);
  });

await program.parseAsync();

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
  let told = Date.now();
  return ({ op, cases, seconds }) => {
    if (Date.now() - told > 5000) {
      told = Date.now();
      process.stderr.write(`${op}: ${cases} cases in ${seconds} s\n`);
    }
  };
}

function summary({ op, seed, cases, refused, deviations, seconds, difference }: FuzzResult): void {
  const parts = Object.entries(deviations).map(([id, count]) => `${id} ${count}`);
  const found = difference === undefined ? 'no difference' : 'A DIFFERENCE';
  process.stdout.write(
    `${op}: ${found} in ${cases} cases, seed ${seed}, ${seconds} s; ${refused} refused; ${parts.join(', ')}\n`,
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
    const { differences } = compareCase(operation, candidate, answer);
    return differences.some(({ field }) => field === first?.field);
  });
  const answer = await ask(smallest);
  process.stdout.write(
    [
      `${operation.name} differs`,
      `  case   ${JSON.stringify(input)}`,
      `  shrunk ${JSON.stringify(smallest)}`,
      `  Kubernetes answered ${JSON.stringify(answer)}`,
      ...compareCase(operation, smallest, answer).differences.map(
        ({ field, theirs, ours }) => `  ${field}: Kubernetes ${theirs}, ours ${ours}`,
      ),
      '',
    ].join('\n'),
  );
}
