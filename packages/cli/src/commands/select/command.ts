import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import {
  type CustomSelectableField,
  type FieldRequirement,
  type LabelRequirement,
  safeParseFieldSelector,
} from '@kubesem/selectors';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CommandContext,
  FAILED,
  type InputFlags,
  OK,
  requireInput,
  selectingInputOf,
  usageError,
} from '../../context.js';
import { selectResources } from '../../io/cluster/resources.js';
import { type Input, readManifests } from '../../io/objects.js';
import { attemptOn } from '../../io/placed.js';
import type { Terminal } from '../../io/terminal.js';
import {
  filenameOption,
  labelSelector,
  nonEmpty,
  onlyNamespaceOption,
  withColumns,
  withContext,
  withTable,
} from '../../options.js';
import { hasErrors, writeErrors, writeNotes, writeProblems } from '../../output/problems.js';
import { renderTable } from '../../output/table/render.js';
import { count, resourceName } from '../../output/text.js';
import { isText, type OutputFlags, writeResult } from '../../output/write.js';
import { CustomFields } from './fields.js';
import { type Selection, type SelectModel, selectModel } from './model.js';
import { selectTable } from './render.js';

/** The flags of `kubesem select`. */
interface SelectFlags extends OutputFlags, InputFlags {
  readonly fieldSelector?: readonly FieldRequirement[] | undefined;
  readonly kind?: string | undefined;
  readonly explain?: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubectl get all -A -o json > dump.json
  kubesem select app=web -f dump.json   The objects with this label
  kubesem select 'tier in (front,back),!canary' -f dump.json --kind Pod
  kubesem select app=web -f dump.json --explain
                                        Why each object is selected, or not
  kubesem select --field-selector spec.nodeName=node-1 -f dump.json
  kubesem select app=web --context prod -n shop
  kubesem select app=web -f dump.json -o name | xargs kubectl delete

SELECTOR is what kubectl accepts after -l. Objects without a label are selected
by != and notin. An empty selector ('') selects everything.

A field selector can read only a few fields, which depend on the kind. Objects
of kinds that do not have the field are skipped; with --kind, this is an error.
CustomResourceDefinitions in the input say which fields custom resources have.
--context reads the kinds that this command knows: workloads, Services, nodes,
ConfigMaps and others, but no Secrets without --kind Secret.
Objects are compared as they are in the files, without the defaults of the API
server.

Exit status: 0 if objects are selected, 1 if none is or a file cannot be read, 2
if the command line is wrong.`;

/** Adds `kubesem select`. */
export function addSelect(program: Command, { terminal, finish }: CommandContext): void {
  withColumns(
    withTable(withContext(program.command('select')), 'name'),
    ...['kind', 'namespace', 'name', 'selected', 'reason', 'location'],
  )
    .description('List the objects that a label or field selector selects, and why')
    .addArgument(
      new Argument('[SELECTOR]', 'Label selector, such as app=web').argParser(labelSelector),
    )
    .addOption(filenameOption('Objects'))
    .addOption(
      new Option(
        '--field-selector <SELECTOR>',
        'Only objects with these fields, such as status.phase=Running',
      ).argParser(fieldSelector),
    )
    .addOption(new Option('--kind <KIND>', 'Only objects of this kind').argParser(nonEmpty))
    .addOption(onlyNamespaceOption('objects'))
    .option('--explain', 'Show all objects, and why each is selected or not')
    .addHelpText('after', EXAMPLES)
    .action(
      async (
        labels: readonly LabelRequirement[] | undefined,
        flags: SelectFlags,
        command: Command,
      ) => {
        if (labels === undefined && flags.fieldSelector === undefined) {
          usageError(command, 'no selector; pass a label selector or --field-selector');
        }
        const { kind } = flags;
        const resources = selectResources(kind);
        const input = selectingInputOf([], flags, resources, flags.namespace);
        if (input.cluster !== undefined && resources.length === 0) {
          usageError(command, `--context cannot list ${kind}; pipe "kubectl get -o json" instead`);
        }
        requireInput(input, command, terminal);
        finish(await select(input, { labels, fields: flags.fieldSelector }, flags, terminal));
      },
    );
}

function fieldSelector(text: string): readonly FieldRequirement[] {
  const { value, error } = safeParseFieldSelector(text);
  if (value === undefined) {
    throw new InvalidArgumentError(`${error.message} (character ${(error.offset ?? 0) + 1}).`);
  }
  return value;
}

async function select(
  input: Input,
  selection: Selection,
  flags: SelectFlags,
  terminal: Terminal,
): Promise<number> {
  const { explain = false, output } = flags;
  const { models, problems, errors } = await readObjects(input, selection, flags, terminal);
  const selected = models.filter(({ matches }) => matches);
  const shown = explain ? models : selected;
  const rejected = flags.kind === undefined ? undefined : models.find(isRejected);
  const wide = output === 'wide';
  writeResult(flags, terminal, {
    text: (layout) =>
      shown.length === 0 ? '' : renderTable(selectTable(shown, { explain, wide }, layout), layout),
    table: (layout) => selectTable(shown, { explain, wide }, layout),
    names: () => selected.map(resourceName),
    model: () => ({ objects: shown, problems }),
  });
  writeNotes(isText(flags) ? notesOn(models, selected.length, rejected) : [], terminal);
  writeProblems(problems, terminal);
  writeErrors([...errors, ...(rejected ? [rejected.reason] : [])], terminal);
  const isComplete = errors.length === 0 && !hasErrors(problems) && rejected === undefined;
  return isComplete && selected.length > 0 ? OK : FAILED;
}

/** Whether the kind of an object does not have a field of the selector. */
function isRejected({ unknownFields }: SelectModel): boolean {
  return unknownFields.length > 0;
}

async function readObjects(
  input: Input,
  selection: Selection,
  { kind, namespace }: SelectFlags,
  terminal: Terminal,
) {
  const found: (SelectModel | ManifestObject)[] = [];
  const problems: Problem[] = [];
  const custom = new CustomFields();
  const compare = (placed: ManifestObject, fields?: readonly CustomSelectableField[]) =>
    attemptOn(placed, problems, () => selectModel(placed, selection, fields));
  const add = (placed: ManifestObject) => {
    custom.add(placed);
    if (kind !== undefined && kind.toLowerCase() !== placed.kind.toLowerCase()) {
      return;
    }
    const model = compare(placed);
    if (model !== undefined && (namespace === undefined || model.namespace === namespace)) {
      // Its definition may follow.
      found.push(isRejected(model) ? placed : model);
    }
  };
  const addProblem = (problem: Problem) => void problems.push(problem);
  const errors = await readManifests(input, terminal, { add, addProblem });
  const models = found.flatMap((each) => {
    const isCompared = 'matches' in each;
    return (isCompared ? each : compare(each, custom.fieldsOf(each))) ?? [];
  });
  return { models, problems, errors };
}

function* notesOn(
  models: readonly SelectModel[],
  selected: number,
  rejected: SelectModel | undefined,
): Generator<string, void> {
  if (selected === 0 && rejected === undefined) {
    yield `No object is selected (${count(models.length, 'object')} read; --explain shows why).`;
  }
  const skipped = new Set(models.filter(isRejected).map(({ kind }) => kind));
  if (skipped.size > 0 && rejected === undefined) {
    yield `Skipped ${[...skipped].join(', ')}: field selectors of these kinds cannot read the field.`;
  }
}
