// Prints the closing line of `npm test`.

/**
 * Counts a finished run: tests, and what failed outside of any test.
 *
 * A file that cannot be collected, a hook of a suite and an unhandled error are also failures, though no test has them.
 *
 * @param {readonly import('vitest/node').TestModule[]} modules - the test files of the run
 * @param {number} unhandled - number of errors that nothing caught
 * @returns {{ passed: number, failed: number }} the counts of the closing line
 */
function countResults(modules, unhandled) {
  let passed = 0;
  let failed = unhandled;
  for (const module of modules) {
    if (module.errors().length > 0) {
      failed++;
    }
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) {
        failed++;
      }
    }
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') {
        passed++;
      }
      if (state === 'failed') {
        failed++;
      }
    }
  }
  return { passed, failed };
}

export default class CountReporter {
  /**
   * Called by Vitest at the end of the run.
   *
   * @param {readonly import('vitest/node').TestModule[]} modules - the test files of the run
   * @param {readonly unknown[]} unhandled - the errors that nothing caught
   */
  onTestRunEnd(modules, unhandled) {
    const { passed, failed } = countResults(modules, unhandled.length);
    // Last of all: other reporters and failing workers print before it.
    process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
