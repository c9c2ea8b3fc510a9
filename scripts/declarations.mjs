// Writes the declarations of the library in the current folder, with maps to its sources: `dist/types` for `import`,
// `dist/types-cjs` for `require`. The sources are type-checked elsewhere.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const [types, typesCjs] = ['dist/types', 'dist/types-cjs'];

for (const folder of [types, typesCjs]) {
  rmSync(folder, { recursive: true, force: true });
}
const emit = ['--noEmit', 'false', '--noCheck', '--emitDeclarationOnly', '--declarationMap'];
// Without the paths to the sources of other packages, whose declarations they write themselves.
const folders = ['--paths', 'null', '--rootDir', 'src', '--outDir', types];
execFileSync(process.execPath, [tsc, '-p', '.', ...emit, ...folders], { stdio: 'inherit' });
// The manifest decides which module system a declaration file describes; the text is the same.
cpSync(types, typesCjs, { recursive: true });
writeFileSync(`${typesCjs}/package.json`, '{ "type": "commonjs" }\n');
