import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ApfSimulateFlags, apfSimulateCommand } from './apf-simulate-command.js';
import type { Terminal } from './terminal.js';

const SIMULATE_EXAMPLES = `
Examples:
  kubesem apf simulate examples/apf-scenario.yaml
                                      who waits, and who is rejected
  kubesem apf simulate scenario.yaml -f apf.yaml --compare change.yaml
                                      would the change starve the controllers?
  kubesem apf simulate --audit-log audit.log -f apf.yaml --compare change.yaml
                                      the same with requests that really came
  kubesem apf simulate scenario.yaml --chart workload-low
                                      seats and waits of one level over time

A scenario says who sends which requests, how many, and how long each executes;
times are in seconds:
  durationSeconds: 300
  flows:
    - name: operator
      request:
        url: /api/v1/pods?limit=500
        user: { name: 'system:serviceaccount:ops:operator' }
      arrival: { process: poisson, perSecond: 20 }
      durationSeconds: { distribution: exponential, meanSeconds: 0.02 }
The README of @kubesem/apf has all that may stand there. An audit log has an
event of audit.k8s.io/v1 a line; watches and others that run for long are left
out.

With --compare both configurations meet the same requests: the second one has
the objects that change, beside or instead of those of -f. The same seed gives
the same result.

Exit status: 0 if all is well, 1 if a file is broken, 2 if the command line is
wrong.`;

/**
 * Describes `kubesem apf simulate`.
 *
 * @param command - with the options that all commands about a configuration have
 * @param terminal - where the command reads from and writes to
 * @param finish - takes the exit status
 */
export function describeSimulate(
  command: Command,
  terminal: Terminal,
  finish: (status: number) => void,
): void {
  command
    .description('simulate a server: who waits for how long, and who is rejected')
    .argument('[SCENARIO]', 'a file with YAML or JSON, or - for standard input')
    .option(
      '--audit-log <FILE>',
      'let the requests of an audit log come, or of - for standard input',
    )
    .addOption(
      new Option(
        '--compare <PATH>',
        'objects that change, to compare with; may be repeated',
      ).argParser((path: string, paths: readonly string[] = []) => [...paths, path]),
    )
    .option('--seed <N>', 'decides about all that is random', seed)
    .option('--duration <TIME>', 'how long, as in 90s, 10m or 1h', seconds)
    .option('--chart <LEVEL>', 'draw this priority level; on a terminal, the busiest one is drawn')
    .addHelpText('after', SIMULATE_EXAMPLES)
    .action(async (scenario: string | undefined, flags: ApfSimulateFlags, itself: Command) => {
      const { auditLog, filename = [], compare = [] } = flags;
      const refuse = (message: string) => itself.error(`error: ${message}`);
      if (scenario === undefined && auditLog === undefined) {
        refuse('expected a SCENARIO or --audit-log');
      }
      const inputs = [scenario, auditLog, ...filename, ...compare];
      if (inputs.filter((path) => path === '-').length > 1) {
        refuse('expected one thing on standard input');
      }
      const isGiven = itself.getOptionValueSource('serverConcurrency') === 'cli';
      finish(await apfSimulateCommand(scenario, flags, isGiven, terminal));
    });
}

function seed(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value > 0xffff_ffff) {
    throw new InvalidArgumentError('Expected a whole number from 0 to 4294967295.');
  }
  return value;
}

function seconds(text: string): number {
  const match = /^(?:(\d{1,6})h)?(?:(\d{1,8})m)?(?:(\d{1,8}(?:\.\d{1,9})?)s?)?$/.exec(text);
  const [, hours = '0', minutes = '0', rest = '0'] = match ?? [];
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  if (match === null || !(value > 0 && value <= 1e7)) {
    throw new InvalidArgumentError('Expected a time of at most 10000000 s, as in 90s, 10m or 1h.');
  }
  return value;
}
