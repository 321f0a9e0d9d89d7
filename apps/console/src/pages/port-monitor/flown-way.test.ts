import { describe, expect, it } from 'vitest';
import { flownWay, withHeard } from './flown-way.ts';

const heard = { lng: 113.9, lat: 22.5, airborne: true, online: true, flightOID: 'now' };

describe('the way on the monitor’s map', () => {
  it('grows by what is heard of this flight', () => {
    const tail = withHeard([], 'now', heard, 5_000);
    expect(tail).toEqual([{ lng: 113.9, lat: 22.5, time: 5_000 }]);
    expect(flownWay(undefined, tail, true)).toHaveLength(1);
  });
  it.each([
    ['of the previous flight', { ...heard, flightOID: 'before' }],
    ['of no flight', { ...heard, flightOID: null }],
    ['on the ground', { ...heard, airborne: false }],
    ['of an aircraft that is gone', { ...heard, online: false }],
    ['without a place', { ...heard, lng: null }],
  ])('takes nothing %s', (_what, data) => {
    expect(withHeard([], 'now', data, 5_000)).toEqual([]);
  });
  it('has each stretch once, and of an ended flight only what is stored', () => {
    const track = {
      geometry: {
        coordinates: [
          [1, 2, 3],
          [2, 3, 4],
        ],
      },
      properties: { times: [1_000, 2_000] },
    };
    const tail = [
      { lng: 2, lat: 3, time: 2_000 },
      { lng: 3, lat: 4, time: 3_000 },
    ];
    expect(flownWay(track, tail, true).map(({ lng }) => lng)).toEqual([1, 2, 3]);
    expect(flownWay(track, tail, false).map(({ lng }) => lng)).toEqual([1, 2]);
  });
});
