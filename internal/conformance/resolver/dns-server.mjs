// A DNS server that records questions and returns prepared answers.
import dgram from 'node:dgram';

const TYPES = { 1: 'A', 28: 'AAAA' };
const RCODES = {
  ANSWER: 0,
  NODATA: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
};
const ADDRESSES = {
  A: [192, 0, 2, 1],
  AAAA: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
};

/**
 * Serves on the loopback address, port 53.
 *
 * @param {(name: string, type: string) => string} answer - the answer to a question: a name of RCODES, or TIMEOUT
 * @returns {Promise<dgram.Socket>} the socket; close it at the end
 */
export async function serve(answer) {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const reply = respond(query, answer);
    if (reply !== undefined) {
      socket.send(reply, port, address);
    }
  });
  await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(53, '127.0.0.1', resolve);
  });
  return socket;
}

function respond(query, answer) {
  const labels = [];
  let at = 12;
  while (query[at] !== 0) {
    labels.push(query.toString('utf8', at + 1, at + 1 + query[at]));
    at += query[at] + 1;
  }
  const end = at + 5;
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'other';
  const said = answer(labels.join('.'), type);
  if (said === 'TIMEOUT') {
    return undefined;
  }
  const records = said === 'ANSWER' ? [record(type)] : [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | RCODES[said], 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

/** An address record for the name in the question. */
function record(type) {
  const data = ADDRESSES[type];
  const start = Buffer.alloc(12);
  start.writeUInt16BE(0xc00c, 0);
  start.writeUInt16BE(type === 'A' ? 1 : 28, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt32BE(5, 6);
  start.writeUInt16BE(data.length, 10);
  return Buffer.concat([start, Buffer.from(data)]);
}
