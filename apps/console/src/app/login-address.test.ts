import { describe, expect, it } from 'vitest';
import { destination } from './destination.ts';
import { loginFor, organisationOf, wantedOf } from './login-address.ts';

describe('the way to a page through the sign-in', () => {
  it.each(['/RoutePlanning', '/PortMonitorSee?oid=1&taskOID=2', '/DeviceAll?name=机场'])(
    'keeps %s',
    (page) => {
      expect(wantedOf(loginFor(page))).toBe(page);
      expect(loginFor(loginFor(page))).toBe(loginFor(page));
    },
  );
  it('may be for one organisation', () => {
    expect(organisationOf('/Login?organisation=7')).toBe('7');
    expect(organisationOf('/Login')).toBeNull();
    expect(organisationOf('/DeviceAll?organisation=7')).toBeNull();
    expect(loginFor('/Login?organisation=7')).toBe('/Login?organisation=7');
    expect(wantedOf('/Login?organisation=7')).toBeNull();
  });
  it('wants nothing at the root', () => {
    expect(loginFor('')).toBe('/Login');
    expect(loginFor('/')).toBe('/Login');
    expect(wantedOf('/Login')).toBeNull();
  });
});

describe('where a member arrives', () => {
  const menu = ['/personalInfo', '/RoutePlanning'];
  it('at the wanted page', () => {
    expect(destination('/RoutePlanning?page=2', menu)).toBe('/RoutePlanning?page=2');
  });
  it('at the cockpit of those who have one, unless they wanted another page', () => {
    expect(destination(null, menu, '/CockpitLarge')).toBe('/CockpitLarge');
    expect(destination('/RoutePlanning', menu, '/CockpitLarge')).toBe('/RoutePlanning');
  });
  it('at the wanted page also without the right to it, which is explained there', () => {
    expect(destination('/DeviceAll?dock=1', menu)).toBe('/DeviceAll?dock=1');
  });
  it.each([null, 'https://evil.example', '/Login', '/403?from=/DeviceAll'])(
    'at the landing page instead of %s',
    (wanted) => {
      expect(destination(wanted, menu)).toBe('/personalInfo');
    },
  );
});
