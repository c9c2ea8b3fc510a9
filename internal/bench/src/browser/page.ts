/// <reference lib="dom" />
// Runs in a page of a browser: shows Pods in a table, several times, and writes the medians into the title.
import type { Pod } from '@kubesem/core';
import { podQosClass } from '@kubesem/qos';
import { formatQuantity, type Quantity } from '@kubesem/quantity';
import { podLimits, podRequests } from '@kubesem/resources';

const ROUNDS = 21;
const pods: readonly Pod[] = JSON.parse(document.getElementById('pods')?.textContent ?? '[]');

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

/** Shows all Pods: milliseconds for their texts, and for everything including the layout of the table. */
function show(): [texts: number, table: number] {
  const start = performance.now();
  const rows = pods.map(cellsOf);
  const texts = performance.now() - start;
  const table = document.createElement('table');
  for (const cells of rows) {
    const row = table.insertRow();
    for (const text of cells) {
      row.insertCell().textContent = text;
    }
  }
  document.body.replaceChildren(table);
  // Reading the height makes the browser compute the layout.
  return [texts, table.offsetHeight > 0 ? performance.now() - start : Number.NaN];
}

const rounds = Array.from({ length: ROUNDS }, show);
const median = (part: 0 | 1) => rounds.map((each) => each[part]).sort((a, b) => a - b)[ROUNDS >> 1];
document.body.replaceChildren();
document.title = `${median(0)} ${median(1)}`;
