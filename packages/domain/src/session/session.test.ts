import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cockpitEntry, cockpitPages, handOverAddress } from './cockpit.ts';
import { deviceOf } from './device.ts';

describe('what somebody signed in with', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chrome 153 · Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0',
      'Edge 153 · Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      'Safari 26 · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26 · iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox 150 · Linux'],
    [
      'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/153.0.0.0 Mobile Safari/537.36',
      'Chrome 153 · Android',
    ],
    ['curl/8.10.1', 'curl/8.10.1'],
    ['', null],
    ['  ', null],
    [null, null],
  ])('%s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it('is short whatever it claims', () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (text) => (deviceOf(text) ?? '').length <= 80));
  });
});

describe('the way to a cockpit', () => {
  const oid = '0199c0de-0000-7000-8000-000000000001';
  it('is for members of a cockpit department with a permitted page', () => {
    expect(cockpitEntry({ oid, type: 'department' }, cockpitPages)).toBeNull();
    expect(cockpitEntry({ oid, type: 'leaderCockpit' }, ['/DataStatistics'])).toBeNull();
    expect(cockpitEntry({ oid, type: 'leaderCockpit' }, ['/CockpitLarge'])).toEqual({
      route: '/CockpitLarge',
      groupOID: oid,
      type: 'leaderCockpit',
      loginKey: false,
    });
    expect(cockpitEntry({ oid, type: 'userCockpit' }, ['/Cockpit/TotalPerception'])?.loginKey).toBe(true);
  });

  it('carries everything behind the hash', () => {
    const entry = cockpitEntry({ oid, type: 'userCockpit' }, ['/CockpitOption']);
    if (!entry) throw new Error('no entry');
    const address = new URL(handOverAddress('https://screen.example/app#old', 'a+b/c', entry));
    expect(address.search).toBe('');
    expect(address.origin + address.pathname).toBe('https://screen.example/app');
    const [page, query] = address.hash.slice(1).split('?');
    expect(page).toBe('/CockpitOption');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      jwt: 'a+b/c',
      route: '/CockpitOption',
      groupOID: oid,
      type: 'userCockpit',
      loginKey: '1',
    });
  });
});
