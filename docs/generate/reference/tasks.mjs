// Groups the functions of a package by the tasks of its README: a function belongs to the first section that names it.
import { readFileSync } from 'node:fs';

/** @typedef {import('./model.mjs').Reflection} Reflection */

/**
 * Groups functions by task.
 *
 * @param {Reflection[]} functions - functions of the package
 * @param {string} readme - file of the README
 * @returns {{ task: string, members: Reflection[] }[]} tasks in the order of the README, and then what it does not name
 */
export function byTask(functions, readme) {
  const names = functions.map(({ name }) => name);
  const [intro = '', ...sections] = readFileSync(readme, 'utf8').split(/^## /m);
  const texts = [`Start here\n${intro}`, ...sections].map((text) => ({
    task: text.split('\n', 1)[0] ?? '',
    text,
  }));
  /** @param {string} name */
  const taskOf = (name) =>
    texts.find(({ text }) => new RegExp(String.raw`\b${name}\b`).test(text))?.task;
  /** @type {Map<string, Reflection[]>} */
  const groups = new Map([...texts.map(({ task }) => task), 'More'].map((task) => [task, []]));
  for (const each of functions) {
    // Variants belong to the function that they explain or make safe.
    const base = baseOf(each.name, names);
    groups.get(taskOf(each.name) ?? taskOf(base) ?? 'More')?.push(each);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([task, members]) => ({ task: task.replaceAll('`', ''), members }));
}

/**
 * Returns the function that another one explains or makes safe.
 *
 * @param {string} name - a function, such as `explainPodRequests`
 * @param {string[]} names - functions of the package
 */
export function baseOf(name, names) {
  const rest = /^(?:explain|safe)([A-Z].*)$/.exec(name)?.[1] ?? '';
  const base = rest.charAt(0).toLowerCase() + rest.slice(1);
  return names.includes(base) ? base : name;
}
