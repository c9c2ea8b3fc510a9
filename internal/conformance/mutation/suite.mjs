// What `vitest` means to the tests while mutants are tried: they are collected once, and asked one by one, as often as
// there are mutants.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign(
  (value, message) => chai.expect(value, message),
  chai.expect,
  globalThis[ASYMMETRIC_MATCHERS_OBJECT],
  {
    unreachable: (message) => {
      throw new Error(message);
    },
  },
);
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);

/** Types are the compiler's to check. */
export const expectTypeOf = () => anything;
const anything = new Proxy(() => anything, { get: () => anything });

/** The tests in their order: `{ id, run }`. */
export const tests = [];
/** After each file of tests: how many tests there are, and how often each mutant was run without a test. */
export const marks = [];
export function mark() {
  marks.push({ count: tests.length, hits: { ...globalThis.__stryker__.mutantCoverage?.static } });
}
const titles = [];
/** What is to be done around each test: of the file, and of what it describes. */
let hooks = { before: [], after: [] };

export const beforeEach = (hook) => hooks.before.push(hook);
export const afterEach = (hook) => hooks.after.push(hook);
/** What is to be done when the test that runs has ended. */
let finishing = [];
export const onTestFinished = (hook) => finishing.push(hook);

export function describe(title, collect) {
  const outer = hooks;
  hooks = { before: [...outer.before], after: [...outer.after] };
  titles.push(title);
  collect();
  titles.pop();
  hooks = outer;
}

/** Options, such as a time limit, may stand before what is run. */
export function test(title, ...rest) {
  const run = rest.find((part) => typeof part === 'function');
  const name = [...titles, title].join(' > ');
  const { before, after } = hooks;
  const whole = async () => {
    for (const hook of before) {
      await hook();
    }
    try {
      await run();
    } finally {
      for (const hook of [...after, ...finishing.reverse()]) {
        await hook();
      }
      finishing = [];
    }
  };
  tests.push({ id: `${tests.length} ${name}`, run: whole });
}

const each = (collect) => (rows) => (title, run) => {
  // As in Vitest: rows are lists of arguments if all of them are lists.
  const isTable = rows.every(Array.isArray);
  for (const [index, row] of rows.entries()) {
    const named = title.replace('%s', () => String(isTable ? row[0] : row));
    collect(`${named} (${index})`, () => (isTable ? run(...row) : run(row)));
  }
};
describe.each = each(describe);
test.each = each(test);
