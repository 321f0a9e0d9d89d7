import { describe, expect, it } from 'vitest';
import { decodeConsent } from './consent.ts';
import { emptySnapshot } from './snapshot.ts';
import { toControllerFigures } from './to-controller-figures.ts';

describe('what a remote controller reports', () => {
  it.each([
    [{ result: 0, output: { status: 'ok' } }, 'granted'],
    [{ result: 0, status: 'success' }, 'granted'],
    [{ result: 0, output: { status: 'failed' } }, 'refused'],
    [{ result: 0, output: { status: 'canceled' } }, 'canceled'],
    [{ result: 0, output: { status: 'cancelled' } }, 'canceled'],
    // A result other than 0 is no consent, whatever stands beside it.
    [{ result: 1, output: { status: 'ok' } }, 'refused'],
    [{ result: 1, output: { status: 'canceled' } }, 'canceled'],
    [{ result: 0, output: { status: 'maybe' } }, null],
    [{}, null],
    ['ok', null],
    [null, null],
  ])('reads the answer of the pilot from %j as %s', (data, answer) => {
    expect(decodeConsent(data)).toBe(answer);
  });

  const values = {
    capacity_percent: 71,
    longitude: 113.9,
    latitude: 22.5,
    height: 12,
    firmware_version: '07.01.0101',
    wireless_link: { sdr_quality: 4, '4g_quality': 9 },
  };
  const snapshot = { ...emptySnapshot(), values };

  it('is its charge, place and link; a quality outside 0 to 5 is none', () => {
    expect(toControllerFigures(snapshot, { online: true })).toEqual({
      percent: 71,
      lng: 113.9,
      lat: 22.5,
      height: 12,
      link: { sdr: 4, fourG: null },
      firmware: '07.01.0101',
    });
  });

  it('is its last place alone once it is offline, and no place where it sends zeros', () => {
    expect(toControllerFigures(snapshot, { online: false })).toMatchObject({
      percent: null,
      lng: 113.9,
      link: { sdr: null, fourG: null },
    });
    const nowhere = { ...snapshot, values: { ...values, longitude: 0, latitude: 0 } };
    expect(toControllerFigures(nowhere, { online: true })).toMatchObject({
      lng: null,
      lat: null,
      height: null,
    });
  });
});
