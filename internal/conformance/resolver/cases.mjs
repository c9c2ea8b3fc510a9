// The lookups: a name, the resolv.conf of the container, and the answer of the server to each name.

const CLUSTER = 'test.svc.cluster.local svc.cluster.local cluster.local';

/** The text of a resolv.conf. */
function conf(search, options) {
  const lines = ['nameserver 127.0.0.1'];
  if (search !== '') {
    lines.push(`search ${search}`);
  }
  if (options !== '') {
    lines.push(`options ${options}`);
  }
  return `${lines.join('\n')}\n`;
}

const label = (length) => 'a'.repeat(length);
/** A name with this many characters, made of labels of the maximum length. */
const nameOf = (length) => {
  const full = `${label(63)}.`.repeat(Math.floor(length / 64));
  const rest = length % 64;
  return rest === 0 ? full.slice(0, -1) + 'a' : full + label(rest);
};

const NAMES = [
  'data',
  'data.prod',
  'data.prod.svc',
  'data.prod.svc.cluster.local',
  'data.prod.svc.cluster.local.',
  'Data.Prod',
  'a.b.c.d.e.f',
  'data.',
  'www.example.com',
];

const NDOTS = [
  '',
  'ndots:0',
  'ndots:1',
  'ndots:2',
  'ndots:3',
  'ndots:5',
  'ndots:14',
  'ndots:15',
  'ndots:16',
  'ndots:99',
];

const ODD_OPTIONS = [
  'ndots',
  'ndots:',
  'ndots:x',
  'ndots:2x',
  'NDOTS:2',
  'xndots:2',
  'ndots:3 ndots:2',
  'edns0 ndots:2',
  'no-aaaa',
  'no-tld-query',
  'no_tld_query',
  'no-tld-query ndots:0',
  'single-request',
  'single-request-reopen',
  'rotate',
  'trust-ad ndots:2',
  'inet6',
];

const ODD_NAMES = [
  '10.0.0.1',
  '10.0.0.1.',
  '10.1',
  '10',
  '0x7f.1',
  '010.0.0.1',
  '08.0.0.1',
  '0x',
  '10.0.0.256',
  '10.0.256',
  '10.65536',
  '10.16777216',
  '256.1',
  '4294967295',
  '4294967296',
  '1.2.3.4.5',
  '1.',
  '1..2',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1%lo',
  'fe80::1%1',
  '::1%lo',
  '1::2::3',
  '.',
  '..',
  '.data',
  'data..',
  'data..prod',
  '-data',
  'data_1',
  '_http._tcp.data',
  '*',
  'a b',
  'a.-b',
  'a-',
  'a/b',
  'a$b',
  'b\u00fc',
  `${'\u00fc'.repeat(31)}a`,
  `${'\u00fc'.repeat(32)}`,
  label(63),
  label(64),
  `${label(64)}.prod`,
  `data.${label(64)}`,
  nameOf(200),
  nameOf(231),
  nameOf(240),
  nameOf(253),
  nameOf(254),
  nameOf(255),
  `${nameOf(253)}.`,
];

const SEARCHES = [
  '',
  '.',
  'example.com',
  '. example.com',
  'example.com .',
  'example.com. cluster.local.',
  '.example.com cluster.local',
  'example.com example.com',
  'EXAMPLE.com',
  `${label(64)}.com example.com`,
  `${nameOf(250)} example.com`,
  'one',
];

/** Search lists around the limits on domains and characters. */
const MANY = [6, 7, 32, 33].map((count) =>
  Array.from({ length: count }, (_, index) => `d${index}.local`).join(' '),
);
const LONG = [246, 247, 248, 249, 300, 2048].map((length) => {
  const start = 'first.local ';
  const filler = 'x.local ';
  const short = start + filler.repeat(Math.ceil(length / filler.length));
  return short.slice(0, length - 1).replace(/ ?\.?$/, '') + 'z';
});

/** All cases: `answers` by name, `NXDOMAIN` for other names. */
export function* cases() {
  const at = (name, resolvConf, answers = {}) => ({ name, resolvConf, answers });
  for (const options of NDOTS) {
    for (const name of NAMES) {
      yield at(name, conf(CLUSTER, options));
    }
  }
  for (const dots of [13, 14, 15, 16]) {
    for (const options of ['ndots:14', 'ndots:15', 'ndots:16']) {
      yield at(`${'a.'.repeat(dots)}a`, conf(CLUSTER, options));
    }
  }
  for (const options of ODD_OPTIONS) {
    for (const name of ['data', 'data.prod', 'data.prod.svc']) {
      yield at(name, conf(CLUSTER, options));
    }
  }
  for (const name of ODD_NAMES) {
    for (const options of ['ndots:5', 'ndots:1']) {
      yield at(name, conf(CLUSTER, options));
    }
  }
  for (const search of [...SEARCHES, ...MANY, ...LONG]) {
    for (const name of ['data', 'data.prod', 'data.prod.']) {
      for (const options of ['ndots:2', 'ndots:1']) {
        yield at(name, conf(search, options));
      }
    }
  }
  yield* answered(at);
}

const STEPS = [
  'data.prod.test.svc.cluster.local',
  'data.prod.svc.cluster.local',
  'data.prod.cluster.local',
  'data.prod',
];

const SAID = [
  'ANSWER',
  'NODATA',
  'SERVFAIL',
  'REFUSED',
  'FORMERR',
  'NOTIMP',
  { A: 'ANSWER', AAAA: 'NODATA' },
  { A: 'NODATA', AAAA: 'ANSWER' },
  { A: 'ANSWER', AAAA: 'NXDOMAIN' },
  { A: 'NXDOMAIN', AAAA: 'ANSWER' },
  { A: 'NODATA', AAAA: 'NXDOMAIN' },
  { A: 'NXDOMAIN', AAAA: 'NODATA' },
  { A: 'ANSWER', AAAA: 'SERVFAIL' },
  { A: 'SERVFAIL', AAAA: 'ANSWER' },
  { A: 'NODATA', AAAA: 'SERVFAIL' },
  { A: 'SERVFAIL', AAAA: 'NODATA' },
];

/** Each answer of the server, at each step of a lookup. */
function* answered(at) {
  for (const said of [...SAID, 'TIMEOUT']) {
    for (const step of STEPS) {
      for (const dots of ['ndots:2', 'ndots:1']) {
        const options = `${dots} timeout:1 attempts:1`;
        yield at('data.prod', conf(CLUSTER, options), { [step]: said });
      }
    }
  }
  for (const said of ['NODATA', 'SERVFAIL', 'REFUSED', 'TIMEOUT']) {
    const resolvConf = conf(CLUSTER, 'ndots:2 timeout:1 attempts:1');
    const [first, second, third, last] = STEPS;
    yield at('data.prod', resolvConf, { [first]: said, [second]: 'ANSWER' });
    yield at('data.prod', resolvConf, { [first]: said, [third]: 'ANSWER', [last]: 'ANSWER' });
    yield at('data.prod', resolvConf, { [second]: said, [last]: 'ANSWER' });
    yield at('data.prod', conf(CLUSTER, 'timeout:1 attempts:1'), {
      [last]: said,
      [second]: 'ANSWER',
    });
  }
}
