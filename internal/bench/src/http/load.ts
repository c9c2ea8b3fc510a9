// Sends requests as fast as a server answers, in a process of its own: `node http-load.mjs PORT SECONDS` prints how many per
// second.
import autocannon from 'autocannon';

const [, , port, seconds] = process.argv;
const load = { url: `http://127.0.0.1:${port}/`, connections: 50 };
// The first requests run before the code is compiled.
await autocannon({ ...load, duration: Math.min(2, Number(seconds)) });
const result = await autocannon({ ...load, duration: Number(seconds) });
if (result.non2xx > 0 || result.errors > 0) {
  throw new Error(`${result.non2xx} requests were rejected, ${result.errors} failed`);
}
process.stdout.write(`${result.requests.total / result.duration}\n`);
