// One small program that uses several libraries, written for each kind of consumer.

const imports: Readonly<Record<string, string>> = {
  '@kubesem/core': 'dns1123LabelErrors',
  '@kubesem/image': 'parseImage, pullName',
  '@kubesem/qos': 'podQosClass',
  '@kubesem/quantity': 'parseQuantity',
  '@kubesem/resources': 'podRequests',
};

const body = `
const pod = {
  spec: {
    containers: [{ name: 'web', resources: { requests: { cpu: '250m', memory: '1.5Gi' } } }],
  },
};
const report = JSON.stringify({
  name: dns1123LabelErrors('Web'),
  sum: parseQuantity('1.5Gi').add('512Mi'),
  requests: podRequests(pod),
  qosClass: podQosClass(pod),
  image: pullName(parseImage('registry:5000/app')),
});
`;

/** Output of the program. */
export const report = {
  name: ['INVALID_FORMAT'],
  sum: '2Gi',
  requests: { cpu: '250m', memory: '1536Mi' },
  qosClass: 'Burstable',
  image: 'registry:5000/app:latest',
} as const;

const importLines = Object.entries(imports)
  .map(([name, value]) => `import { ${value} } from '${name}';`)
  .join('\n');

const requireLines = Object.entries(imports)
  .map(([name, value]) => `const { ${value} } = require('${name}');`)
  .join('\n');

/** ECMAScript module that prints the report. */
export const esModule: string = `${importLines}${body}console.log(report);`;

/** CommonJS module that prints the report. */
export const commonJs: string = `${requireLines}${body}console.log(report);`;

/** Jest test that compares the report. */
export const jestTest: string = `${requireLines}${body}
test('report', () => expect(JSON.parse(report)).toEqual(${JSON.stringify(report)}));`;

/** Module for a browser: it uses only the language, and stores the report in a global variable. */
export const browserModule: string = `${importLines}${body}globalThis.report = report;`;

/** TypeScript module that compiles only if the types are correct. */
export const typedModule: string = `${importLines}
import type { Pod, QuantityInput, Result } from '@kubesem/core';
import type { ImageReference } from '@kubesem/image';
import { safeParseQuantity, type Quantity, type QuantityParseError } from '@kubesem/quantity';
${body}
const typedPod: Pod = pod;
const requests: { readonly [name: string]: Quantity | undefined } = podRequests(typedPod);
const inputs: readonly QuantityInput[] = ['1.5Gi', 2, parseQuantity(3)];
const parsed: Result<Quantity, QuantityParseError> = safeParseQuantity(report);
const bytes: bigint | string = parsed.ok ? parsed.value.value() : parsed.error.code;
const image: ImageReference = parseImage('registry:5000/app');
export { bytes, image, inputs, requests };
`;

/** Module that passes values between the two builds, as in an app that loads both. */
export const bothBuilds: string = `
import { createRequire } from 'node:module';
import * as modern from '@kubesem/quantity';
const classic = createRequire(import.meta.url)('@kubesem/quantity');
if (modern.Quantity === classic.Quantity) throw new Error('both builds are the same copy');
console.log(JSON.stringify([
  modern.parseQuantity('1Gi').add(classic.parseQuantity('2Gi')),
  classic.parseQuantity('1').cmp(modern.parseQuantity('1500m')),
]));
`;
