import { describe, expect, it } from 'vitest';
import { carriesSecret, readEntryAddress } from './entry-address.ts';

describe('the address a member comes in by', () => {
  it('is left alone without a code', () => {
    expect(readEntryAddress('', '#/DeviceAll?oid=7')).toEqual({
      code: null,
      purpose: 'authInfo',
      loginInfo: false,
      page: '/DeviceAll?oid=7',
    });
    expect(carriesSecret('', '#/DeviceAll?oid=7')).toBe(false);
  });
  it.each([
    ['?authInfo=abc', '#/RoutePlanning'],
    ['', '#/RoutePlanning?authInfo=abc'],
  ])('gives its authInfo and loses it: %s%s', (search, hash) => {
    expect(carriesSecret(search, hash)).toBe(true);
    expect(readEntryAddress(search, hash)).toMatchObject({
      code: 'abc',
      purpose: 'authInfo',
      page: '/RoutePlanning',
    });
  });
  it.each(['#/PortMonitorseeProxy?authToken=abc&oid=1&taskOID=2', '#authToken=abc&oid=1&taskOID=2'])(
    'opens the monitor by %s',
    (hash) => {
      expect(readEntryAddress('', hash)).toMatchObject({
        code: 'abc',
        purpose: 'monitor',
        page: '/PortMonitorSee?oid=1&taskOID=2',
      });
      expect(carriesSecret('', hash)).toBe(true);
    },
  );
  it('takes out a login payload', () => {
    expect(readEntryAddress('?loginInfo=xyz', '')).toMatchObject({ code: null, loginInfo: true, page: '/' });
    expect(carriesSecret('?loginInfo=xyz', '')).toBe(true);
  });
});
