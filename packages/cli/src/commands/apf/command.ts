import { type AddCommand, group } from '../../frame/command.js';
import { classify } from './classify.js';
import { explain } from './explain.js';
import { levels } from './levels.js';
import { serve } from './serve.js';
import { simulate } from './simulate/command.js';
import { table } from './table.js';

const EXAMPLES = `
Examples:
  kubesem apf classify --user jane GET '/api/v1/namespaces/prod/pods?limit=500'
                                      Flow schema and priority level
  kubesem apf classify -f apf.yaml --audit-log audit.log
                                      Requests of an audit log by flow schema
  kubesem apf explain -f apf.yaml --user jane GET /api/v1/pods
                                      Why each flow schema matches or not
  kubesem apf levels -f apf.yaml      Seats and queues of the priority levels
  kubesem apf table                   Odds that a light flow has no free queue
  kubesem apf simulate scenario.yaml  Waiting times and rejections
  kubesem apf serve --target http://localhost:3000
                                      A reverse proxy that protects a server

PriorityLevelConfigurations and FlowSchemas are read from manifests or a dump:
  kubectl get prioritylevelconfigurations,flowschemas -o yaml > apf.yaml
The built-in objects are added unless your files define them.

Users have the groups of --group, and those that the API server adds to every
user (as with kubectl --as).

Exit status: 0 if there are no errors, 1 if the API server rejects an object or
a request or a file cannot be read, 2 if the command line is wrong. Warnings do
not change it.`;

/** `kubesem apf` with its commands. */
export const apf: AddCommand = group({
  name: 'apf',
  summary: 'Explain and simulate API Priority and Fairness, and try it out',
  help: EXAMPLES,
  commands: [classify, explain, levels, table, simulate, serve],
});
