import type { JsonObject } from '../../harness/json.js';
import { ADDRESSES, CHARACTERS, ENDS, LABELS, PATHS, PORTS, SCHEMES, USERS } from './parts.js';

/** Hand-picked pairs. */
export function* globPairs(): Iterable<JsonObject> {
  const image = 'eu.example.com:443/team/app';
  for (const part of [...LABELS, ...ADDRESSES]) {
    for (const port of ['', ':80']) {
      yield { pattern: part + port, image: `${part}${port}/a` };
      yield { pattern: `${part}${port}`, image: `a${port}/a` };
      yield { pattern: `${part}${port}`, image: `f${port}/a` };
      yield { pattern: `*.${part}.com${port}/a`, image: `x.docker.com${port}/a/b` };
    }
  }
  for (const port of PORTS) {
    yield { pattern: `a.io${port}`, image: 'a.io/b' };
    yield { pattern: `a.io${port}`, image: `a.io${port}/b` };
    yield { pattern: `[::1]${port}`, image: `[::1]${port}/b` };
  }
  for (const path of PATHS) {
    yield { pattern: `a.io${path}`, image: 'a.io/a/b/c' };
    yield { pattern: `a.io${path}`, image: `a.io${path}` };
    yield { pattern: `a.io${path}`, image: 'a.io/é' };
    yield { pattern: 'a.io/a', image: `a.io${path}` };
  }
  for (const text of [...USERS, ...SCHEMES]) {
    yield { pattern: `${text}a.io/b`, image: 'a.io/b' };
    yield { pattern: 'a.io/b', image: `${text}a.io/b` };
  }
  for (const end of ENDS) {
    yield { pattern: `a.io/b${end}`, image: 'a.io/b' };
    yield { pattern: `a.io${end}`, image: 'a.io/b' };
    yield { pattern: 'a.io', image: `a.io/b${end}` };
  }
  for (const text of CHARACTERS) {
    yield { pattern: `a${text}b.io`, image: `a${text}b.io/c` };
    yield { pattern: `a.io/b${text}c`, image: `a.io/b${text}c` };
    yield { pattern: `a.io:8${text}`, image };
  }
  yield { pattern: '', image };
  yield { pattern: '', image: '' };
  yield { pattern: '*', image: '' };
  yield { pattern: '*.*.*:443', image };
  yield { pattern: '*.*.*', image };
  yield { pattern: '*.example.com:443/team/app', image };
  yield { pattern: 'e*.ex*ple.c*m:443/tea', image };
}
