import { readFileSync } from 'node:fs';
import { BUILT_IN_KINDS } from '@kubesem/core/kinds';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { libraries, root } from '../../src/workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const indexes = libraries.map((name) => `${root}packages/${name}/src/index.ts`);
const program = ts.createProgram(indexes, options);
const checker = program.getTypeChecker();

/** Types of objects of the API, and what holds them. */
const API_TYPES: ReadonlySet<string> = new Set([
  ...BUILT_IN_KINDS.map(({ kind }) => kind),
  ...['ClusterLists', 'ClusterObjects', 'PodLike', 'Container', 'ContainerStatus', 'Volume'],
]);

/** Lists what is missing in the doc comments of the functions and classes of a library. */
function gapsIn(index: string): string[] {
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) {
    throw new Error(`${index} exports nothing`);
  }
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.valueDeclaration;
    if (!declaration || hasTag(declaration, 'internal')) {
      return [];
    }
    const gaps: string[] = [];
    if (ts.isFunctionLike(declaration) || ts.isClassLike(declaration)) {
      if (!hasTag(declaration, 'example')) {
        gaps.push(`${symbol.name}: @example`);
      }
    }
    if (ts.isFunctionLike(declaration)) {
      gaps.push(...callGaps(symbol.name, declaration));
      if (takesObjects(declaration) && !namesPolicy(symbol)) {
        gaps.push(`${symbol.name}: what a field of the wrong type is`);
      }
    }
    if (ts.isClassLike(declaration)) {
      for (const member of declaration.members.filter(isPublicCall)) {
        gaps.push(...callGaps(`${symbol.name}.${member.name?.getText() ?? 'constructor'}`, member));
      }
    }
    return gaps;
  });
}

function hasTag(node: ts.Node, name: string): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === name);
}

/** Whether a function takes an object of the API, a list of them or a cluster. */
function takesObjects({ parameters }: ts.SignatureDeclaration): boolean {
  return parameters.some((parameter) => {
    const text = parameter.type?.getText() ?? '';
    return (text.match(/\w+/g) ?? []).some((name) => API_TYPES.has(name));
  });
}

/** What a function does with a field of the wrong type: throw, report, or read it as absent. */
function namesPolicy(symbol: ts.Symbol): boolean {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol
    .getJsDocTags(checker)
    .map(({ text: parts }) => ts.displayPartsToString(parts));
  return /INVALID_TYPE|wrong (JSON )?type/.test([text, ...tags].join('\n'));
}

/** Lists the parameters and the result that a comment does not describe. */
function callGaps(name: string, declaration: ts.SignatureDeclaration): string[] {
  const gaps = declaration.parameters
    .filter((parameter) => !ts.getJSDocParameterTags(parameter).some(({ comment }) => comment))
    .map((parameter) => `${name}: @param ${parameter.name.getText()}`);
  const signature = checker.getSignatureFromDeclaration(declaration);
  const result = signature && checker.typeToString(signature.getReturnType());
  const isSilent = ts.isConstructorDeclaration(declaration) || result === 'void';
  return isSilent || hasTag(declaration, 'returns') ? gaps : [...gaps, `${name}: @returns`];
}

function isPublicCall(
  member: ts.ClassElement,
): member is ts.MethodDeclaration | ts.ConstructorDeclaration {
  if (!ts.isMethodDeclaration(member) && !ts.isConstructorDeclaration(member)) {
    return false;
  }
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0 && !hasTag(member, 'internal');
}

describe('the doc comment of a public function or class is complete', () => {
  test.each(libraries.map((name, index) => [name, indexes[index] ?? '']))('%s', (_name, index) => {
    expect(gapsIn(index)).toEqual([]);
  });
});

test('the API reference contains every library', () => {
  const { entryPoints } = JSON.parse(readFileSync(`${root}typedoc.json`, 'utf8'));
  expect([...entryPoints].sort()).toEqual(libraries.map((name) => `packages/${name}`).sort());
});
