/// <reference lib="dom" />
// Runs in a page of a browser: shows Pods in a table, several times, and sends the medians to the server of the page.
import type { Pod } from '@kubesem/core';
import { podQosClass } from '@kubesem/qos';
import { formatQuantity, type Quantity } from '@kubesem/quantity';
import { podLimits, podRequests } from '@kubesem/resources';

const ROUNDS = 21;
/** Rows that the browser lays out together, or skips together while they are out of sight. */
const GROUP_ROWS = 10;
const ROW_PIXELS = 32;
const STYLE = `
  .grouped { display: block }
  .grouped tbody {
    display: block;
    content-visibility: auto;
    contain-intrinsic-size: auto ${GROUP_ROWS * ROW_PIXELS}px;
  }
  .grouped tr { display: flex; height: ${ROW_PIXELS}px }
  .grouped td { flex: 1 0 0; min-width: 0; white-space: nowrap }
  .grouped td:nth-child(2) { flex-grow: 4 }
`;
const pods: readonly Pod[] = JSON.parse(document.getElementById('pods')?.textContent ?? '[]');

type Rows = readonly (readonly string[])[];

const cpu = (amount: Quantity | undefined) =>
  amount === undefined ? '' : formatQuantity(amount, { style: 'cpu' }).text;
const memory = (amount: Quantity | undefined) =>
  amount === undefined ? '' : formatQuantity(amount, { style: 'bytes', digits: 1 }).text;

function cellsOf(pod: Pod): string[] {
  const requests = podRequests(pod);
  const limits = podLimits(pod);
  return [
    pod.metadata?.namespace ?? '',
    pod.metadata?.name ?? '',
    podQosClass(pod),
    cpu(requests.cpu),
    cpu(limits.cpu),
    memory(requests.memory),
    memory(limits.memory),
  ];
}

function tableOf(rows: Rows): HTMLTableElement {
  const table = document.createElement('table');
  for (let first = 0; first < rows.length; first += GROUP_ROWS) {
    const group = table.appendChild(document.createElement('tbody'));
    for (const cells of rows.slice(first, first + GROUP_ROWS)) {
      const row = group.appendChild(document.createElement('tr'));
      for (const text of cells) {
        row.appendChild(document.createElement('td')).textContent = text;
      }
    }
  }
  return table;
}

/** Fails unless the document has all rows with all their texts. */
function check(rows: Rows): void {
  const texts = Array.from(document.querySelectorAll('td'), (cell) => cell.textContent);
  if (texts.join('\n') !== rows.flat().join('\n')) {
    throw new Error('the table is not complete');
  }
}

const frame = () => new Promise(requestAnimationFrame);

/** Waits for the end of the current frame: its style, layout and paint come before the next message. */
function endOfFrame(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  port2.postMessage(undefined);
  return new Promise((resolve) => {
    port1.onmessage = resolve;
  });
}

/** Shows all Pods at the start of a frame: milliseconds for their texts, and for everything up to the end of the frame. */
async function show(className: string): Promise<[texts: number, table: number]> {
  document.body.replaceChildren();
  await frame();
  await frame();
  const start = performance.now();
  const rows = pods.map(cellsOf);
  const texts = performance.now() - start;
  const table = tableOf(rows);
  table.className = className;
  document.body.append(table);
  await endOfFrame();
  const whole = performance.now() - start;
  check(rows);
  return [texts, whole];
}

/** The medians of some rounds. */
async function measure(className: string): Promise<[texts: number, table: number]> {
  const rounds: (readonly [number, number])[] = [];
  while (rounds.length < ROUNDS) {
    rounds.push(await show(className));
  }
  const median = (part: 0 | 1) =>
    rounds.map((each) => each[part]).sort((a, b) => a - b)[ROUNDS >> 1] as number;
  return [median(0), median(1)];
}

async function run(): Promise<void> {
  document.head.appendChild(document.createElement('style')).textContent = STYLE;
  const [texts, table] = await measure('grouped');
  const [, plainTable] = await measure('plain');
  await fetch('/result', { method: 'POST', body: JSON.stringify({ texts, table, plainTable }) });
}

run().catch((error: unknown) => console.error(error));
