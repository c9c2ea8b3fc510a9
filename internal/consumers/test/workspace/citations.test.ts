import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citationsIn } from '../../src/citations.js';
import { publicPackages, root, typescriptFiles } from '../../src/workspace.js';

/** Functions of Kubernetes that more than one package may implement, and why. */
const SHARED: Readonly<Record<string, string>> = {
  'k8s.io/apimachinery/pkg/api/resource Quantity.UnmarshalJSON':
    'quantity implements it; resources calls it and adds the path of the field',
  'k8s.io/kubernetes/pkg/controller/deployment rolloutRolling':
    'workloads follows its scaling; inspect asks quotas in the order in which it creates Pods',
  'k8s.io/kubernetes/pkg/kubelet SyncPod':
    'lifecycle follows its order; image its choice of pull Secrets for a Pod',
  'k8s.io/kubernetes/pkg/kubelet convertToAPIContainerStatuses':
    'lifecycle computes the states of containers; resources what their limits mean',
  'k8s.io/kubernetes/pkg/kubelet/apis/config/validation ValidateKubeletConfiguration':
    'one function for all settings of the kubelet; each package checks the settings that it uses',
  'net/url Parse':
    'image reads the hosts of registries; kubeconfig reads the whole URLs of servers and proxies',
};

test('each function of Kubernetes is implemented in one package', () => {
  const implementing = new Map<string, Set<string>>();
  for (const folder of publicPackages) {
    for (const file of typescriptFiles(`packages/${folder}/src`)) {
      for (const { goPackage, goFunction } of citationsIn(readFileSync(root + file, 'utf8'))) {
        const cited = `${goPackage} ${goFunction}`;
        implementing.set(cited, (implementing.get(cited) ?? new Set()).add(folder));
      }
    }
  }
  // Fewer means that the sources are not read.
  expect(implementing.size).toBeGreaterThan(150);
  const duplicates = [...implementing].filter(([, folders]) => folders.size > 1);
  expect(duplicates.map(([cited]) => cited).sort()).toEqual(Object.keys(SHARED).sort());
});

test.each([
  [
    'a list',
    '`a.io/x/pkg/y` v1.2, `Foo`, `bar` and `T.Baz`.',
    ['pkg/y Foo', 'pkg/y bar', 'pkg/y T.Baz'],
  ],
  ['parentheses', '`a.io/x/pkg/y` v1.2 (`Foo`); the rest is ours.', ['pkg/y Foo']],
  ['two packages', '`a.io/x/pkg/y` v1.2, `Foo`; `pkg/z`, `Bar`.', ['pkg/y Foo', 'pkg/z Bar']],
  ['more than a line', '`a.io/x/pkg/y` v1.2,\n * `Foo`.', ['pkg/y Foo']],
  ['a type', '`a.io/x/pkg/y` v1.2, type `Foo`.', []],
  ['a remark', '`a.io/x/pkg/y` v1.2, `Foo`, but not `Bar`. (`Baz` differs.)', ['pkg/y Foo']],
  ['a file', '`a.io/x/pkg/y` v1.2 (`rule.go`).', []],
])('reads sources: %s', (_name, source, expected) => {
  const found = citationsIn(`/**\n * Sums.\n *\n * Source: ${source}\n */\nfunction sum() {}`);
  expect(
    found.map((each) => `${each.goPackage.slice('a.io/x/'.length)} ${each.goFunction}`),
  ).toEqual(expected);
});

test('interfaces and constants implement nothing', () => {
  const text = '/** Source: `a.io/x/y`, `Foo`. */\ninterface Foo {}';
  expect(citationsIn(text)).toEqual([]);
});
