import { type DnsRecord, formatRecord } from '@kubesem/dns';
import type { JsonObject } from '../harness/json.js';
import type { Operation } from '../harness/operation.js';
import type { Random } from '../harness/random.js';
import { words } from '../harness/words.js';

const SPECIAL = [...' "\'();@\\.$\n\r\t\0\x7f~ä😀\ud83d\ufeff\u202e'];
/** How names and texts are escaped, and what only resembles it. */
const ESCAPES = words('\\. \\046 \\\\ \\097 \\a \\300 \\1 \\01 \\010 \\"');
const NAMES = words('db.prod.svc.cluster.local. a. . x..y.');

/** A name or a text of at most 63 bytes. */
function text(random: Random): string {
  const part = () =>
    random.percent(50)
      ? random.pick([...'abz09-_'])
      : random.pick(random.percent(60) ? SPECIAL : ESCAPES);
  return Array.from({ length: 1 + random.below(12) }, part).join('');
}

/** A valid or an odd name, which ends with a dot. */
function name(random: Random): string {
  const labels = Array.from({ length: 1 + random.below(3) }, () => text(random));
  // A backslash at the end would escape the dot.
  return random.percent(20) ? random.pick(NAMES) : `${labels.join('.')}z.`;
}

function record(random: Random, type: string): JsonObject {
  const base = { name: name(random), type, ttlSeconds: random.pick([0, 5, 30, 28800, 4294967295]) };
  const number = () => random.pick([0, 1, 100, 65535]);
  switch (type) {
    case 'A':
      return { ...base, address: random.pick(['10.0.0.1', '0.0.0.0', '255.255.255.255']) };
    case 'AAAA':
      return { ...base, address: random.pick(['::1', 'fd00::7', '2001:db8:0:1::']) };
    case 'SRV':
      return {
        ...base,
        priority: number(),
        weight: number(),
        port: number(),
        target: name(random),
      };
    case 'TXT':
      return { ...base, text: text(random) };
    default:
      return { ...base, target: name(random) };
  }
}

const format: Operation = {
  name: 'dns.record',
  program: 'coredns',
  *examples() {
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code);
      yield { name: `a${character}b.`, type: 'TXT', ttlSeconds: 30, text: `a${character}b` };
    }
    for (const odd of [...SPECIAL.slice(-6), ...ESCAPES, 'a\nevil. 1 IN A 6.6.6.6']) {
      const target = `${odd}.prod.svc.cluster.local.`;
      yield { name: 'db.', type: 'SRV', ttlSeconds: 5, priority: 0, weight: 100, port: 80, target };
      yield { name: `${odd}.`, type: 'PTR', ttlSeconds: 0, target };
    }
  },
  generate: (random) => record(random, random.pick(words('A AAAA SRV TXT CNAME PTR'))),
  compare(input, theirs, comparison) {
    // No message can carry the name.
    if (theirs.err === undefined) {
      comparison.field('line', theirs.out, formatRecord(input as unknown as DnsRecord));
    }
  },
  kind: (input, theirs) =>
    `${(input as JsonObject).type},${theirs.err},${`${theirs.out}`.includes('\\')}`,
};

/** Records as lines of a zone file. */
export const recordOperations: readonly Operation[] = [format];
