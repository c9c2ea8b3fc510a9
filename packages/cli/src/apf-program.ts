import { type Command, Option } from 'commander';
import { type ApfClassifyFlags, apfClassifyCommand } from './apf-classify-command.js';
import { type ApfExplainFlags, apfExplainCommand } from './apf-explain-command.js';
import { type ApfLevelsFlags, apfLevelsCommand } from './apf-levels-command.js';
import { describeSimulate } from './apf-simulate-program.js';
import { type ApfTableFlags, apfTableCommand } from './apf-table-command.js';
import { positiveInteger } from './option-values.js';
import type { Terminal } from './terminal.js';

const APF_EXAMPLES = `
Examples:
  kubesem apf classify --user jane GET '/api/v1/namespaces/prod/pods?limit=500'
                                      which flow schema and level a request hits
  kubesem apf classify -f apf.yaml --audit-log audit.log
                                      how many of the requests of a server hit which
  kubesem apf explain -f apf.yaml --user jane GET /api/v1/pods
                                      why each schema matches or not
  kubesem apf levels -f apf.yaml      who has how many seats and queues
  kubesem apf table                   how likely flows shut another one out
  kubesem apf simulate scenario.yaml  who waits for how long, and who is rejected

PriorityLevelConfigurations and FlowSchemas are read from manifests, or from a dump:
  kubectl get prioritylevelconfigurations,flowschemas -o yaml > apf.yaml
Those that a server creates stand beside them, unless the files have them.

Users are in the groups that --group names and, as for kubectl --as, in those that
the API server adds to all.

Exit status: 0 if all is well, 1 if an object, a request or a file is broken, 2 if
the command line is wrong.`;

/**
 * Adds `kubesem apf` with its commands.
 *
 * @param program - to add it to
 * @param terminal - where the commands read from and write to
 * @param finish - takes the exit status
 */
export function addApf(program: Command, terminal: Terminal, finish: Finish): void {
  const apf = program
    .command('apf')
    .description('tell how API Priority and Fairness treats requests, and why')
    .addHelpText('after', APF_EXAMPLES);
  addClassify(apf, terminal, finish);
  addExplain(apf, terminal, finish);
  addLevels(apf, terminal, finish);
  addTable(apf, terminal, finish);
  describeSimulate(withConfiguration(apf.command('simulate')), terminal, finish);
}

type Finish = (status: number) => void;

const CLASSIFY_EXAMPLES = `
Examples:
  kubesem apf classify --user jane --group devs GET /api/v1/pods
  kubesem apf classify --user jane --objects 5000 --object-bytes 4000 GET /api/v1/pods
  kubesem apf classify -f apf.yaml --requests requests.txt
  kubesem apf classify -f apf.yaml --audit-log audit.log -o json

Requests stand on lines of their own, with the user and its groups behind them where
they are others than those of the command line:
  GET /api/v1/namespaces/prod/pods?limit=500
  POST /api/v1/namespaces system:serviceaccount:ci:runner
  DELETE /apis/apps/v1/deployments jane devs,ops

A list is taken for one seat, unless it is known how many objects there are.`;

function addClassify(apf: Command, terminal: Terminal, finish: Finish): void {
  withUser(withConfiguration(apf.command('classify')))
    .description('tell which flow schema and priority level requests hit, and their seats')
    .argument('[METHOD]', 'such as GET')
    .argument('[URL]', 'the path with its query; without it, requests are read from standard input')
    .option('--requests <FILE>', 'a file with requests, or - for standard input')
    .addOption(
      new Option(
        '--audit-log <FILE>',
        'count the requests of an audit log, or of - for standard input',
      ).conflicts('requests'),
    )
    .addOption(number('--objects <N>', 'how many objects of the resource there are'))
    .addOption(number('--object-bytes <N>', 'how large they are on the average'))
    .addOption(number('--watches <N>', 'how many watches see a write'))
    .addHelpText('after', CLASSIFY_EXAMPLES)
    .action(
      async (
        method: string | undefined,
        url: string | undefined,
        flags: ApfClassifyFlags,
        command: Command,
      ) => {
        refuseWrongRequests(method, url, flags, command, terminal);
        finish(await apfClassifyCommand(method, url, flags, terminal));
      },
    );
}

function refuseWrongRequests(
  method: string | undefined,
  url: string | undefined,
  { requests, auditLog, filename = [], user }: ApfClassifyFlags,
  command: Command,
  { stdin }: Terminal,
): void {
  const refuse = (message: string) => command.error(`error: ${message}`);
  if (method !== undefined && url === undefined) {
    refuse("expected a method and a URL, as in 'GET /api/v1/pods'");
  }
  const file = auditLog ?? requests;
  if (method !== undefined && file !== undefined) {
    refuse('expected a request or a file with requests, not both');
  }
  if (method !== undefined && user === undefined) {
    refuse('expected --user, who asks');
  }
  if (method === undefined && file === undefined && stdin.isTTY) {
    refuse('expected a METHOD and a URL, or requests on standard input');
  }
  if (method === undefined && (file ?? '-') === '-' && filename.includes('-')) {
    refuse('expected requests or manifests on standard input, not both');
  }
}

function addExplain(apf: Command, terminal: Terminal, finish: Finish): void {
  withUser(withConfiguration(apf.command('explain')))
    .description('tell for every flow schema, in their order, why a request matches it or not')
    .argument('<METHOD>', 'such as GET')
    .argument('<URL>', 'the path with its query')
    .addHelpText(
      'after',
      `
Examples:
  kubesem apf explain --user jane GET /api/v1/namespaces/prod/pods
  kubesem apf explain -f apf.yaml --user system:node:worker-1 --group system:nodes PATCH /api/v1/nodes/worker-1/status
  kubectl get flowschemas -o json | kubesem apf explain -f - --user jane GET /healthz`,
    )
    .action(async (method: string, url: string, flags: ApfExplainFlags, command: Command) => {
      if (flags.user === undefined) {
        command.error('error: expected --user, who asks');
      }
      finish(await apfExplainCommand(method, url, flags, terminal));
    });
}

function addLevels(apf: Command, terminal: Terminal, finish: Finish): void {
  withConfiguration(apf.command('levels'))
    .description(
      'show priority levels, their seats and queues, and the flow schemas that lead to them',
    )
    .option('--maintenance', 'show what the server does with its own objects, once a minute')
    .addHelpText(
      'after',
      `
Examples:
  kubesem apf levels                             as Kubernetes has it
  kubesem apf levels -f apf.yaml --server-concurrency 3000
  kubesem apf levels -f apf.yaml --maintenance   what the server would change

SEATS is the share of the server's seats, MIN what is left of it when others borrow all
that the level lends, MAX what it has when it borrows all that it may. Objects with a *
are missing, and imagined by the server.`,
    )
    .action(async (flags: ApfLevelsFlags) => {
      finish(await apfLevelsCommand(flags, terminal));
    });
}

function addTable(apf: Command, terminal: Terminal, finish: Finish): void {
  apf
    .command('table')
    .description('print how likely it is that elephants leave a mouse no queue of its own')
    .addOption(output())
    .addOption(numbers('--hand-size <N>', 'queues to a flow; may be repeated'))
    .addOption(numbers('--queues <N>', 'queues of the priority level; may be repeated'))
    .addOption(numbers('--elephants <N>', 'flows that fill their queues; may be repeated'))
    .addHelpText(
      'after',
      `
Examples:
  kubesem apf table                                    the table of the documentation
  kubesem apf table --hand-size 6 --queues 128 --queues 256 --elephants 8

Without sizes it is the table of the documentation; of one size alone the other is what
the API server fills in: hands of 8, 64 queues.`,
    )
    .action((flags: ApfTableFlags) => {
      finish(apfTableCommand(flags, terminal));
    });
}

/** The options of all commands that take a configuration. */
export function withConfiguration(command: Command): Command {
  return command
    .addOption(
      new Option(
        '-f, --filename <PATH>',
        'priority levels and flow schemas: file, folder, or - for standard input; may be repeated',
      ).argParser((path: string, paths: readonly string[] = []) => [...paths, path]),
    )
    .option('--files-only', 'leave out the objects that the server would create')
    .addOption(number('--server-concurrency <N>', 'the seats of the server').default(600))
    .addOption(output());
}

function withUser(command: Command): Command {
  return command
    .option('--user <NAME>', 'who asks, such as system:serviceaccount:ci:runner')
    .addOption(
      new Option('--group <NAME>', 'a group of the user; may be repeated').argParser(
        (name: string, names: readonly string[] = []) => [...names, name],
      ),
    );
}

function number(flags: string, description: string): Option {
  return new Option(flags, description).argParser(positiveInteger);
}

function output(): Option {
  return new Option('-o, --output <FORMAT>', 'how to print')
    .choices(['table', 'json', 'yaml'])
    .default('table');
}

function numbers(flags: string, description: string): Option {
  return new Option(flags, description).argParser(
    (text: string, before: readonly number[] = []) => [...before, positiveInteger(text)],
  );
}
