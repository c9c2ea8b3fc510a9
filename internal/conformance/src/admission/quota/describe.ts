import { type QuotaBar, quotaBars } from '@kubesem/admission';
import type { ResourceQuota } from '@kubesem/core';
import { Quantity } from '@kubesem/quantity';
import type { DeviationId } from '../../harness/deviations.js';
import type { Json, JsonObject } from '../../harness/json.js';
import type { Operation } from '../../harness/operation.js';
import type { Random } from '../../harness/random.js';
import { possibleInt64s } from '../../quantity/int64.js';
import { Maker } from '../../resources/maker.js';
import { hardNames } from './objects.js';

/** A quota whose status differs from its spec, and has some of the usage. */
function quota(random: Random): JsonObject {
  const maker = new Maker(random);
  const names = hardNames(random);
  const hard = maker.list(names);
  const used = maker.list([...names, ...hardNames(random)].filter(() => random.percent(70)));
  const status = random.pick([{ hard, used }, { hard, used }, { hard, used }, { hard }, {}]);
  return { quota: { metadata: { name: 'q' }, spec: { hard: maker.list(names) }, status } };
}

/** Each format of a limit with each format of a usage. */
function* quotas(): Iterable<Json> {
  const amounts = ['4', '1500m', '2Gi', '0.5Ki', '5e2', '500e-3', '0', '-1500m', '-1.5Ki', '3G'];
  for (const hard of amounts) {
    for (const used of amounts) {
      const list = (memory: string): JsonObject => ({ 'limits.memory': memory });
      yield {
        quota: {
          metadata: { name: 'q' },
          spec: { hard: list('7') },
          status: { hard: list(hard), used: list(used) },
        },
      };
    }
    yield { quota: { metadata: { name: 'q' }, status: { hard: { pods: hard, cpu: '1' } } } };
  }
  yield { quota: { metadata: { name: 'q' }, spec: { hard: { pods: '1' } } } };
}

const SMALLEST = '-9223372036854775808';

/** Why the usage may differ: kubectl converts it to the format of the limit by an int64. */
function whyConverted(theirs: string, { hard, used }: QuotaBar): DeviationId | undefined {
  const [, deviation] =
    [...possibleInt64s(used, 0)].find(
      // Go prints the smallest int64 by its digits in any format.
      ([value]) =>
        `${Quantity.of(value, hard.format)}` === theirs ||
        (`${value}` === SMALLEST && theirs === SMALLEST),
    ) ?? [];
  return used.format === hard.format ? undefined : deviation;
}

const describe: Operation = {
  name: 'quota.describe',
  program: 'kubernetes',
  examples: quotas,
  generate: quota,
  compare(input, { out }, comparison) {
    const { quota } = input as unknown as { readonly quota: ResourceQuota };
    const { text } = out as { readonly text: string };
    const [, table = ''] = text.split(/^-+ +-+ +-+\n/m);
    const rows = table
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/\s+/));
    const bars = Object.entries(quotaBars(quota)) as [string, QuotaBar][];
    comparison.field('names', rows.map(([name]) => name).join(), bars.map(([name]) => name).join());
    bars.forEach(([name, bar], index) => {
      const [, used = '', hard] = rows[index] ?? [];
      comparison.field(`limit of ${name}`, hard, `${bar.hard}`);
      comparison.field(`usage of ${name}`, used, bar.usedText, () => whyConverted(used, bar));
    });
  },
  kind(input) {
    const { status } = (input as unknown as { readonly quota: ResourceQuota }).quota;
    const [hard, used] = [status?.hard, status?.used].map((list) => Object.values(list ?? {}));
    const unit = (amount: unknown) => String(amount).replace(/[-\d.]+/, '');
    return [unit(hard?.[0]), unit(used?.[0])].join();
  },
};

/** How full `kubectl describe quota` shows a quota. */
export const quotaDescribeOperations: readonly Operation[] = [describe];
