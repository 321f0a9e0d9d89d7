import { describe, expect, it } from 'vitest';
import { cockpitEntry, cockpitPages, handOverAddress } from './cockpit.ts';

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
