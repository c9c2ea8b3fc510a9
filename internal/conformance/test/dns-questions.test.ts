import { zoneRecords } from '@kubesem/dns';
import { expect, test } from 'vitest';
import { cluster } from '../src/dns/zone/cluster.js';
import { type Options, zoneOf } from '../src/dns/zone/operation.js';
import { questions } from '../src/dns/zone/questions.js';
import { Random } from '../src/harness/random.js';

test('the questions include every record of a zone', () => {
  const random = new Random(3);
  for (let count = 0; count < 100; count++) {
    const { objects, options, zone } = cluster(random);
    const asked = new Set(questions(random, objects, zone).map((question) => question.join(' ')));
    for (const { name, type } of zoneRecords(zoneOf(objects, options as unknown as Options))) {
      expect(asked).toContain(`${name.replace(/\.$/, '')} ${type}`);
    }
  }
});
