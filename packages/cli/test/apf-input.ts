import { join } from 'node:path';
import { folderOf, kubesem } from './terminal.js';

/** The cells of a table's lines. */
export const cells = (table: string) =>
  table
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));

/** A priority level. */
export const LEVEL = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: builds }
spec:
  type: Limited
  limited:
    nominalConcurrencyShares: 20
    lendablePercent: 50
    borrowingLimitPercent: 200
    limitResponse: { type: Queue, queuing: { queues: 16, handSize: 4, queueLengthLimit: 7 } }
`;
/** A flow schema that leads to it. */
export const SCHEMA = `apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
metadata: { name: to-builds }
spec:
  priorityLevelConfiguration: { name: builds }
  matchingPrecedence: 700
  distinguisherMethod: { type: ByNamespace }
  rules:
    - subjects: [{ kind: Group, group: { name: devs } }]
      resourceRules: [{ verbs: [list], apiGroups: [''], resources: [pods], namespaces: [prod] }]
    - subjects: [{ kind: User, user: { name: anna } }]
      nonResourceRules: [{ verbs: [get], nonResourceURLs: [/version] }]
`;

/** A file with these documents. */
export const fileOf = (...documents: string[]) =>
  join(folderOf({ 'a.yaml': documents.join('---\n') }), 'a.yaml');

/** Runs a command about priority and fairness, and reads what it prints for programs. */
export async function json(args: readonly string[], stdin = '') {
  const { stdout, ...rest } = await kubesem(['apf', ...args, '-o', 'json'], { stdin });
  return { ...rest, output: JSON.parse(stdout) };
}
