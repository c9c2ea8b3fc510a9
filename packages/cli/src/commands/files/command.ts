import { type ContainerFilesReport, podFiles } from '@kubesem/inspect/internal';
import { tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { ENV_RESOURCES } from '../../io/cluster/resources.js';
import type { Terminal } from '../../io/terminal.js';
import { nonEmpty } from '../../options.js';
import { visibleLines } from '../../output/text.js';
import {
  answerOnTarget,
  ownerOptions,
  renderContainers,
  TARGET_ARGUMENTS,
  TARGET_FLAGS,
  targetIdentity,
} from '../../shared/target.js';
import { COLUMNS, explained, fileLines, UPDATE_SECONDS, verdictOn } from './render.js';

const EXAMPLES = `
Examples:
  kubectl get all,cm,secrets -n shop -o json > dump.json
  kubesem files web-0 -f dump.json     The files of each container
  kubesem files deploy/web -c app -f dump.json --explain
                                       Where each file comes from, and why it
                                       does or does not follow changes
  kubesem files deploy/web -f dump.json --cat /etc/web/web.conf
                                       The content of a file

The files come from ConfigMaps, Secrets, projected volumes and the downward
API. The files of the image and of other volumes are not known. UPDATES is when
a running container sees a change of the source, with the kubelet's defaults.

--cat writes a file to a pipe or another file as it is. On a terminal, it
escapes control characters and rejects a file that is not text.

If a container cannot be created, the files of its other volumes are shown.

In every format, data of Secrets is shown as a marker, such as
<Secret db key password>, unless you pass --show-secrets. Sizes are the sizes of
the data, even for Secrets. The content of a mount whose subPathExpr contains
such data is not shown without the flag.

Exit status: 0 if all containers can be created, 1 if not, or if a file cannot
be read or lacks the object, 2 if the command line is wrong.`;

/** `kubesem files`. */
export const files: AddCommand = command({
  name: 'files',
  summary: 'Show the files that volumes add to containers, and where they come from',
  help: EXAMPLES,
  arguments: TARGET_ARGUMENTS,
  flags: {
    ...TARGET_FLAGS,
    ...flags.table('name'),
    explain: flags.boolean(
      '--explain',
      'Show what each file hides, and why it does or does not update',
      { lostIn: ['name', 'csv'] },
    ),
    cat: flags.value('--cat <FILEPATH>', 'Print the content of one file of a container', nonEmpty),
    showSecrets: flags.boolean('--show-secrets', 'Show data of Secrets'),
  },
  columns: COLUMNS,
  reads: ({ namespace, cat, output, explain }) => {
    if (cat !== undefined && (output !== 'table' || explain)) {
      throw new UsageError('--cat prints only the file; omit -o and --explain');
    }
    return { resources: ENV_RESOURCES, only: namespace };
  },
  answer: ({ explain, cat, showSecrets, ...asked }, terminal) =>
    answerOnTarget(
      asked,
      terminal,
      ({ pod, object }, sources) =>
        podFiles(pod, sources, {
          ...ownerOptions(object),
          ...{ container: asked.container, showSecrets },
        }),
      (containers, object) =>
        cat === undefined
          ? {
              table: tableOf(COLUMNS, containers.flatMap(fileLines)),
              text: (layout) =>
                renderContainers(
                  object,
                  containers,
                  {
                    ...{ verdictOn, columns: COLUMNS, rowsOf: fileLines },
                    explain: explain ? explained : undefined,
                  },
                  layout,
                ),
              names: () => new Set(containers.flatMap((one) => one.files.map(({ path }) => path))),
              model: () => ({
                object: targetIdentity(object),
                updateSeconds: UPDATE_SECONDS,
                containers,
              }),
            }
          : {
              errors: containers.length === 0 ? [] : print(cat, containers, showSecrets, terminal),
            },
    ),
});

/** Prints a file; returns why it cannot be printed. */
function print(
  path: string,
  containers: readonly ContainerFilesReport[],
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
