import type { Tool } from './tool.js';
import { ARGO_CD } from './tools/argo-cd.js';
import { BACKSTAGE } from './tools/backstage.js';
import { FREELENS } from './tools/freelens.js';
import { GARDENER } from './tools/gardener.js';
import { HEADLAMP } from './tools/headlamp.js';
import { JAVASCRIPT_CLIENT } from './tools/javascript-client.js';
import { JUICEFS } from './tools/juicefs.js';
import { K9S } from './tools/k9s.js';
import { KITE } from './tools/kite.js';
import { OPENSHIFT_CONSOLE } from './tools/openshift-console.js';
import { RANCHER } from './tools/rancher.js';

/** All tools, in the order of the guide. */
export const TOOLS: readonly Tool[] = [
  JAVASCRIPT_CLIENT,
  HEADLAMP,
  FREELENS,
  OPENSHIFT_CONSOLE,
  RANCHER,
  BACKSTAGE,
  GARDENER,
  KITE,
  JUICEFS,
  K9S,
  ARGO_CD,
];
