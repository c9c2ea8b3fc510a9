import ts from 'typescript';
import { libraries, root } from './workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

/**
 * Lists the public functions of the libraries whose results hold quantities.
 *
 * @returns their names, without `safe…` forms, and without the functions of `@kubesem/quantity` itself
 */
export function functionsWithQuantities(): string[] {
  const indexes = libraries
    .filter((name) => name !== 'quantity')
    .map((name) => `${root}packages/${name}/src/index.ts`);
  const program = ts.createProgram(indexes, options);
  const checker = program.getTypeChecker();

  const holds = (type: ts.Type, seen: Set<ts.Type>): boolean => {
    if (seen.has(type)) {
      return false;
    }
    seen.add(type);
    if (type.symbol?.name === 'Quantity') {
      return true;
    }
    const inner = [
      ...(type.isUnionOrIntersection() ? type.types : []),
      ...checker.getTypeArguments(type as ts.TypeReference),
      ...checker.getIndexInfosOfType(type).map((info) => info.type),
      ...(isOurs(type) ? type.getProperties().map((each) => checker.getTypeOfSymbol(each)) : []),
    ];
    return inner.some((each) => holds(each, seen));
  };
  const isOurs = (type: ts.Type): boolean =>
    (type.symbol?.declarations ?? []).some((each) =>
      each.getSourceFile().fileName.startsWith(`${root}packages/`),
    );

  return indexes.flatMap((index) => {
    const source = program.getSourceFile(index);
    const module = source && checker.getSymbolAtLocation(source);
    return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
      const symbol =
        (exported.flags & ts.SymbolFlags.Alias) !== 0
          ? checker.getAliasedSymbol(exported)
          : exported;
      const declaration = symbol.valueDeclaration;
      if (!declaration || !ts.isFunctionDeclaration(declaration)) {
        return [];
      }
      const isInternal = ts
        .getJSDocTags(declaration)
        .some((tag) => tag.tagName.text === 'internal');
      const signature = checker.getSignatureFromDeclaration(declaration);
      const result = signature && checker.getReturnTypeOfSignature(signature);
      const isResult = !isInternal && !symbol.name.startsWith('safe');
      return isResult && result && holds(result, new Set()) ? [symbol.name] : [];
    });
  });
}
