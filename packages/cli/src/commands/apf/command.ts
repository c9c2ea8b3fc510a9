import type { Command } from 'commander';
import type { CommandContext } from '../../context.js';
import { addClassify } from './classify/command.js';
import { addExplain } from './explain/command.js';
import { addLevels } from './levels/command.js';
import { addServe } from './serve/command.js';
import { addSimulate } from './simulate/command.js';
import { addTable } from './table/command.js';

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

/** Adds `kubesem apf` with its commands. */
export function addApf(program: Command, context: CommandContext): void {
  const apf = program
    .command('apf')
    .description('Explain and simulate API Priority and Fairness, and try it out')
    .addHelpText('after', EXAMPLES);
  addClassify(apf, context);
  addExplain(apf, context);
  addLevels(apf, context);
  addTable(apf, context);
  addSimulate(apf, context);
  addServe(apf, context);
}
