import { typesOf } from '@kubesem/core/internal';
import * as kinds from '@kubesem/core/kinds';
import type { InspectReport } from '@kubesem/inspect';
import { count } from '../../output/text.js';
import { quotaNotes } from '../../shared/quotas.js';
import type { InspectFlags } from './read.js';

/** Explains what the tables do not show. */
export function* notesOn(report: InspectReport, flags: InspectFlags): Generator<string, void> {
  const { objects, others, summary } = report;
  if (flags.dns) {
    return;
  }
  const amounts = flags.images
    ? []
    : [flags.summary ? 'Amounts are totals over all Pods.' : 'Amounts are per Pod.'];
  const origins = originsOf(objects);
  if (origins.length > 0) {
    yield [...amounts, `${origins.join('; ')}.`].join(' ');
  }
  yield* admissionNotes(report, flags);
  if (flags.summary && summary.controllersSkipped > 0) {
    const skipped = count(summary.controllersSkipped, 'controller');
    yield `${skipped} skipped: the input contains the Pods themselves`;
  }
  const skipped = skippedObjects(others);
  if (skipped.length > 0 && !flags.verbose) {
    yield `${count(skipped.length, 'object')} of other kinds skipped (list them with --verbose)`;
  }
}

/** The kinds whose objects the report checks, or applies to the others. */
const USED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    kinds.CONFIG_MAP,
    kinds.ENDPOINT_SLICE,
    kinds.FLOW_SCHEMA,
    kinds.HORIZONTAL_POD_AUTOSCALER,
    kinds.LIMIT_RANGE,
    kinds.POD_DISRUPTION_BUDGET,
    kinds.PRIORITY_LEVEL_CONFIGURATION,
    kinds.RESOURCE_QUOTA,
    kinds.RUNTIME_CLASS,
    kinds.SECRET,
    kinds.SERVICE,
  ].flatMap(typesOf),
);

/** The objects that the report neither checks nor uses. */
export function skippedObjects(others: InspectReport['others']): InspectReport['others'] {
  return others.filter(({ apiVersion, kind }) => !USED.has(`${apiVersion} ${kind}`));
}

function* admissionNotes(report: InspectReport, { images }: InspectFlags): Generator<string, void> {
  const ranged = report.objects.filter(({ pod }) => pod?.limitRangeDefaults !== undefined).length;
  if (ranged > 0) {
    yield `LimitRanges of the input applied to ${count(ranged, 'object')}`;
  }
  if (!images) {
    yield* quotaNotes(report);
  }
}

function originsOf(objects: InspectReport['objects']): string[] {
  const readable = objects.filter(({ pod }) => pod !== undefined);
  const defaulted = readable.filter((object) => object.defaulted).length;
  const stored = readable.length - defaulted;
  const shown = stored === 1 ? 'shown as it is' : 'shown as they are';
  return [
    ...(defaulted > 0 ? [`API server defaults applied to ${count(defaulted, 'object')}`] : []),
    ...(stored > 0 ? [`${count(stored, 'stored Pod')} ${shown}`] : []),
  ];
}
