import { readFileSync } from 'node:fs';
import { BUILT_IN_KINDS } from '@kubesem/core/kinds';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { publicPackages, root, typescriptFiles } from '../../src/workspace.js';

const TABLE = 'packages/core/src/kinds/';
/** The tables of fields, which are generated as well. */
const TYPES = /^packages\/core\/src\/types(?:\/[\w-]+)?\.ts$/;

/** Files that may name kinds, by the reason. All other files use the constants of `@kubesem/core/kinds`. */
const EXCEPTIONS: { readonly [reason: string]: readonly string[] } = {
  'a bundle of a few exports would grow by more than 3 %': [
    'config/src/references/config-references.ts',
    'core/src/pod/pod-fields.ts',
    'dns/src/zone/object-names.ts',
    'dns/src/names/service-name.ts',
    'selectors/src/fields/selectable-fields.ts',
    'workloads/src/rollout/limits.ts',
    'workloads/src/rollout/rollout-fields.ts',
    'workloads/src/rollout/status.ts',
    'workloads/src/scaling/claimed-pods.ts',
  ],
  'a type of limits of a LimitRange': [
    'admission/src/limit-range/bounds.ts',
    'admission/src/limit-range/violations.ts',
    'inspect/src/admission/limit-ranges.ts',
  ],
  'a scope of a ResourceQuota': ['admission/src/quota/scopes.ts'],
  'a kind of subjects of a FlowSchema, beside User and Group': [
    'apf/src/objects/suggested-objects.ts',
    'apf/src/objects/validate-flow-schema.ts',
    'apf/src/requests/classifier.ts',
    'apf/src/requests/classify.ts',
  ],
  'the Event of the audit log, which is another kind': ['apf-simulator/src/audit/event.ts'],
  'a type of tokens of a credential provider': ['image/src/credentials/providers.ts'],
  'a word of a sentence or the heading of a column': [
    'apf-http/src/debug/page.ts',
    'cli/src/commands/quota/command.ts',
    'cli/src/commands/service/routes.ts',
    'inspect/src/services/service-report.ts',
    'lifecycle/src/status/pod-table.ts',
    'nodes/src/allocation/cluster-reader.ts',
  ],
  'a value of an option or a result of ours, whose type lists its values': [
    'dns/src/resolver/pod-resolv-conf.ts',
    'dns/src/resolver/resolver-limits.ts',
    'image/src/credentials/keyring/pod-keyring.ts',
    'image/src/pulling/pod-image-pull-secrets.ts',
    'workloads/src/rollout/simulated-replica-set.ts',
    'workloads/src/scaling/deletion-order.ts',
    'workloads/src/scaling/pods-to-delete.ts',
  ],
};

const names = BUILT_IN_KINDS.map(({ kind }) => kind);
/** `Pod`, `v1 Pod`, `apps/v1 Deployment`, `/Pod` or `apps/Deployment`. */
const NAMED = new RegExp(`^(?:[a-z0-9.]*/|(?:[a-z0-9.]+/)?v\\d\\w* )?(?:${names.join('|')})$`);

/** The texts and names of fields in a file that are names of kinds, without comments, types and what is counted. */
function namedKinds(file: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(
    file,
    readFileSync(root + file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    const isText = ts.isStringLiteralLike(node) && !ts.isLiteralTypeNode(parent);
    const isField =
      ts.isIdentifier(node) && ts.isPropertyAssignment(parent) && parent.name === node;
    // `count(3, 'Pod')` is `3 Pods`.
    const isCounted =
      parent && ts.isCallExpression(parent) && parent.expression.getText() === 'count';
    if ((isText || isField) && !isCounted && NAMED.test(node.text)) {
      found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const kindsByFile = new Map(
  publicPackages
    .flatMap((name) => typescriptFiles(`packages/${name}/src`))
    .filter((file) => !file.startsWith(TABLE) && !TYPES.test(file))
    .map((file) => [file, namedKinds(file)] as const)
    .filter(([, found]) => found.length > 0),
);

test('files name kinds with the constants of the generated table, apart from the exceptions', () => {
  const allowed = Object.values(EXCEPTIONS).flat();
  expect([...kindsByFile.keys()].sort()).toEqual(allowed.map((file) => `packages/${file}`).sort());
});

test('a kind that is written with its group is in the table', () => {
  const known = new Set(BUILT_IN_KINDS.map(({ group, kind }) => `${group}/${kind}`));
  const written = [...kindsByFile.values()].flat().filter((text) => text.includes('/'));
  expect(written.filter((text) => !known.has(text))).toEqual([]);
});

test('the group of an API version is cut out in one place', () => {
  const cut = /apiVersion\w*\)?\.(?:split|indexOf|slice|substring)\(/;
  const files = publicPackages.flatMap((name) => typescriptFiles(`packages/${name}/src`));
  const found = files.filter((file) =>
    readFileSync(root + file, 'utf8')
      .split('\n')
      .some((line) => cut.test(line)),
  );
  expect(found.sort()).toEqual([
    // The version after the group.
    'packages/apf/src/objects/defaults.ts',
    'packages/core/src/names/api-versions.ts',
    // Counts the slashes, since an API version with two of them is invalid.
    'packages/disruption/src/budgets/controllers.ts',
  ]);
});

test('paths of fields are built in one place', () => {
  const files = publicPackages.flatMap((name) => typescriptFiles(`packages/${name}/src`));
  const found = files.filter(
    (file) =>
      !file.startsWith('packages/core/src/field/') &&
      /\bchildPath\b/.test(readFileSync(root + file, 'utf8')),
  );
  expect(found).toEqual([]);
});
