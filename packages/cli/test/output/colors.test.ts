import { expect, test } from 'vitest';
import { wantsColors } from '../../src/output/colors.js';

test.each<[boolean, Record<string, string>, boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [false, { TERM: 'xterm' }, false],
  [false, { TERM: 'dumb', FORCE_COLOR: '1' }, true],
])('on a terminal: %s, with %j, colours: %s', (isTerminal, env, colors) => {
  expect(wantsColors(isTerminal, env)).toBe(colors);
});
