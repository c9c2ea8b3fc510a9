// An esbuild plugin that writes the licences of the packages in a bundle next to it, as most of them demand.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Name of the file with the licences. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';

const LICENCE = /^(?:licen[cs]e|notice)(?:[.-]|$)/i;

/** @type {import('esbuild').Plugin} */
export const notices = {
  name: 'notices',
  setup({ initialOptions, onEnd }) {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      if (metafile !== undefined) {
        const { outdir = '.' } = initialOptions;
        // The plugins of tsup run before it writes its files.
        mkdirSync(outdir, { recursive: true });
        writeFileSync(join(outdir, NOTICES), noticesOf(metafile));
      }
    });
  },
};

/**
 * Collects the licences of the packages whose code is in a bundle.
 *
 * @param {import('esbuild').Metafile} metafile - what is in the bundle; its paths start in the working directory
 * @returns {string} the text of each licence, below the packages that it applies to
 * @throws an Error if a package has no licence
 */
function noticesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])),
  );
  const folders = new Set(files.map((file) => packageFolder(dirname(resolve(file)))));
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  for (const folder of folders) {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!/^(?:@kubesem\/|kubesem$)/.test(name)) {
      for (const text of licences(folder)) {
        titles.set(text, [...(titles.get(text) ?? []), `${name} ${version}`].sort());
      }
    }
  }
  return [...titles]
    .map(([text, names]) => `${names.join(', ')}\n\n${text}\n`)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Finds the package that a folder belongs to. Some packages have further manifests without a name.
 *
 * @param {string} folder - the folder
 * @returns {string} the folder of the package
 */
function packageFolder(folder) {
  const manifest = join(folder, 'package.json');
  const isRoot = existsSync(manifest) && 'name' in JSON.parse(readFileSync(manifest, 'utf8'));
  return isRoot ? folder : packageFolder(dirname(folder));
}

/**
 * Reads the licences of a package.
 *
 * @param {string} folder - folder of the package
 * @returns {string[]} their texts
 * @throws an Error if there is none
 */
function licences(folder) {
  const names = readdirSync(folder).filter((name) => LICENCE.test(name));
  if (names.length === 0) {
    throw new Error(`${folder} has no licence`);
  }
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}
