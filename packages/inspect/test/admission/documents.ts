import type { InspectReport } from '@kubesem/inspect';

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Documents of a file. */
export const file = (...documents: object[]): string =>
  documents.map((document) => JSON.stringify(document)).join('\n---\n');

export const limitRange = (limits: object, name = 'small', namespace?: string) => ({
  ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name, namespace } },
  spec: { limits: [{ type: 'Container', ...limits }] },
});
export const pod = (resources: object, metadata: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', ...metadata } },
  spec: { containers: [{ name: 'app', image: 'a:1', resources }] },
});
export const deployment = (replicas: number, resources: object, metadata: object = {}) => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'shop', ...metadata } },
  spec: { replicas, template: { spec: pod(resources).spec } },
});
export const quota = (hard: object, used?: object, name = 'team') => ({
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name } },
  spec: { hard },
  ...(used && { status: { hard, used } }),
});

/** Severity, code and place of the problems of all objects. */
export const found = ({ objects, problems }: InspectReport) =>
  [...problems, ...objects.flatMap((object) => object.problems)].map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );
export const messages = ({ objects, problems }: InspectReport) =>
  [...problems, ...objects.flatMap((object) => object.problems)].map(({ message }) => message);

/** What new objects add to the usage in the first quota. */
export const addedIn = ({ quotas }: InspectReport) =>
  Object.fromEntries(
    Object.entries(quotas?.[0]?.uses ?? {}).map(([name, use]) => [name, `${use?.added}`]),
  );
/** What exists in it. */
export const usedIn = ({ quotas }: InspectReport) =>
  Object.fromEntries(
    Object.entries(quotas?.[0]?.uses ?? {}).map(([name, use]) => [name, `${use?.used}`]),
  );
/** How many objects are admitted. */
export const verdictsIn = ({ quotaVerdicts = [] }: InspectReport) =>
  quotaVerdicts.map(({ name, creates, admitted, count }) => [name, creates, admitted, count]);
