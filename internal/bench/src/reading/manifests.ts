import { clusterPods } from '../cluster/cluster.js';
import { pick, seededRandom } from '../random.js';
import { yamlText } from './yaml-text.js';

type RandomBelow = (bound: number) => number;

const SEED = 20_261_122;
const WORDS = (
  'the of a name resource object field value default list set that is for which namespace cluster server must be optional ' +
  'repository application controller reference version policy label selector template condition status when are not'
).split(' ');

function sentence(random: RandomBelow, words: number): string {
  return Array.from({ length: words }, () => pick(random, WORDS)).join(' ');
}

const FIELDS_PER_OBJECT = 8;

/** A schema as in a CustomResourceDefinition: mostly descriptions, some of several lines. */
function schema(random: RandomBelow, depth: number): object {
  const isLong = random(4) === 0;
  const description = isLong
    ? `${sentence(random, 9)}\n${sentence(random, 7)}`
    : sentence(random, 4 + random(6));
  if (depth === 0) {
    return { description, type: pick(random, ['string', 'integer', 'boolean']) };
  }
  const properties = Object.fromEntries(
    Array.from({ length: FIELDS_PER_OBJECT }, (_, index) => [
      `${pick(random, WORDS)}${index}`,
      schema(random, Math.max(depth - 1 - random(2), 0)),
    ]),
  );
  return { description, properties, required: Object.keys(properties).slice(0, 2), type: 'object' };
}

function customResource(random: RandomBelow, index: number): object {
  const [kind, plural] = [`Kind${index}`, `kind${index}s`];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, listKind: `${kind}List`, plural, singular: `kind${index}` },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', schema: { openAPIV3Schema: schema(random, 4) }, served: true, storage: true },
      ],
    },
  };
}

interface ClusterPod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly uid: string };
  readonly spec: { nodeName?: string };
}

function deployment(pod: ClusterPod): object {
  const { nodeName: _, ...spec } = pod.spec;
  const { uid: _uid, ...metadata } = pod.metadata;
  const labels = { app: pod.metadata.name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  };
}

const CUSTOM_RESOURCES = 10;
const DEPLOYMENTS = 25;

/**
 * Generates what installs a large application: definitions of custom resources, and Deployments.
 *
 * @returns YAML of about 2 MB
 */
export function installText(): string {
  const random = seededRandom(SEED);
  const resources = Array.from({ length: CUSTOM_RESOURCES }, (_, index) =>
    customResource(random, index),
  );
  const pods = [...clusterPods(DEPLOYMENTS)] as ClusterPod[];
  return [...resources, ...pods.map(deployment)].map(yamlText).join('---\n');
}

/**
 * Generates a list of Pods, as `kubectl get pods -A -o yaml` prints it.
 *
 * @param bytes - size of the text
 * @param prefix - of the namespaces
 * @returns YAML of about this size, but no more
 */
export function podListText(bytes: number, prefix: string): string {
  const parts = ['apiVersion: v1\nkind: List\nitems:\n'];
  let length = 0;
  for (const each of clusterPods()) {
    const pod = each as ClusterPod;
    const metadata = { ...pod.metadata, namespace: prefix + pod.metadata.namespace };
    const item = yamlText([{ ...pod, metadata }]);
    length += item.length;
    if (length > bytes) {
      break;
    }
    parts.push(item);
  }
  return parts.join('');
}
