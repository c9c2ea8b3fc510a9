// Versions follow Kubernetes: 0.37.N answers as Kubernetes 1.37. A new release of Kubernetes moves every package to the
// next minor together; in between there are patches only.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sizes = ['patch', 'minor', 'major'];

/**
 * The workspace as far as its versions are concerned.
 *
 * @typedef {object} Versions
 * @property {string} kubernetes - the pinned release of Kubernetes, such as `1.37.1`
 * @property {Record<string, string>} packages - the version of each published package
 * @property {Record<string, string>} bumps - the largest pending bump of each package that has one
 * @property {readonly string[]} contained - the libraries that the command contains
 */

/**
 * Reads the versions of the workspace and its pending changesets.
 *
 * @returns {Versions} what {@link versionProblems} checks
 */
export function readVersions() {
  const manifests = readdirSync(`${root}packages`).map((folder) =>
    JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8')),
  );
  const changesets = readdirSync(`${root}.changeset`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`${root}.changeset/${file}`, 'utf8'));
  const source = readFileSync(`${root}packages/core/src/version.ts`, 'utf8');
  return {
    kubernetes: /'([\d.]+)'/.exec(source)?.[1] ?? '',
    packages: Object.fromEntries(manifests.map(({ name, version }) => [name, version])),
    bumps: bumpsIn(changesets),
    contained: Object.keys(manifests.find(({ name }) => name === 'kubesem').devDependencies),
  };
}

/**
 * Finds the largest bump of each package.
 *
 * @param {readonly string[]} changesets - texts of changesets
 * @returns {Record<string, string>} bump by package name
 */
export function bumpsIn(changesets) {
  /** @type {Record<string, string>} */
  const bumps = {};
  for (const text of changesets) {
    for (const [, name = '', bump = ''] of text.matchAll(
      /^['"]([^'"]+)['"]: (major|minor|patch)$/gm,
    )) {
      if (sizes.indexOf(bump) > sizes.indexOf(bumps[name] ?? '')) {
        bumps[name] = bump;
      }
    }
  }
  return bumps;
}

/**
 * Lists what keeps the packages from being released.
 *
 * @param {Versions} versions - the workspace
 * @returns {string[]} sentences; empty if there is nothing
 */
export function versionProblems({ kubernetes, packages, bumps, contained }) {
  const release = Number(kubernetes.split('.')[1]);
  const minors = [...new Set(Object.values(packages).map(minorOf))];
  if (minors.length !== 1) {
    const list = Object.entries(packages).map(([name, version]) => `${name} ${version}`);
    return [`the packages have different minors: ${list.join(', ')}`];
  }
  const problems = [];
  const bumped = Object.keys(bumps);
  // Changesets skips development dependencies, and the libraries are development dependencies of the command.
  if (bumped.some((name) => contained.includes(name)) && !bumped.includes('kubesem')) {
    problems.push('a changeset names a library; name kubesem as well, which contains it');
  }
  if (minors[0] === release) {
    for (const name of bumped.filter((each) => bumps[each] !== 'patch')) {
      problems.push(`${name}: the next ${bumps[name]} version is for the next Kubernetes release`);
    }
  } else if (minors[0] === release - 1) {
    for (const name of Object.keys(packages).filter((each) => bumps[each] !== 'minor')) {
      problems.push(`${name}: write a changeset with minor; Kubernetes 1.${release} is new to it`);
    }
  } else {
    problems.push(`the packages are at 0.${minors[0]}, and the pinned release is ${kubernetes}`);
  }
  return problems;
}

/**
 * @param {string} version - version of a package
 */
function minorOf(version) {
  return Number(/^0\.(\d+)\.\d+$/.exec(version)?.[1]);
}
