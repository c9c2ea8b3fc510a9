import { existsSync } from 'node:fs';
import ts from 'typescript';
import { libraries, manifestOf, root } from './workspace.js';

const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);

/** Numbers that are neither times nor counts: places in a text or an object, and amounts, which are Quantities. */
const NO_TIME_OR_COUNT =
  /^(segments?|offset|line|column|at|size|index|code|scale|bytes|ratio|high|low|min|max|value)$/;

/** Lists the numbers that the public functions of the libraries take, apart from the fields of Kubernetes objects. */
export function numberOptions(): string[] {
  const entries = libraries.flatMap(entryFiles);
  const program = ts.createProgram(entries, options);
  const finder = new NumberFinder(program.getTypeChecker());
  for (const entry of entries) {
    const source = program.getSourceFile(entry);
    if (source !== undefined) {
      finder.addEntry(source);
    }
  }
  return finder.found();
}

function entryFiles(library: string): string[] {
  return Object.keys(manifestOf(library).exports ?? {})
    .filter((entry) => entry !== './internal')
    .map((entry) => (entry === '.' ? 'index' : entry.slice(2)))
    .map((entry) => `${root}packages/${library}/src/${entry}.ts`)
    .filter(existsSync);
}

/** Walks the types of parameters and results. Results that a function takes again were made by the family. */
class NumberFinder {
  private readonly taken = new Set<string>();
  private readonly returned = new Set<string>();
  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  found(): string[] {
    return [...this.taken].filter((key) => !this.returned.has(key)).sort();
  }

  addEntry(source: ts.SourceFile): void {
    const module = this.checker.getSymbolAtLocation(source);
    for (const exported of module ? this.checker.getExportsOfModule(module) : []) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? this.checker.getAliasedSymbol(exported) : exported;
      if (symbol.valueDeclaration === undefined || isHidden(symbol)) {
        continue;
      }
      const type = this.checker.getTypeOfSymbol(symbol);
      this.addSignatures(symbol.name, type.getCallSignatures());
      for (const signature of type.getConstructSignatures()) {
        this.addSignatures(symbol.name, [signature]);
        for (const member of signature.getReturnType().getProperties()) {
          if (!isHidden(member)) {
            const calls = this.checker.getTypeOfSymbol(member).getCallSignatures();
            this.addSignatures(`${symbol.name}#${member.name}`, calls);
          }
        }
      }
    }
  }

  private addSignatures(name: string, signatures: readonly ts.Signature[]): void {
    for (const signature of signatures) {
      for (const parameter of signature.parameters) {
        const type = this.checker.getTypeOfSymbol(parameter);
        if (!NO_TIME_OR_COUNT.test(parameter.name)) {
          this.addNumbers(type, `${name}(${parameter.name})`, this.taken, new Set());
        }
      }
      if (!/^(safeP|p)arse|^(safeR|r)ead/.test(name)) {
        this.addNumbers(signature.getReturnType(), `${name}()`, this.returned, new Set());
      }
    }
  }

  private addNumbers(type: ts.Type, key: string, found: Set<string>, seen: Set<ts.Type>): void {
    if ((type.flags & ts.TypeFlags.Number) !== 0) {
      found.add(key);
      return;
    }
    if (type.isUnion()) {
      // What can also be a bigint is an amount.
      const isAmount = type.types.some(({ flags }) => (flags & ts.TypeFlags.BigInt) !== 0);
      for (const each of isAmount ? [] : type.types) {
        this.addNumbers(each, key, found, seen);
      }
      return;
    }
    if (seen.has(type) || type.symbol?.name === 'Uint8Array') {
      return;
    }
    seen.add(type);
    const inner = [
      ...(type.isIntersection() ? type.types : []),
      ...this.checker.getTypeArguments(type as ts.TypeReference),
      ...this.checker.getIndexInfosOfType(type).map((info) => info.type),
    ];
    for (const each of inner) {
      this.addNumbers(each, key, found, seen);
    }
    for (const property of isPlain(type) ? type.getProperties() : []) {
      if (!isHidden(property) && !isOfApi(property) && !NO_TIME_OR_COUNT.test(property.name)) {
        const name = `${ownerOf(property)}.${property.name}`;
        this.addNumbers(this.checker.getTypeOfSymbol(property), name, found, seen);
      }
    }
  }
}

/** Whether it is an interface of ours that is not a type of the Kubernetes API. Nobody writes an instance of a class. */
function isPlain(type: ts.Type): boolean {
  const isClass = type.symbol && (type.symbol.flags & ts.SymbolFlags.Class) !== 0;
  return (
    !isClass &&
    (type.symbol?.declarations ?? []).some((each) => {
      const { fileName } = each.getSourceFile();
      return (
        fileName.startsWith(`${root}packages/`) &&
        !/core\/src\/(api\/|pod\/tolerations)/.test(fileName)
      );
    })
  );
}

/** Parts of API objects are read as the objects are. */
function isOfApi({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => /core\/src\/api\//.test(each.getSourceFile().fileName));
}

function ownerOf(property: ts.Symbol): string {
  const { parent } = property.declarations?.[0] ?? {};
  const isNamed = parent && (ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent));
  return isNamed ? (parent.name?.text ?? '') : '';
}

function isHidden(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (each) =>
      (ts.getCombinedModifierFlags(each) & ts.ModifierFlags.Private) !== 0 ||
      ts.getJSDocTags(each).some((tag) => tag.tagName.text === 'internal'),
  );
}
