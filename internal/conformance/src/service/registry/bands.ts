import { clusterIpBands, nodePortBands } from '@kubesem/service';
import { attempt } from '../../harness/comparison.js';
import type { Operation } from '../../harness/operation.js';

const RANGES = [
  '30000-32767',
  '30000-30015',
  '30000-30016',
  '1-65535',
  '80',
  '30000+100',
  '2-1',
  '1-65536',
  '30000-30542',
  '30000-30543',
  '30000-34127',
  'x',
  '1-2-3',
];
const BASES = [
  '10.96.0.0',
  '10.96.0.17',
  '172.16.255.255',
  '192.168.0.0',
  '0.0.0.0',
  'fd00::',
  'fd00::1:0',
  '2001:db8::ffff',
  'FD00:0::',
];

const bands: Operation = {
  name: 'service.bands',
  program: 'kubernetes',
  *examples() {
    for (const nodePortRange of RANGES) {
      yield { nodePortRange };
    }
    for (const cidr of [
      '10.96.0.0/12',
      '10.0.0.0/8',
      '0.0.0.0/0',
      '128.0.0.0/1',
      '10.0.0.0',
      'fd00::/63',
      'fd00::/64',
    ]) {
      yield { cidr };
    }
    for (let length = 16; length <= 31; length++) {
      yield { cidr: `10.96.0.0/${length}` };
      yield { cidr: `fd00::/${length + 96}` };
    }
  },
  generate: (random) => {
    if (random.percent(40)) {
      const low = random.below(66_000);
      const more = random.below(random.pick([20, 600, 5000, 40_000]));
      return { nodePortRange: random.percent(80) ? `${low}-${low + more}` : `${low}+${more}` };
    }
    const base = random.pick(BASES);
    const length = base.includes(':') ? 60 + random.below(68) : random.below(32);
    return { cidr: `${base}/${length}` };
  },
  compare(input, theirs, comparison) {
    const { cidr, nodePortRange } = input as { cidr?: string; nodePortRange?: string };
    const ours = attempt<{
      first: unknown;
      last: unknown;
      dynamic: { first: unknown } | undefined;
    }>(() => (cidr === undefined ? nodePortBands(nodePortRange ?? '') : clusterIpBands(cidr)));
    if (ours.code === 'RANGE_TOO_SMALL') {
      // Go makes an allocator whose last address is before the first.
      comparison.field('length', true, /\/(31|32|128)$/.test(cidr ?? ''));
      return;
    }
    if (theirs.err !== undefined || ours.value === undefined) {
      comparison.field('error', theirs.err !== undefined, ours.code !== undefined);
      return;
    }
    const [first, dynamic, last] = theirs.out as unknown as unknown[];
    comparison.field('first', first, ours.value.first);
    comparison.field('last', last, ours.value.last);
    // Above a static band that fills the range, Go has an address that does not belong to it.
    if (ours.value.dynamic !== undefined) {
      comparison.field('dynamic', dynamic, ours.value.dynamic.first);
    }
  },
  kind: (input, { err }) => {
    const { cidr, nodePortRange } = input as { cidr?: string; nodePortRange?: string };
    const size = Number(nodePortRange?.split(/[-+]/)[1]) - Number.parseInt(nodePortRange ?? '', 10);
    return [
      err,
      cidr?.includes(':'),
      cidr?.split('/')[1],
      cidr === undefined && Math.floor(Math.log2(size)),
    ].join();
  },
};

/** The bands of node ports and cluster IPs. */
export const bandOperations: readonly Operation[] = [bands];
