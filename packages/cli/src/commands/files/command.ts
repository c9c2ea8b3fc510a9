import { appendAll } from '@kubesem/core';
import type { Command } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
  usageError,
} from '../../context.js';
import { ENV_RESOURCES } from '../../io/cluster/resources.js';
import type { Input } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { nonEmpty, withColumns, withTable } from '../../options.js';
import { hasErrors, writeErrors, writeProblems } from '../../output/problems.js';
import { objectTitle, visibleLines } from '../../output/text.js';
import { type OutputFlags, writeResult } from '../../output/write.js';
import { type Target, withTarget } from '../../shared/target.js';
import { readTarget, requireFindings } from '../env/read.js';
import { containerTitle } from '../env/render.js';
import { type ContainerFilesModel, filesModel } from './model.js';
import { failureText, filesTable, renderFiles } from './render.js';

/** The flags of `kubesem files`. */
interface FilesFlags extends OutputFlags, InputFlags {
  readonly container?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly cat?: string | undefined;
  readonly showSecrets?: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get all,cm,secrets -n shop -o json > dump.json
  kubesem files web-0 -f dump.json     The files of each container
  kubesem files deploy/web -c app -f dump.json --explain
                                       Where each file comes from, and why it
                                       does or does not follow changes
  kubesem files deploy/web -f dump.json --cat /etc/web/web.conf
                                       The content of a file

The files are those of ConfigMaps, Secrets, projected volumes and the downward
API. The files of the image and of other volumes are not known. UPDATES is when
a running container sees a change of the source, with the kubelet's defaults.

--cat writes a file to a pipe or another file as it is. On a terminal, it
escapes control characters and rejects a file that is not text.

If a container cannot be created, the files of its other volumes are shown.

In every format, data of Secrets is shown as a marker, such as
<Secret db key password>, unless you pass --show-secrets. Sizes are those of the
data, also of Secrets. The content of a mount whose subPathExpr contains such
data is not shown without the flag.

Exit status: 0 if all containers can be created, 1 if not, or if a file cannot
be read or lacks the object, 2 if the command line is wrong.`;

/** Adds `kubesem files`. */
export function addFiles(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withTarget(program.command('files')), 'name'),
    ...['container', 'path', 'mode', 'bytes', 'from', 'updates'],
  )
    .description('Show the files that volumes add to containers, and where they come from')
    .option('--explain', 'Show what each file hides, and why it does or does not update')
    .option('--cat <FILEPATH>', 'Print the content of one file of a container', nonEmpty)
    .option('--show-secrets', 'Show data of Secrets')
    .addHelpText('after', EXAMPLES)
    .action(async (target: Target, paths: string[], flags: FilesFlags, command: Command) => {
      if (flags.cat !== undefined && (flags.output !== 'table' || flags.explain)) {
        usageError(command, '--cat prints only the file; omit -o and --explain');
      }
      const input = selectingInputOf(paths, flags, ENV_RESOURCES, flags.namespace);
      requireInput(input, command, terminal);
      finish(await files(input, target, flags, terminal));
    });
}

async function files(
  input: Input,
  target: Target,
  flags: FilesFlags,
  terminal: Terminal,
): Promise<number> {
  const { container: only, explain = false, showSecrets = false, cat } = flags;
  const read = await readTarget(input, target, flags.namespace, terminal);
  const { found, sources, problems } = read;
  writeProblems(problems, terminal);
  writeErrors(read.errors, terminal);
  if (found === undefined) {
    return FAILED;
  }
  const { model, errors } = filesModel(found, sources, only, showSecrets);
  const { containers } = model;
  const causes = containers.flatMap(({ failure }) => failure?.causes ?? []);
  requireFindings(
    causes.map(({ code }) => code),
    terminal,
  );
  const failures = containers.flatMap((container) =>
    container.failure === undefined
      ? []
      : [`${containerTitle(container)}: ${failureText(container.failure)}`],
  );
  const all = [...failures, ...errors];
  if (cat === undefined) {
    writeResult(flags, terminal, {
      text: (layout) => renderFiles(model, explain, layout),
      table: () => filesTable(model),
      names: () => [...new Set(containers.flatMap((one) => one.files.map(({ path }) => path)))],
      model: () => model,
    });
  } else if (containers.length > 0) {
    appendAll(all, print(cat, containers, showSecrets, terminal));
  }
  writeErrors(
    all.map((message) => `${objectTitle(model.object)}: ${message}`),
    terminal,
  );
  return all.length + read.errors.length > 0 || hasErrors(problems) ? FAILED : OK;
}

/** Prints a file; returns why it cannot be printed. */
function print(
  path: string,
  containers: readonly ContainerFilesModel[],
  showSecrets: boolean,
  { stdout }: Terminal,
): string[] {
  const found = containers.flatMap(({ name, files: all }) =>
    all.filter((file) => file.path === path).map((file) => ({ name, ...file })),
  );
  const [file] = found;
  if (file === undefined) {
    return [`no file ${path}`];
  }
  if (found.some(({ content, base64 }) => content !== file.content || base64 !== file.base64)) {
    const names = found.map(({ name }) => name).join(', ');
    return [`${path} differs between the containers ${names}; pass -c`];
  }
  if (file.content === undefined) {
    return [`only the node knows the content of ${path}`];
  }
  if (file.base64 !== undefined) {
    if (stdout.isTerminal) {
      return [`${path} is not text; redirect the output to a file or a pipe`];
    }
    stdout.write(Buffer.from(file.base64, 'base64'));
    return [];
  }
  // A pipe gets the file as it is.
  const text = file.isSecret && !showSecrets ? `${file.content}\n` : file.content;
  stdout.write(stdout.isTerminal ? visibleLines(text) : text);
  return [];
}
