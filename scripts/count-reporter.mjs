// Prints the last line of `npm test`.

/**
 * Counts the results of a run. Files that cannot be collected, failed suite hooks and unhandled errors are also failures.
 *
 * @param {readonly import('vitest/node').TestModule[]} modules - test files of the run
 * @param {number} unhandled - number of unhandled errors
 * @returns {{ passed: number, failed: number }} counts for the last line
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
   * @param {readonly import('vitest/node').TestModule[]} modules - test files of the run
   * @param {readonly unknown[]} unhandled - unhandled errors
   */
  onTestRunEnd(modules, unhandled) {
    const { passed, failed } = countResults(modules, unhandled.length);
    // On exit, because other reporters and failing workers print before that.
    process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
