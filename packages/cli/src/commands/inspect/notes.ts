import type { InspectReport } from '@kubesem/inspect';
import { count } from '../../output/text.js';
import type { InspectFlags } from './flags.js';

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
  yield* quotaNotes(report, flags);
  if (flags.summary && summary.controllersSkipped > 0) {
    const skipped = count(summary.controllersSkipped, 'controller');
    yield `${skipped} skipped: the input contains the Pods themselves`;
  }
  if (others.length > 0 && !flags.verbose) {
    yield `${count(others.length, 'object')} of other kinds skipped (list them with --verbose)`;
  }
}

function* quotaNotes(
  { objects, quotas = [] }: InspectReport,
  { images }: InspectFlags,
): Generator<string, void> {
  const ranged = objects.filter(({ pod }) => pod?.limitRangeDefaults !== undefined).length;
  if (ranged > 0) {
    yield `LimitRanges of the input applied to ${count(ranged, 'object')}`;
  }
  const counted = quotas.filter(({ usageFrom }) => usageFrom === 'objects').length;
  if (counted > 0 && !images) {
    yield `${count(counted, 'quota')} without a status: usage counted from the manifests of the input`;
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
