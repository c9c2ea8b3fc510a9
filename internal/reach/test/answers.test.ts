import { describe, expect, test } from 'vitest';
import { ask } from '../src/tool.js';
import { TOOLS } from '../src/tools.js';

for (const { name, version, helpers } of TOOLS) {
  for (const helper of helpers) {
    describe(`${name} ${version}: ${helper.title}`, () => {
      for (const answer of helper.changed) {
        const reason = `${answer.why}${answer.issue ? ` (${answer.issue})` : ''}`;
        test(`${answer.function} with ${JSON.stringify(answer.args)} is corrected: ${reason}`, () => {
          const actual = ask(helper, answer);
          expect(actual).toEqual(answer.kubesem);
          expect(actual).not.toEqual(answer.tool);
        });
      }

      test.each(helper.kept)('$function with $args stays $kubesem', (answer) => {
        expect(ask(helper, answer)).toEqual(answer.kubesem);
      });
    });
  }
}
