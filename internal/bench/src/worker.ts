// One measurement in its own process, so no other work affects how the engine compiles the code:
// `node --expose-gc worker.mjs <work> <subject> <corpus> <folder> <milliseconds>`. It prints JSON.
const [work = '', subject = '', corpus = '', folder = '', time = ''] = process.argv.slice(2);
const milliseconds = Number(time);

const quantities = async () =>
  (await import('./quantities/quantities.js')).measureQuantities(
    work,
    subject,
    corpus,
    folder,
    milliseconds,
  );

/** Loads only the packages that a measurement needs. */
const WORKS: Readonly<Record<string, () => Promise<unknown>>> = {
  parse: quantities,
  print: quantities,
  format: quantities,
  add: quantities,
  cmp: quantities,
  kept: quantities,
  pods: async () => (await import('./cluster/pods.js')).measurePods(subject, folder, milliseconds),
  selection: async () => (await import('./cluster/pods.js')).measureSelection(folder, milliseconds),
  rows: async () => (await import('./cluster/pods.js')).measureRows(folder, milliseconds),
  nodes: async () => (await import('./cluster/pods.js')).measureNodes(folder, milliseconds),
  environment: async () =>
    (await import('./environment/environment.js')).measureEnvironment(folder, milliseconds),
  services: async () =>
    (await import('./services/services.js')).measureServices(subject, folder, milliseconds),
  dump: async () => (await import('./reading/dumps.js')).measureDump(subject, folder),
  image: async () =>
    (await import('./images/images.js')).measureImages(subject, corpus, folder, milliseconds),
  lookup: async () =>
    (await import('./images/keyrings.js')).measureLookup(corpus, folder, milliseconds),
  zone: async () => (await import('./dns/zones.js')).measureZone(corpus, folder),
  query: async () => (await import('./dns/zones.js')).measureQuery(corpus, folder, milliseconds),
  flowcontrol: async () =>
    (await import('./apf/flowcontrol.js')).measureFlowcontrol(subject, milliseconds),
};

const measure = WORKS[work];
if (!measure) {
  throw new Error(`unknown work: ${work}`);
}
console.log(JSON.stringify(await measure()));

// A module, so it can wait at the top level.
export {};
