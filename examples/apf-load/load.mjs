// Clients that send the next request when they have the answer to the last one.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a rejected client waits before it tries again. */
const RETRY_MS = 10;

/**
 * Sends requests for some time.
 *
 * @param {string} url - URL of the server
 * @param {{ elephants: number, mice: number, seconds: number, mouseCalls?: number }} load - clients of one user who asks for
 *   too much; users with a single client; how long; how often a request of a mouse calls the backend
 * @returns what became of the requests of the mice, and of the elephants
 */
export async function run(url, { elephants, mice, seconds, mouseCalls = 1 }) {
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const isOver = () => performance.now() - start > seconds * 1000;
  const client = async (user, results, calls) => {
    while (!isOver()) {
      const sent = performance.now();
      const status = await ask(url, agent, user, calls);
      const now = performance.now();
      results.push({ atMs: now - start, latencyMs: now - sent, isAnswered: status === 200 });
      if (status !== 200) {
        await sleep(RETRY_MS);
      }
    }
  };
  const results = { mice: [], elephants: [] };
  const clients = [
    ...Array.from({ length: mice }, (_, i) => client(`mouse-${i}`, results.mice, mouseCalls)),
    ...Array.from({ length: elephants }, () => client('elephant', results.elephants, 1)),
  ];
  await Promise.all(clients);
  agent.destroy();
  return { mice: summary(results.mice, seconds), elephants: summary(results.elephants, seconds) };
}

function ask(url, agent, user, calls) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-user': user, 'x-calls': calls };
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
  });
}

function summary(results, seconds) {
  const answered = results.filter(({ isAnswered }) => isAnswered);
  const sorted = answered.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const percentile = (part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return {
    results: answered,
    perSecond: answered.length / seconds,
    rejected: results.length - answered.length,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}
