import { simulateServer } from '@kubesem/apf-simulator';
import { type Box, type Field, sentence, table } from '../../live-box/box.js';

const FIELDS = [
  { name: 'seats', label: 'Concurrent requests (seats)', value: '10', max: 1000 },
  { name: 'queues', label: 'Queues', value: '64', max: 512 },
  { name: 'handSize', label: 'Hand size', value: '4', max: 10 },
  { name: 'length', label: 'Queue length limit', value: '50', max: 1000 },
  { name: 'heavy', label: 'Requests per second of the heavy client', value: '300', max: 1000 },
  { name: 'light', label: 'Requests per second of the light client', value: '5', max: 1000 },
] as const;

export const box: Box = {
  fields: FIELDS.map(({ name, label, value }): Field => ({ name, label, value })),
  answer: (_text, values) => {
    const value = (name: (typeof FIELDS)[number]['name']): number => {
      const { max = 1 } = FIELDS.find((field) => field.name === name) ?? {};
      return Math.min(Math.max(Number(values[name]) || 1, 1), max);
    };
    const queuing = {
      queues: value('queues'),
      handSize: value('handSize'),
      queueLengthLimit: value('length'),
    };
    const limited = {
      nominalConcurrencyShares: 1_000_000,
      limitResponse: { type: 'Queue', queuing },
    };
    const subjects = [{ kind: 'Group', group: { name: 'system:authenticated' } }];
    const rules = [{ subjects, nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] }];
    const flow = (name: string, perSecond: number) => ({
      name,
      request: { url: '/report', user: { name } },
      arrival: { process: 'poisson', perSecond } as const,
      durationSeconds: { distribution: 'exponential', meanSeconds: 0.05 } as const,
    });
    const { flows, priorityLevels, sampleSeconds } = simulateServer({
      durationSeconds: 20,
      config: {
        suggestedObjects: false,
        serverConcurrencyLimit: value('seats'),
        priorityLevels: [{ metadata: { name: 'clients' }, spec: { type: 'Limited', limited } }],
        flowSchemas: [
          {
            metadata: { name: 'clients' },
            spec: {
              matchingPrecedence: 100,
              priorityLevelConfiguration: { name: 'clients' },
              distinguisherMethod: { type: 'ByUser' },
              rules,
            },
          },
        ],
      },
      flows: [flow('heavy', value('heavy')), flow('light', value('light'))],
    });
    const series = priorityLevels['clients']?.series;
    const rows = Object.entries(flows).map(([name, flow]) => {
      const rejected = Object.values(flow?.rejected ?? {}).reduce<number>(
        (sum, count) => sum + (count ?? 0),
        0,
      );
      return [
        name,
        String(flow?.arrived),
        String(flow?.dispatched),
        String(rejected),
        ...waits(flow?.wait),
      ];
    });
    return [
      sentence('20 seconds in virtual time. Each request executes for 50 ms on average.'),
      table(['Client', 'Requests', 'Executed', 'Rejected', 'Median wait', 'P99 wait'], rows),
      {
        kind: 'chart',
        title: 'Requests that wait, and seats in use',
        sampleSeconds,
        series: [
          { name: 'waiting requests', values: series?.requestsWaiting ?? [], color: 2 },
          { name: 'seats in use', values: series?.seatsInUse ?? [], color: 1 },
        ],
      },
    ];
  },
};

function waits(
  wait: { readonly p50Seconds: number; readonly p99Seconds: number } | undefined,
): string[] {
  return [wait?.p50Seconds ?? 0, wait?.p99Seconds ?? 0].map(
    (seconds) => `${Math.round(seconds * 1000)} ms`,
  );
}
