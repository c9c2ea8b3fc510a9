import { execFile } from 'node:child_process';
import { mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { manifestOf, publicPackages, root } from './workspace.js';

const start = promisify(execFile);

/**
 * Runs a JavaScript file with this Node.
 *
 * @param folder - working directory
 * @param args - the file and its arguments
 * @returns its standard output
 * @throws an Error with all output if it fails
 */
export async function node(folder: string, ...args: string[]): Promise<string> {
  try {
    return (await start(process.execPath, args, { cwd: folder })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Packs the published packages and installs the tarballs in a new folder, without a network.
 *
 * Packages of the family come only from the tarballs. Their other dependencies are linked from the workspace.
 *
 * @returns the folder, and the tarballs in it by package name
 */
export async function installPacked(): Promise<{ folder: string; tarballs: Map<string, string> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'kubesem-consumer-')));
  const filters = publicPackages.map((name) => `--filter=./packages/${name}`);
  await node(
    root,
    `${root}node_modules/pnpm/bin/pnpm.cjs`,
    '-r',
    ...filters,
    'pack',
    '--pack-destination',
    folder,
  );

  const files = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const tarballs = new Map<string, string>();
  const dependencies: Record<string, string> = {};
  for (const packageFolder of publicPackages) {
    const { name, version, dependencies: wanted = {} } = manifestOf(packageFolder);
    const tarball = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
    if (!files.includes(tarball)) {
      throw new Error(`pnpm made no ${tarball}, only ${files}`);
    }
    tarballs.set(name, join(folder, tarball));
    dependencies[name] = `file:${tarball}`;
    for (const other of Object.keys(wanted).filter((key) => !key.startsWith('@kubesem/'))) {
      dependencies[other] =
        `file:${await realpath(`${root}packages/${packageFolder}/node_modules/${other}`)}`;
    }
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  return { folder, tarballs };
}

/**
 * Runs the npm that started the tests, or the one on the path.
 *
 * @param folder - working directory
 * @param args - its arguments
 * @returns its output
 */
export function npm(
  folder: string,
  ...args: string[]
): Promise<{ stdout: string; stderr: string }> {
  const file = process.env.npm_execpath;
  return file && basename(file) === 'npm-cli.js'
    ? start(process.execPath, [file, ...args], { cwd: folder })
    : start('npm', args, { cwd: folder });
}
