// Replaces `vitest` during mutation testing: collects the tests once, so the runner can run each of them for every mutant.
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

/** The compiler checks types. */
export const expectTypeOf = () => anything;
const anything = new Proxy(() => anything, { get: () => anything });

/** The tests in order: `{ id, run }`. */
export const tests = [];
/** After each test file: the number of tests so far, and how often loading has reached each mutant. */
export const marks = [];
export function mark() {
  marks.push({ count: tests.length, hits: { ...globalThis.__stryker__.mutantCoverage?.static } });
}
const titles = [];
/** Hooks around each test, of the file and of the enclosing `describe`. */
let hooks = { before: [], after: [] };

export const beforeEach = (hook) => hooks.before.push(hook);
export const afterEach = (hook) => hooks.after.push(hook);
/** Hooks for the end of the running test. */
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

/** Options, such as a time limit, may precede the function. */
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
