import { formatQuantity, safeParseQuantity, sumQuantities } from '@kubesem/quantity';
import { quantityProblems } from '@kubesem/resources';
import { type Box, sentence, table } from '../../live-box/box.js';

export const box: Box = {
  input: {
    label: 'Quantities, one a line',
    text: '1.5Gi\n500M\n128974848000m\n100m\n129e6\n1.5 GB\n',
  },
  fields: [
    {
      name: 'resource',
      label: 'Resource',
      value: 'memory',
      choices: ['memory', 'cpu', 'hugepages-2Mi'],
    },
  ],
  answer: (text, { resource = 'memory' }) => {
    const texts = text.split('\n').filter((line) => line.trim() !== '');
    const style = resource === 'cpu' ? 'cpu' : 'bytes';
    const rows = texts.map((each) => {
      const { value } = safeParseQuantity(each);
      const [problem] = quantityProblems(each, { resource });
      return [
        each,
        value ? String(value) : 'invalid',
        value ? String(value.toNumber()) : '-',
        value ? formatQuantity(value, { style }).text : '-',
        problem?.message ?? 'valid',
        problem?.suggestion ?? '',
      ];
    });
    const valid = texts.flatMap((each) => safeParseQuantity(each).value ?? []);
    return [
      table(['Text', 'Canonical', 'Number', 'For people', `As ${resource}`, 'Suggestion'], rows),
      sentence(`Sorted: ${[...valid].sort((a, b) => a.cmp(b)).join(' < ')}`),
      sentence(`Sum: ${sumQuantities(valid)}`),
    ];
  },
};
