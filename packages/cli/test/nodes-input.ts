import { node, pod } from './cluster.js';

export const alpha = node('alpha', { cpu: '4', memory: '7Gi', pods: '1k', 'example.com/gpu': '3' });
export const beta = node('beta', { cpu: '1930m', memory: '3Gi', pods: '29', 'hugepages-2Mi': '0' });
export const web = pod('web', 'alpha', {
  requests: { cpu: '750m', memory: '1Gi' },
  limits: { cpu: '5', 'example.com/gpu': '2' },
});
export const job = pod('job', 'alpha', { requests: { cpu: '2' } }, 'Succeeded');
export const pending = pod('pending', '', { requests: { cpu: '3' } }, 'Pending');

/** The cells of the lines below a heading. */
export function block(stdout: string, heading: string): string[][] {
  const lines = stdout.split('\n');
  const start = lines.indexOf(heading) + 1;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('  '));
  return lines.slice(start, end).map((line) => line.trim().split(/ {2,}/));
}

export const TABLE_OF_TWO = `<bold>RESOURCE</>             <bold>ALLOCATABLE</>     <bold>REQUESTS</>    <bold>LIMITS</>
<bold>large</>
  pods                         3      2 (66%)         -  <green>█████████████</><dim>░░░░░░░</>
  cpu                          4  3600m (90%)  5 (125%)  <red>██████████████████</><dim>░░</>
  memory                     8Gi    6Gi (75%)         -  <yellow>███████████████</><dim>░░░░░</>
  ephemeral-storage          7Gi     1Mi (0%)         -  <green>█</><dim>░░░░░░░░░░░░░░░░░░░</>
  a.example/nic                8            -         -  <green></><dim>░░░░░░░░░░░░░░░░░░░░</>
  example.com/fpga             -            -         1
  example.com/gpu              2            -         3  <green></><dim>░░░░░░░░░░░░░░░░░░░░</>
<bold>small</>
  pods                         -            1         -
  cpu                          2            -   1 (50%)  <green></><dim>░░░░░░░░░░░░░░░░░░░░</>
  memory                       0     1Gi (0%)         -
  example.com/fpga             -            7         -
<bold>TOTAL of 2 nodes</>
  pods                         3     3 (100%)         -  <red>████████████████████</><dim></>
  cpu                          6  3600m (60%)  6 (100%)  <green>████████████</><dim>░░░░░░░░</>
  memory                     8Gi    7Gi (87%)         -  <yellow>██████████████████</><dim>░░</>
  ephemeral-storage          7Gi     1Mi (0%)         -  <green>█</><dim>░░░░░░░░░░░░░░░░░░░</>
  a.example/nic                8            -         -  <green></><dim>░░░░░░░░░░░░░░░░░░░░</>
  example.com/fpga             -            7         1
  example.com/gpu              2            -         3  <green></><dim>░░░░░░░░░░░░░░░░░░░░</>

2 nodes, 5 Pods: 3 on them, 1 finished, 1 on unknown nodes
`;
export const EXPLAINED = `Pods: 4 on them, 1 finished, 2 without a node

<bold>alpha</>
  percentages are of status.allocatable
  1 Pod on it counts

<bold>beta</>
  percentages are of status.allocatable
  1 Pod on it counts
  shop/resized cpu request: its row has 900m (actuated), the total counts 500m from the spec
  shop/resized cpu limit: its row has 4 (actuated), the total counts 3 from the spec
  shop/resized memory limit: its row has 5Gi (actuated), the total counts none from the spec
  batch/job does not count: it has ended (Failed)

<bold>first</>
  percentages are of status.capacity: nothing is allocatable
  2 Pods on it count

<bold>bare</>
  there are no percentages: it has neither allocatable resources nor a capacity
  0 Pods on it count

<bold>without a node</>
  shop/pending does not count: the scheduler has not found a node for it (Pending)
  shop/silent does not count: the scheduler has not found a node for it
`;
