// Elephants and mice: `npm start` sends the same load to a slow backend with different protections, and draws what the mice
// see. `npm start -- --seconds 20 --elephants 400 --mice 4` changes the load, `--only apf-http` the servers, `--mouse-calls 11`
// how often each request of a mouse calls the backend, and `--json` prints the figures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import asciichart from 'asciichart';
import { run } from './load.mjs';

/** Each server has a process of its own. */
const NAMES = [
  'none',
  'semaphore',
  'under-pressure',
  'express-rate-limit',
  'apf-http',
  'apf-http/express',
];
const COLORS = ['red', 'magenta', 'yellow', 'blue', 'green', 'cyan'];
const COLUMNS = 60;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    elephants: { type: 'string', default: '200' },
    mice: { type: 'string', default: '2' },
    'mouse-calls': { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: NAMES },
    json: { type: 'boolean', default: false },
  },
});
const load = {
  seconds: Number(values.seconds),
  elephants: Number(values.elephants),
  mice: Number(values.mice),
  mouseCalls: Number(values['mouse-calls']),
};

async function measure(name, how) {
  const child = spawn(process.execPath, [new URL('servers.mjs', import.meta.url).pathname, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = await once(child.stdout, 'data');
    return await run(`${url}`.trim(), how);
  } finally {
    child.kill();
  }
}

/** The 99th percentile of the latencies of the mice in each part of the time. */
function course({ results }) {
  const parts = Array.from({ length: COLUMNS }, () => []);
  for (const { atMs, latencyMs } of results) {
    const part = Math.floor((atMs / 1000 / load.seconds) * COLUMNS);
    parts[Math.min(COLUMNS - 1, part)].push(latencyMs);
  }
  let last = 0;
  return parts.map((latencies) => {
    last = latencies.length === 0 ? last : Math.max(...latencies);
    return last;
  });
}

const row = (name, { mice, elephants }) => ({
  protection: name,
  'mice p50 ms': round(mice.p50Ms),
  'mice p99 ms': round(mice.p99Ms),
  'mice per s': round(mice.perSecond),
  'mice rejected': mice.rejected,
  'elephants per s': round(elephants.perSecond),
});

const round = (value) => (value === undefined ? undefined : Math.round(value * 10) / 10);

const isLoud = !values.json;
if (isLoud) {
  console.log(
    `${load.elephants} elephants and ${load.mice} mice, ${load.seconds} s for each server`,
  );
}
const rows = [row('(mice alone)', await measure('none', { ...load, elephants: 0 }))];
const series = [];
for (const name of values.only) {
  const result = await measure(name, load);
  rows.push(row(name, result));
  series.push(course(result.mice));
  if (isLoud) {
    console.log(`  ${name}`);
  }
}
if (isLoud) {
  console.table(rows);
  const hasColors = process.stdout.isTTY && process.env.NO_COLOR === undefined;
  const colors = values.only.map((_, i) =>
    hasColors ? asciichart[COLORS[i % COLORS.length]] : '',
  );
  console.log('\nlatency of the mice in ms, over time\n');
  console.log(
    asciichart.plot(series, {
      height: 20,
      ...(hasColors ? { colors } : {}),
      format: (ms) => ms.toFixed(0).padStart(6),
    }),
  );
  console.log(
    `\n${values.only.map((name, i) => `${colors[i]}${name}${hasColors ? asciichart.reset : ''}`).join('  ')}`,
  );
} else {
  console.log(JSON.stringify(rows, undefined, 2));
}
