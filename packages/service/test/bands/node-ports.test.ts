import { nodePortBands } from '@kubesem/service';
import { expect, test } from 'vitest';

test.each([
  ['30000-32767', 30085],
  ['30000-30015', undefined],
  ['30000-30016', 30015],
  ['30000-30542', 30015],
  ['30000-30543', 30016],
  ['1-65535', 128],
  ['30000+4095', 30127],
  ['', 30085],
])('the static band of %s ends at %s', (range, last) => {
  expect(nodePortBands(range).static?.last).toBe(last);
});

test.each(['30000-70000', '2-1', 'x', '1-', '1+2-3'])('the range %s is invalid', (range) => {
  expect(() => nodePortBands(range)).toThrow(
    expect.objectContaining({ code: 'INVALID_PORT_RANGE' }),
  );
});
