import type { JsonObject } from '../json.js';
import type { Random } from '../random.js';
import { words } from '../words.js';

/** What a zone may hold that means something in a list of characters, or ends it. */
const IN_LISTS: readonly string[] = words('a z m - - * . ] %5B %5D %25 é € ! , %20 ^ %5E %5C');

/** A pattern of an address without a port, whose brackets make it a list of characters, and short hosts. */
export function listPair(random: Random): JsonObject {
  let zone = '';
  while (random.percent(75)) {
    zone += random.pick(IN_LISTS);
  }
  const address = random.pick(['::1', 'f::', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8']);
  const pattern = `[${address}%25${zone}]${random.pick(['', '', '', ':80', '/a'])}`;
  let host = random.pick(['a', 'b', 'z', '1', 'f', '-', '%25', 'é', ',', '*', ']', '']);
  while (random.percent(30)) {
    host += random.pick(['a', '.', '4', ']', 'é', '%C3', '.b', '*']);
  }
  const image = random.percent(85) ? `${host}/a` : pattern;
  return { pattern, image: random.percent(90) ? image : image.replace('/', ':80/') };
}
