// The lines are many because each bound of each field has a row on both of its sides.
import { safeParseScenario } from '@kubesem/apf-simulator';
import { describe, expect, test } from 'vitest';

type Fields = { [name: string]: unknown };
type Path = string;

/** A scenario in which every field is there. */
const full = () => ({
  durationSeconds: 60,
  seed: 7,
  samples: 5,
  config: {
    serverConcurrencyLimit: 10,
    suggestedObjects: true,
    priorityLevels: [{}],
    flowSchemas: [{}],
  },
  flows: [
    {
      name: 'open',
      request: { method: 'GET', url: '/api/v1/pods', user: { name: 'jane', groups: ['devs'] } },
      arrival: {
        process: 'poisson',
        perSecond: 3,
        untilPerSecond: 4,
        onSeconds: 2,
        offSeconds: 1,
      },
      durationSeconds: { distribution: 'exponential', meanSeconds: 0.2 },
      cancelAfterSeconds: 9,
      clients: 2,
      retries: 3,
      timeoutSeconds: 50,
      startSeconds: 6,
      endSeconds: 59,
      work: { seats: 8, finalSeats: 12, additionalLatencySeconds: 11 },
      estimate: {
        watches: 13,
        supportsConsistentReads: true,
        sizeBasedListCostEstimate: false,
        watchList: true,
        objects: { objectCount: 14, averageObjectBytes: 15, isStale: false },
      },
    },
    {
      name: 'closed',
      request: { url: '/api/v1/nodes', user: { name: 'max' } },
      arrival: {
        process: 'closed-loop',
        thinkSeconds: { distribution: 'uniform', minSeconds: 16, maxSeconds: 17 },
      },
      durationSeconds: { distribution: 'lognormal', medianSeconds: 18, p99Seconds: 19 },
    },
  ],
  changes: [{ atSeconds: 30, priorityLevels: [{}], flowSchemas: [{}] }],
});

/** The full scenario with one field changed; undefined takes the field away. */
function changed(path: Path, value: unknown): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  const last = names.pop();
  if (last === undefined) {
    return value;
  }
  const scenario = full();
  let owner = scenario as unknown as Fields;
  for (const name of names) {
    owner = owner[name] as Fields;
  }
  if (value === undefined) {
    delete owner[last];
  } else {
    owner[last] = value;
  }
  return scenario;
}

/** What is wrong with a value. */
function problems(value: unknown): readonly string[] {
  const { error } = safeParseScenario(value);
  return (error?.problems ?? []).map(({ path, code, segments }) => {
    const joined = segments.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`));
    expect(joined.join('').replace(/^\./, '')).toBe(path);
    return `${path} ${code}`;
  });
}

test('a scenario may have all its fields', () => {
  expect(problems(full())).toEqual([]);
});

const open = 'flows[0]';
const closed = 'flows[1]';

describe.each<[Path, least: number, most: number, ...traits: ('above' | 'whole' | 'optional')[]]>([
  ['durationSeconds', 0, 1e7, 'above'],
  ['seed', 0, 2 ** 32 - 1, 'whole', 'optional'],
  ['samples', 1, 10_000, 'whole', 'optional'],
  ['config.serverConcurrencyLimit', 1, 1e6, 'whole', 'optional'],
  ['changes[0].atSeconds', 0, 1e7],
  [`${open}.arrival.perSecond`, 0, 1e6],
  [`${open}.arrival.untilPerSecond`, 0, 1e6, 'optional'],
  [`${open}.arrival.onSeconds`, 0.001, 1e7],
  [`${open}.arrival.offSeconds`, 0, 1e7],
  [`${open}.durationSeconds`, 0, 1e7],
  [`${open}.durationSeconds.meanSeconds`, 0, 1e7, 'above'],
  [`${open}.cancelAfterSeconds`, 0, 1e7, 'optional'],
  [`${open}.clients`, 1, 1e5, 'whole', 'optional'],
  [`${open}.retries`, 0, 1000, 'whole', 'optional'],
  [`${open}.timeoutSeconds`, 0, 1e7, 'optional'],
  [`${open}.startSeconds`, 0, 1e7, 'optional'],
  [`${open}.endSeconds`, 0, 1e7, 'optional'],
  [`${open}.work.seats`, 1, 10_000, 'whole', 'optional'],
  [`${open}.work.finalSeats`, 0, 10_000, 'whole', 'optional'],
  [`${open}.work.additionalLatencySeconds`, 0, 600, 'optional'],
  [`${open}.estimate.watches`, 0, 1e6, 'whole', 'optional'],
  [`${open}.estimate.objects.objectCount`, 0, 1e12, 'whole'],
  [`${open}.estimate.objects.averageObjectBytes`, 0, 1e12, 'optional'],
  [`${closed}.arrival.thinkSeconds`, 0, 1e7],
  [`${closed}.arrival.thinkSeconds.minSeconds`, 0, 17],
  [`${closed}.arrival.thinkSeconds.maxSeconds`, 16, 1e7],
  [`${closed}.durationSeconds.medianSeconds`, 0, 19, 'above'],
])('the number %s', (path, least, most, ...traits) => {
  const isWhole = traits.includes('whole');
  const step = isWhole ? 1 : 1e-6;
  const beyond = isWhole ? most + 1 : most * (1 + 1e-9);
  const outside = path.endsWith('minSeconds') ? path.replace('min', 'max') : path;
  const outOfRange = [`${outside.replace('median', 'p99')} OUT_OF_RANGE`];

  test('is in its range', () => {
    const lowest = traits.includes('above') ? least + 5 : least;
    for (const value of [lowest, most]) {
      expect(problems(changed(path, value))).toEqual([]);
    }
    expect(problems(changed(path, beyond))).toEqual(outOfRange);
    expect(problems(changed(path, least - step))).toEqual([`${path} OUT_OF_RANGE`]);
    if (traits.includes('above')) {
      expect(problems(changed(path, least))).toEqual([`${path} OUT_OF_RANGE`]);
    }
    if (isWhole) {
      expect(problems(changed(path, least + 0.5))).toEqual([`${path} OUT_OF_RANGE`]);
    }
  });

  test('is a number, and there if it has to be', () => {
    for (const value of ['5', true, Number.NaN]) {
      expect(problems(changed(path, value))).toEqual([`${path} INVALID_TYPE`]);
    }
    for (const value of [undefined, null]) {
      expect(problems(changed(path, value))).toEqual(
        traits.includes('optional') ? [] : [`${path} REQUIRED`],
      );
    }
  });
});

describe.each<[Path, 'required' | 'optional']>([
  ['', 'required'],
  ['config', 'optional'],
  [open, 'required'],
  [`${open}.request`, 'required'],
  [`${open}.request.user`, 'required'],
  [`${open}.arrival`, 'required'],
  [`${closed}.arrival`, 'required'],
  [`${open}.work`, 'optional'],
  [`${open}.estimate`, 'optional'],
  [`${open}.estimate.objects`, 'optional'],
  ['changes[0]', 'required'],
])('the object %j', (path, kind) => {
  test('is one', () => {
    for (const value of ['text', 7, []]) {
      expect(problems(changed(path, value))).toEqual([`${path} INVALID_TYPE`]);
    }
    expect(problems(changed(path, null))).toEqual(kind === 'optional' ? [] : [`${path} REQUIRED`]);
  });

  test('has no other fields', () => {
    const inside = path === '' ? 'speed' : `${path}.speed`;
    const scenario = path === '' ? { ...full(), speed: 1 } : changed(inside, 1);
    expect(problems(scenario)).toEqual([`${inside} UNKNOWN_FIELD`]);
  });
});

test.each([
  ['exponential', 'minSeconds'],
  ['uniform', 'meanSeconds'],
  ['lognormal', 'maxSeconds'],
])('a distribution that is %s has not the field %s', (distribution, name) => {
  const fields = {
    exponential: { meanSeconds: 1 },
    uniform: { minSeconds: 1, maxSeconds: 2 },
    lognormal: { medianSeconds: 1, p99Seconds: 2 },
  }[distribution];
  const path = `${open}.durationSeconds`;
  expect(problems(changed(path, { distribution, ...fields }))).toEqual([]);
  expect(problems(changed(path, { distribution, ...fields, [name]: 1 }))).toEqual([
    `${path}.${name} UNKNOWN_FIELD`,
  ]);
  for (const required of Object.keys(fields ?? {})) {
    expect(problems(changed(path, { distribution, ...fields, [required]: null }))).toEqual([
      `${path}.${required} REQUIRED`,
    ]);
  }
});

test.each<[Path, unknown]>([
  ['durationSeconds', { distribution: 7 }],
  ['durationSeconds', { distribution: '__proto__' }],
  ['durationSeconds', { distribution: ['uniform'], minSeconds: 1, maxSeconds: 2 }],
  ['cancelAfterSeconds', { distribution: 'normal' }],
])('of a flow, %s may not be %j', (name, value) => {
  const path = `${open}.${name}`;
  expect(problems(changed(path, value))).toEqual([`${path}.distribution NOT_SUPPORTED`]);
});

test('a distribution is an object, and names itself', () => {
  const path = `${open}.durationSeconds`;
  expect(problems(changed(path, []))).toEqual([`${path} INVALID_TYPE`]);
  expect(problems(changed(path, {}))).toEqual([`${path}.distribution REQUIRED`]);
  expect(problems(changed(path, Object.create({ distribution: 'uniform' })))).toEqual([
    `${path}.distribution REQUIRED`,
  ]);
});

test('the two numbers of a distribution may be the same', () => {
  const path = `${open}.durationSeconds`;
  for (const value of [
    { distribution: 'uniform', minSeconds: 3, maxSeconds: 3 },
    { distribution: 'uniform', minSeconds: 0, maxSeconds: 0 },
    { distribution: 'lognormal', medianSeconds: 3, p99Seconds: 3 },
    { distribution: 'lognormal', medianSeconds: 1e7, p99Seconds: 1e7 },
  ]) {
    expect(problems(changed(path, value))).toEqual([]);
  }
});

test.each([
  `${open}.name`,
  `${open}.request.url`,
  `${open}.request.method`,
  `${open}.request.user.name`,
])('the text %s is one, and not empty', (path) => {
  const isOptional = path.endsWith('method');
  for (const value of [7, false, {}]) {
    expect(problems(changed(path, value))).toEqual([`${path} INVALID_TYPE`]);
  }
  expect(problems(changed(path, ''))).toEqual([`${path} REQUIRED`]);
  expect(problems(changed(path, null))).toEqual(isOptional ? [] : [`${path} REQUIRED`]);
});

test.each([
  'config.suggestedObjects',
  `${open}.estimate.supportsConsistentReads`,
  `${open}.estimate.sizeBasedListCostEstimate`,
  `${open}.estimate.watchList`,
  `${open}.estimate.objects.isStale`,
])('%s is yes or no', (path) => {
  for (const value of [true, false, null]) {
    expect(problems(changed(path, value))).toEqual([]);
  }
  for (const value of [0, 'true', {}]) {
    expect(problems(changed(path, value))).toEqual([`${path} INVALID_TYPE`]);
  }
});

test.each<[Path, entries: 'objects' | 'texts']>([
  ['flows', 'objects'],
  ['changes', 'objects'],
  ['config.priorityLevels', 'objects'],
  ['config.flowSchemas', 'objects'],
  ['changes[0].priorityLevels', 'objects'],
  ['changes[0].flowSchemas', 'objects'],
  [`${open}.request.user.groups`, 'texts'],
])('%s is a list of %s', (path, entries) => {
  expect(problems(changed(path, []))).toEqual([]);
  expect(problems(changed(path, null))).toEqual(path === 'flows' ? ['flows REQUIRED'] : []);
  for (const value of ['text', {}, 7]) {
    expect(problems(changed(path, value))).toEqual([`${path} INVALID_TYPE`]);
  }
  for (const value of entries === 'texts' ? [7, {}] : ['text', [], 7]) {
    expect(problems(changed(path, [value]))).toEqual([`${path}[0] INVALID_TYPE`]);
  }
});

describe('arrivals', () => {
  const arrival = `${open}.arrival`;

  test.each(['poisson', 'constant'])('of the process %s may stop for a while', (process) => {
    expect(problems(changed(arrival, { process, perSecond: 1 }))).toEqual([]);
    expect(problems(changed(arrival, { process, perSecond: 1, onSeconds: 2 }))).toEqual([
      `${arrival}.offSeconds REQUIRED`,
    ]);
    expect(problems(changed(arrival, { process, perSecond: 1, offSeconds: 2 }))).toEqual([
      `${arrival}.onSeconds REQUIRED`,
    ]);
  });

  test('are of a process that is known', () => {
    for (const process of ['constructor', 1]) {
      expect(problems(changed(arrival, { process, perSecond: 1 }))).toEqual([
        `${arrival}.process NOT_SUPPORTED`,
      ]);
    }
    expect(problems(changed(arrival, { perSecond: 1 }))).toEqual([`${arrival}.process REQUIRED`]);
  });

  test('of a closed loop have no rate, and others do not think', () => {
    expect(problems(changed(`${closed}.arrival.perSecond`, 1))).toEqual([
      `${closed}.arrival.perSecond UNKNOWN_FIELD`,
    ]);
    expect(problems(changed(`${arrival}.thinkSeconds`, 1))).toEqual([
      `${arrival}.thinkSeconds UNKNOWN_FIELD`,
    ]);
  });
});

test('of a request whose method is no text, nothing else is said', () => {
  const request = { method: 7, url: '/version', user: { name: 'jane' } };
  expect(problems(changed(`${open}.request`, request))).toEqual([
    `${open}.request.method INVALID_TYPE`,
  ]);
});

test.each([
  ['/api/v1/pods?watch=1', []],
  ['/api/v1/namespaces/a/pods/b/exec', ['NOT_SUBJECT']],
  ['/debug/pprof/profile', ['NOT_SUBJECT']],
  ['/api/v1/proxy', ['INVALID_REQUEST']],
  ['pods', ['INVALID_REQUEST']],
] as const)('of a request, the URL %s', (url, codes) => {
  expect(problems(changed(`${open}.request.url`, url))).toEqual(
    codes.map((code) => `${open}.request.url ${code}`),
  );
});

test.each<Path>([
  `${open}.name`,
  `${open}.request.method`,
  `${open}.request.url`,
  `${open}.request.user.name`,
  `${open}.request.user.groups[0]`,
])('the text %s has at most 8,192 characters', (path) => {
  const text = (length: number) => '/'.padEnd(length, 'a');
  expect(problems(changed(path, text(8192)))).not.toContain(`${path} OUT_OF_RANGE`);
  expect(problems(changed(path, text(8193)))).toEqual([`${path} OUT_OF_RANGE`]);
});

test('refuses pauses most of which last no time, however long their mean is', () => {
  const thinkSeconds = { distribution: 'lognormal', medianSeconds: 1e-100, p99Seconds: 4.8e-79 };
  const request = { url: '/api/v1/pods', user: { name: 'root' } };
  const flow = { name: 'a', request, durationSeconds: 0 };
  const arrival = { process: 'closed-loop', thinkSeconds };
  const { error } = safeParseScenario({ durationSeconds: 1, flows: [{ ...flow, arrival }] });
  expect(error?.problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'flows[0].arrival.thinkSeconds OUT_OF_RANGE',
  ]);
});
