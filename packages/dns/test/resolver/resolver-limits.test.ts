import { nodeResolvConfEvents, type OmittedSearch, podResolvConf } from '@kubesem/dns';
import { describe, expect, test } from 'vitest';

const many = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);

/** The configuration of a Pod with these search domains and name servers. */
function fit(searches: readonly string[], nameservers: readonly string[] = []) {
  return podResolvConf({ dnsPolicy: 'None', dnsConfig: { searches, nameservers } }, {});
}

const rules = (omitted: readonly OmittedSearch[]) => omitted.map(({ rule }) => rule);

describe('name servers', () => {
  test('at most 3', () => {
    expect(fit([], ['1.1.1.1', '2.2.2.2', '3.3.3.3']).events).toEqual([]);
    const { nameservers, omitted, events } = fit([], ['4.4.4.4', '3.3.3.3', '2.2.2.2', '1.1.1.1']);
    expect(nameservers).toEqual(['4.4.4.4', '3.3.3.3', '2.2.2.2']);
    expect(omitted.nameservers).toEqual(['1.1.1.1']);
    expect(events).toEqual([
      {
        object: 'Pod',
        type: 'Warning',
        reason: 'DNSConfigForming',
        message:
          'Nameserver limits were exceeded, some nameservers have been omitted, the applied nameserver line is: 4.4.4.4 3.3.3.3 2.2.2.2',
      },
    ]);
  });
});

describe('search domains', () => {
  test('at most 32', () => {
    expect(fit(many(32)).events).toEqual([]);
    const { searches, omitted, events } = fit(many(34));
    expect(searches).toEqual(many(32));
    expect(omitted.searches).toEqual([
      { domain: 'd32', rule: 'TOO_MANY' },
      { domain: 'd33', rule: 'TOO_MANY' },
    ]);
    expect(events.map(({ message }) => message)).toEqual([
      `Search Line limits were exceeded, some search paths have been omitted, the applied search line is: ${many(32).join(' ')}`,
    ]);
  });

  test('at most 253 bytes each; an omitted domain still counts toward the 32', () => {
    const long = 'l'.repeat(254);
    expect(fit(['l'.repeat(253)]).omitted.searches).toEqual([]);
    expect(fit(['a', long, 'b'])).toMatchObject({
      searches: ['a', 'b'],
      omitted: { searches: [{ domain: long, rule: 'TOO_LONG' }] },
    });
    expect(rules(fit([`${'é'.repeat(127)}`]).omitted.searches)).toEqual(['TOO_LONG']);
    const full = fit([long, ...many(32)]);
    expect(full.searches).toEqual(many(31));
    expect(rules(full.omitted.searches)).toEqual(['TOO_LONG', 'TOO_MANY']);
  });

  test.each([
    ['\x7f', 1],
    ['\x80', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{1f600}', 4],
    ['\ud83d', 3],
  ])('%j has %i bytes', (character, bytes) => {
    const rest = 'l'.repeat(253 - bytes);
    expect(fit([character + rest]).omitted.searches).toEqual([]);
    expect(rules(fit([`${character}l${rest}`]).omitted.searches)).toEqual(['TOO_LONG']);
  });

  test('at most 2048 bytes in total, including spaces; all domains after the limit are omitted', () => {
    // 10 domains of 200 bytes and 9 spaces are 2009.
    const ten = many(10).map((domain) => domain.padEnd(200, 'x'));
    const last = 'y'.repeat(38);
    expect(fit([...ten, last]).events).toEqual([]);
    expect(fit([...ten, `${last}y`, 'z'])).toMatchObject({
      searches: ten,
      omitted: {
        searches: [
          { domain: `${last}y`, rule: 'LIST_TOO_LONG' },
          { domain: 'z', rule: 'LIST_TOO_LONG' },
        ],
      },
    });
  });

  test('the event for name servers precedes the one for search domains', () => {
    const { events } = fit(many(33), many(4));
    expect(events.map(({ message }) => message.split(' ')[0])).toEqual(['Nameserver', 'Search']);
  });
});

describe('nodeResolvConfEvents', () => {
  const messages = (search: string, rest: object = {}) =>
    nodeResolvConfEvents({ resolvConf: `search ${search}\n`, ...rest }).map(
      ({ object, type, reason, message }) => {
        expect([object, type, reason]).toEqual(['Node', 'Warning', 'CheckLimitsForResolvConf']);
        return message;
      },
    );

  test('reserves three search domains for the cluster', () => {
    expect(messages(many(29).join(' '))).toEqual([]);
    expect(messages(many(30).join(' '), { resolvConfPath: '/run/resolv.conf' })).toEqual([
      "Resolv.conf file '/run/resolv.conf' contains search line consisting of more than 29 domains!",
    ]);
    expect(messages(many(32).join(' '), { clusterDomain: '' })).toEqual([]);
    expect(messages(many(33).join(' '), { clusterDomain: '' })).toEqual([
      "Resolv.conf file '/etc/resolv.conf' contains search line consisting of more than 32 domains!",
    ]);
  });

  test('warns about a domain of more than 253 bytes', () => {
    expect(messages('l'.repeat(253))).toEqual([]);
    expect(messages('l'.repeat(254))).toEqual([
      'Resolv.conf file "/etc/resolv.conf" contains a search path which length is more than allowed 253 chars!',
    ]);
  });

  test('warns about more than 2048 bytes of domains', () => {
    const ten = many(10).map((domain) => domain.padEnd(200, 'x'));
    expect(messages([...ten, 'y'.repeat(38)].join(' '))).toEqual([]);
    expect(messages([...ten, 'y'.repeat(39)].join(' '))).toEqual([
      "Resolv.conf file '/etc/resolv.conf' contains search line which length is more than allowed 2048 chars!",
    ]);
  });

  test('reports an unreadable file in the words of the kubelet', () => {
    const message = (resolvConf: string) => nodeResolvConfEvents({ resolvConf })[0]?.message;
    expect(message('nameserver\nnameserver')).toBe('nameserver list is empty ');
    expect(message('a'.repeat(10 * 1024 * 1024))).toBe('the read limit is reached');
    expect(() => message(7 as never)).toThrow(expect.objectContaining({ code: 'INVALID_TYPE' }));
  });

  test('returns nothing if there is no file', () => {
    expect(nodeResolvConfEvents({})).toEqual([]);
    expect(nodeResolvConfEvents({ resolvConf: null })).toEqual([]);
  });
});
