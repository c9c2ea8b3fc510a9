// After an update of one package alone, npm can install two copies of the packages that it shares with others. What one copy
// makes must work in the other.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, node } from '../../src/install.js';
import { libraries } from '../../src/workspace.js';

const { resolve } = createRequire(import.meta.url);
let folder: string;

beforeAll(async () => {
  ({ folder } = await installPacked());
  await mkdir(join(folder, 'second/node_modules'), { recursive: true });
  await cp(join(folder, 'node_modules/@kubesem'), join(folder, 'second/node_modules/@kubesem'), {
    recursive: true,
  });
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Each line compares what both copies say of a value that the first one made. */
const program = `
const one = await load((name) => import('@kubesem/' + name));
const two = await load((name) => import('./second/node_modules/@kubesem/' + name + '/dist/index.js'));
const report = {};
const same = (title, ask, made) => {
  report[title] = [JSON.stringify(ask(two, made)), JSON.stringify(ask(one, made))];
};
async function load(from) {
  const names = ${JSON.stringify(libraries)};
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name.replace(/-./g, (dash) => dash[1].toUpperCase()), await from(name)])),
  );
}
const pod = {
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', image: 'app:1', envFrom: [{ configMapRef: { name: 'web' } }] }] },
};
const [container] = pod.spec.containers;
const amount = one.quantity.parseQuantity('1.5Gi');
report.copies = [one.quantity.Quantity === two.quantity.Quantity, false];
same('a quantity is added', ({ quantity }) => quantity.parseQuantity('1Gi').add(amount));
same('a quantity is compared', ({ quantity }) => quantity.parseQuantity('1Gi').cmp(amount));
same('a quantity is read', ({ quantity }) => quantity.parseQuantity(amount));
same('a quantity is printed', ({ quantity }) => quantity.formatQuantity(amount, 'memory'));
const sized = { containers: [{ name: 'app', resources: { requests: { memory: amount } } }] };
same('quantities of a Pod', ({ resources }) => resources.podRequests(sized));
same('the class of a Pod', ({ qos }) => qos.podQosClass(sized));
const requests = one.resources.podRequests(sized);
same('plain data of a result', ({ quantity }) => quantity.toPlain(requests));
const index = one.core.indexCluster({
  configMaps: [{ metadata: { name: 'web', namespace: 'shop' }, data: { PORT: '80' } }],
});
same('an environment', ({ config }) => config.containerEnvironment(pod, container, index));
same('files', ({ config }) => config.containerFiles(pod, container, index));
const thrown = one.core.attempt(() => one.quantity.parseQuantity('1.5GB')).error;
same('an error', ({ core }) => [thrown.code, core.attempt(() => { throw thrown; }).error?.code]);
const selector = one.selectors.parseLabelSelector('app in (web)');
same('a selector', ({ selectors }) => selectors.matchesLabelSelector(selector, { app: 'web' }));
const image = one.image.parseImage('registry:5000/app');
same('an image', (copy) => copy.image.pullName(image));
const zone = one.dns.dnsZone({ services: [], pods: [], endpointSlices: [], namespaces: [] });
same('a zone', ({ dns }) => Object.keys(zone).length > 0);
console.log(JSON.stringify(report));
`;

test('values of one copy work in the other', async () => {
  await writeFile(join(folder, 'copies.mjs'), program);
  const report: { [title: string]: [unknown, unknown] } = JSON.parse(
    await node(folder, 'copies.mjs'),
  );
  expect(Object.keys(report).length).toBeGreaterThan(10);
  for (const [title, [other, own]] of Object.entries(report)) {
    expect(other, title).toEqual(own);
  }
});

test('their types work together', async () => {
  const lines = [
    `import { FieldError, attempt, indexCluster } from '@kubesem/core';`,
    `import { parseQuantity, type Quantity } from '@kubesem/quantity';`,
    `import { podRequests } from '@kubesem/resources';`,
    `import * as config from './second/node_modules/@kubesem/config';`,
    `import * as core from './second/node_modules/@kubesem/core';`,
    `import * as quantity from './second/node_modules/@kubesem/quantity';`,
    `import * as resources from './second/node_modules/@kubesem/resources';`,
    `const one: Quantity = quantity.parseQuantity('1');`,
    `const two: quantity.Quantity = parseQuantity('1').add(one);`,
    `const pod: core.PodLike = { spec: { containers: [{ name: 'app', resources: { limits: { cpu: two } } }] } };`,
    `const requests: ReturnType<typeof podRequests> = resources.podRequests(pod);`,
    `const error: core.KubesemError | undefined = attempt(() => podRequests(pod)).error;`,
    `config.containerEnvironment(pod, { name: 'app' }, indexCluster({}));`,
    `export { error, FieldError, requests };`,
  ];
  await writeFile(join(folder, 'copies.ts'), lines.join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    types: [],
  };
  const config = { compilerOptions, files: ['copies.ts'] };
  await writeFile(join(folder, 'tsconfig.copies.json'), JSON.stringify(config));
  await node(folder, resolve('typescript/bin/tsc'), '-p', 'tsconfig.copies.json');
});
