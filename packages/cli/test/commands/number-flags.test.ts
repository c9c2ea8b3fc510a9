// Every flag that is a number or a duration: a wrong one is an error of usage, or has an answer within bounds.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesOf, kubesem } from '../support/run.js';
import { commandsBelow, FILES, SAMPLES } from '../support/samples.js';

const WRONG = ['NaN', 'Infinity', '-Infinity', '-1', '2147483648', '1e-100'];

/** What users see of the value of a flag, with the numbers in it replaced by each of the wrong ones. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  '<N>': ['#'],
  '<S>': ['#'],
  '<SECONDS>': ['#', '#s'],
  '<TIME>': ['#', '#s', '1h#s'],
  '<PORT>': ['#'],
  '<CONTAINER=CODE@TIME>': ['app=#@5s', 'app=1@#', 'app=1@#s'],
  '<CONTAINER/KIND=RESULT@TIME>': ['app/liveness=failure@#', 'app/liveness=failure@#s'],
  '<CONTAINER=TIME>': ['app=#', 'app=#s'],
};
/** The values that have no number: a flag with another value belongs to one of the two lists. */
const OTHERS =
  `<ADDRESS> <CLIENT> <CODE,...> <COLUMN> <CONTAINER=IMAGE> <DESTINATION> <DOMAIN> <DUMP> <FILE> <FILEPATH>
  <FORMAT> <HOST> <IP> <KEY,...> <KEY=VALUE> <KIND> <LEVEL> <LIBC> <NAME> <NAMESPACE/POD> <NODE> <NS> <PATH> <POD>
  <PROTOCOL> <SELECTOR> <TYPE> <URL> <USER> <GROUP> <UID> <[KEY=]PATH>`.split(/\s+/);

const LINES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SAMPLES).map(([path, { line }]) => [path, line])),
  // No machine has this address, so the server ends when it starts to listen.
  'apf serve': '--target http://127.0.0.1:9 --port 0 --admin-port 0 --host 203.0.113.1',
};

const ALL = [...(await commandsBelow())].flatMap(([path, { options }]) =>
  options.flatMap(({ flags, long }) => {
    const [, value] = / (<.*>)$/.exec(flags) ?? [];
    return value === undefined ? [] : [{ path, long: long ?? '', value }];
  }),
);

/** Node warns of a timer that is too long, negative or not a number, and sets one of 1 ms. */
const warnings: string[] = [];
const onWarning = ({ name }: Error): void => void warnings.push(name);
beforeAll(() => void process.on('warning', onWarning));
afterAll(() => void process.off('warning', onWarning));

test('each kind of value either has numbers or has none', () => {
  const known = [...Object.keys(NUMBERS), ...OTHERS];
  expect(ALL.filter(({ value }) => !known.includes(value))).toEqual([]);
});

describe.each(ALL.filter(({ value }) => value in NUMBERS))(
  '$path $long',
  ({ path, long, value }) => {
    test('a wrong number is an error of usage, or has an answer', async () => {
      const file = filesOf(FILES);
      const words = `${path} ${LINES[path]}`.split(' ').filter((word) => word !== '');
      const args = words.map((word) => (word in FILES ? file(word) : word));
      const faults: string[] = [];
      for (const form of NUMBERS[value] ?? []) {
        for (const number of WRONG) {
          const flag = `${long}=${form.replace('#', number)}`;
          warnings.length = 0;
          const { status, stdout, stderr } = await kubesem([...args, flag]);
          const isUsage = status === 2 && stdout === '' && stderr.includes(long);
          const isAnswer = status < 2 && !/NaN|Infinity|undefined/.test(stdout);
          if (!(isUsage || isAnswer) || /\w*Error\b|\n +at /.test(stderr) || warnings.length > 0) {
            faults.push(
              `${flag}: ${status} ${warnings} ${stderr.slice(0, 200)}${stdout.slice(0, 300)}`,
            );
          }
        }
      }
      expect(faults).toEqual([]);
    });
  },
);
