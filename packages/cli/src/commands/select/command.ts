import { ABSENT, fields, THROW } from '@kubesem/core/internal';
import { CUSTOM_RESOURCE_DEFINITION } from '@kubesem/core/kinds';
import type { Problem } from '@kubesem/inspect';
import type { ManifestObject } from '@kubesem/manifests';
import {
  type CustomSelectableField,
  explainFieldMatch,
  explainLabelMatch,
  type FieldMatchExplanation,
  type FieldRequirement,
  fieldSelectorProblems,
  type LabelMatchExplanation,
  type LabelRequirement,
  type SelectableObject,
  safeParseFieldSelector,
  selectableFields,
} from '@kubesem/selectors';
import { type Column, column, isWide, tableOf } from '../../frame/columns.js';
import { type AddCommand, command } from '../../frame/command.js';
import * as flags from '../../frame/flags.js';
import { UsageError } from '../../frame/input.js';
import { selectResources } from '../../io/cluster/resources.js';
import { attemptOn } from '../../io/cluster-objects.js';
import { type Input, readEach } from '../../io/objects.js';
import type { Terminal } from '../../io/terminal.js';
import { labelSelector, nonEmpty, selectorIn } from '../../options.js';
import { count, resourceName } from '../../output/text.js';

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

/** `kubesem select`. */
export const select: AddCommand = command({
  name: 'select',
  summary: 'List the objects that a label or field selector selects, and why',
  help: EXAMPLES,
  arguments: {
    labels: flags.argument('[SELECTOR]', 'Label selector, such as app=web', labelSelector),
  },
  flags: {
    ...flags.CONTEXT,
    ...flags.table('name'),
    filename: flags.filename('Objects'),
    fields: flags.value(
      '--field-selector <SELECTOR>',
      'Only objects with these fields, such as status.phase=Running',
      (text) => selectorIn(safeParseFieldSelector(text)),
    ),
    kind: flags.value('--kind <KIND>', 'Only objects of this kind', nonEmpty),
    namespace: flags.onlyNamespace('objects'),
    explain: flags.boolean('--explain', 'Show all objects, and why each is selected or not', {
      lostIn: ['name'],
    }),
  },
  columns: columnsOf(true),
  reads: ({ labels, fields, kind, namespace, context, kubeconfig }) => {
    if (labels === undefined && fields === undefined) {
      throw new UsageError('no selector; pass a label selector or --field-selector');
    }
    const resources = selectResources(kind);
    if ((context ?? kubeconfig) !== undefined && resources.length === 0) {
      throw new UsageError(`--context cannot list ${kind}; pipe "kubectl get -o json" instead`);
    }
    return { resources, only: namespace };
  },
  answer: async ({ input, explain, ...asked }, terminal) => {
    const { models, problems, errors } = await readObjects(input, asked, terminal);
    const selected = models.filter(({ matches }) => matches);
    const shown = explain ? models : selected;
    const rejected = asked.kind === undefined ? undefined : models.find(isRejected);
    return {
      table: tableOf(columnsOf(explain), shown),
      names: () => selected.map(resourceName),
      model: () => ({ objects: shown, problems }),
      notes: notesOn(models, selected.length, rejected),
      problems,
      errors: [...errors, ...(rejected ? [rejected.reason] : [])],
      isFine: selected.length > 0,
    };
  },
});

/** One row for each object; with `explain`, also why it is selected or not. */
function columnsOf(explain: boolean): readonly Column<SelectModel>[] {
  const isShown = () => explain;
  return [
    column('KIND', ({ kind }) => kind),
    column('NAMESPACE', ({ namespace }) => namespace),
    column('NAME', ({ name }) => name),
    column('SELECTED', ({ matches }) => (matches ? 'yes' : 'no'), {
      paint: (text, { matches }, { green, dim }) => (matches ? green : dim)(text),
      isShown,
    }),
    column('REASON', ({ reason }) => reason, { isShown }),
    column('LOCATION', ({ file, line }) => (line > 0 ? `${file}:${line}` : file), {
      isShown: isWide,
    }),
  ];
}

/** Whether the kind of an object does not have a field of the selector. */
function isRejected({ unknownFields }: SelectModel): boolean {
  return unknownFields.length > 0;
}

/** Which objects are meant. */
interface AskedObjects extends Selection {
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
}

async function readObjects(
  input: Input,
  { kind, namespace, ...selection }: AskedObjects,
  terminal: Terminal,
) {
  const found: (SelectModel | ManifestObject)[] = [];
  const custom: CustomFields = new Map();
  const compare = (
    placed: ManifestObject,
    problems: Problem[],
    fields?: readonly CustomSelectableField[],
  ) => attemptOn(placed, problems, () => selectModel(placed, selection, fields));
  const { problems, errors } = await readEach(input, terminal, (placed, before) => {
    if (typeOf(placed) === typeOf(CUSTOM_RESOURCE_DEFINITION)) {
      addDefinition(placed.object, custom);
    }
    if (kind !== undefined && kind.toLowerCase() !== placed.kind.toLowerCase()) {
      return;
    }
    const model = compare(placed, before);
    if (model !== undefined && (namespace === undefined || model.namespace === namespace)) {
      // Its definition may follow.
      found.push(isRejected(model) ? placed : model);
    }
  });
  const models = found.flatMap((each) => {
    const isCompared = 'matches' in each;
    return (isCompared ? each : compare(each, problems, custom.get(typeOf(each)))) ?? [];
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

/** What selects objects. Absent selectors select everything. */
interface Selection {
  readonly labels?: readonly LabelRequirement[] | undefined;
  readonly fields?: readonly FieldRequirement[] | undefined;
}

/** An object, and whether it is selected. */
interface SelectModel
  extends Pick<ManifestObject, 'file' | 'line' | 'item' | 'apiVersion' | 'kind'> {
  /** Empty if it has none. */
  readonly namespace: string;
  readonly name: string;
  readonly matches: boolean;
  /** The first requirement that is not met, or else all of them. */
  readonly reason: string;
  readonly labels?: LabelMatchExplanation | undefined;
  readonly fields?: FieldMatchExplanation | undefined;
  /** Fields of the selector that the kind does not have. */
  readonly unknownFields: readonly string[];
}

/**
 * Compares an object with selectors.
 *
 * @param placed - an object, and where it is
 * @param selection - the selectors
 * @param custom - of a custom resource: the fields that its definition adds
 * @returns whether it is selected, and why
 * @throws {@link @kubesem/core!FieldError | FieldError} with code `INVALID_TYPE` if a field that is compared has the wrong
 *   JSON type
 */
function selectModel(
  { file, line, item, apiVersion, kind, object }: ManifestObject,
  selection: Selection,
  custom?: readonly CustomSelectableField[],
): SelectModel {
  const selectable: SelectableObject = { ...object, apiVersion, kind };
  const metadata = fields(selectable, THROW).at('metadata');
  const byLabels = selection.labels && explainLabelMatch(selection.labels, metadata.value.labels);
  const options = { selectableFields: custom };
  const problems = fieldSelectorProblems(selectable, selection.fields ?? [], options);
  const byFields =
    selection.fields &&
    problems.length === 0 &&
    explainFieldMatch(selection.fields, selectableFields(selectable, options));
  const explanations = [byLabels, byFields].filter((each) => typeof each === 'object');
  const failed = explanations.find(({ matches }) => !matches);
  const texts = failed === undefined ? explanations.map(({ text }) => text) : [failed.text];
  return {
    ...{ file, line, item, apiVersion, kind },
    namespace: metadata.text('namespace'),
    name: metadata.text('name'),
    matches: problems.length === 0 && failed === undefined,
    reason: problems[0]?.message ?? texts.join('; '),
    ...(byLabels && { labels: byLabels }),
    ...(byFields && { fields: byFields }),
    unknownFields: problems.flatMap(({ value }) => value ?? []),
  };
}

function typeOf({ apiVersion, kind }: Pick<ManifestObject, 'apiVersion' | 'kind'>): string {
  return `${apiVersion} ${kind}`;
}

/** By version and kind: the fields of custom resources that selectors can read. */
type CustomFields = Map<string, readonly CustomSelectableField[]>;

/** A CustomResourceDefinition, as far as selectors depend on it. */
interface Definition {
  readonly spec?: {
    readonly group?: string;
    readonly names?: { readonly kind?: string };
    readonly versions?: readonly {
      readonly name?: string;
      readonly selectableFields?: readonly CustomSelectableField[];
    }[];
  };
}

/** Adds the fields of a CustomResourceDefinition. */
function addDefinition(definition: Definition, custom: CustomFields): void {
  const spec = fields(definition, ABSENT).at('spec');
  const kind = spec.at('names').text('kind');
  spec.each('versions', (version) => {
    const paths = version.each('selectableFields', (field) => field.text('jsonPath'));
    custom.set(
      `${spec.text('group')}/${version.text('name')} ${kind}`,
      paths.filter((path) => path !== '').map((jsonPath) => ({ jsonPath })),
    );
  });
}
