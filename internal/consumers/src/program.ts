// One small program over all libraries, in the spelling of each kind of consumer.

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

/** What the program prints. */
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

/** An ECMAScript module that prints the report. */
export const esModule: string = `${importLines}${body}console.log(report);`;

/** A CommonJS module that prints the report. */
export const commonJs: string = `${requireLines}${body}console.log(report);`;

/** A test for Jest that compares the report. */
export const jestTest: string = `${requireLines}${body}
test('report', () => expect(JSON.parse(report)).toEqual(${JSON.stringify(report)}));`;

/** A module for a browser: it uses nothing but the language, and leaves the report in a global variable. */
export const browserModule: string = `${importLines}${body}globalThis.report = report;`;

/** A TypeScript module that only compiles if the types say what the values are. */
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

/** A module that hands values between the two builds, as happens where an app loads both. */
export const bothBuilds: string = `
import { createRequire } from 'node:module';
import * as modern from '@kubesem/quantity';
const classic = createRequire(import.meta.url)('@kubesem/quantity');
if (modern.Quantity === classic.Quantity) throw new Error('expected two copies');
console.log(JSON.stringify([
  modern.parseQuantity('1Gi').add(classic.parseQuantity('2Gi')),
  classic.parseQuantity('1').cmp(modern.parseQuantity('1500m')),
]));
`;
