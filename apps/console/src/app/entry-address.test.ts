import { describe, expect, it } from 'vitest';
import { carriesSecret, readEntryAddress } from './entry-address.ts';

describe('the address a member comes in by', () => {
  it('is left alone without a code', () => {
    expect(readEntryAddress('', '#/DeviceAll?oid=7')).toEqual({
      code: null,
      purpose: 'authInfo',
      loginInfo: null,
      openIdFailed: false,
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
    expect(readEntryAddress('?loginInfo=xyz', '')).toMatchObject({ code: null, loginInfo: 'xyz', page: '/' });
    expect(carriesSecret('?loginInfo=xyz', '')).toBe(true);
    expect(readEntryAddress('', '#/RoutePlanning?loginInfo=x.y-z_0&page=2')).toMatchObject({
      loginInfo: 'x.y-z_0',
      page: '/RoutePlanning?page=2',
    });
  });
  it('takes what an OpenID provider came back with', () => {
    expect(readEntryAddress('', '#/RoutePlanning?page=2&openId=abc')).toMatchObject({
      code: 'abc',
      purpose: 'openId',
      openIdFailed: false,
      page: '/RoutePlanning?page=2',
    });
    expect(readEntryAddress('', '#/?openId=failed')).toMatchObject({
      code: null,
      openIdFailed: true,
      page: '/',
    });
    expect(carriesSecret('', '#/?openId=failed')).toBe(true);
  });
  it('never keeps the code for a cockpit', () => {
    expect(readEntryAddress('?jwt=abc', '#/CockpitOption?jwt=def&type=userCockpit')).toMatchObject({
      code: null,
      page: '/CockpitOption?type=userCockpit',
    });
  });
});
