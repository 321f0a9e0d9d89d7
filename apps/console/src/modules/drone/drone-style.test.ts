import { expect, it } from 'vitest';
import { droneNow } from './drone-style.ts';

const message = (part: object, receivedAt = 0) => ({
  objectID: 'd1',
  receivedAt,
  data: { online: true, airborne: true, lng: 113.95, lat: 22.54, head: 90, ageMs: 0, ...part },
});
const known = { lng: 113.9, lat: 22.5, head: 10, airborne: true, time: 0, receivedAt: 0 };

it('a fresh aircraft is live and points where it flies', () => {
  expect(droneNow(message({}), null, 1000)).toMatchObject({
    marker: 'live',
    state: 'working',
    head: 90,
    ageMs: 1000,
  });
});
it('old data lowers it step by step', () => {
  const markers = [7_000, 20_000, 120_000].map((at) => droneNow(message({}), null, at)?.marker);
  expect(markers).toEqual(['stale', 'lost', 'lastKnown']);
});
it('an aircraft that went offline in the air stays where it was last heard of, with its age', () => {
  const gone = message({ online: false, airborne: false, lng: null, lat: null, head: null }, 300_000);
  expect(droneNow(gone, known, 301_000)).toMatchObject({
    marker: 'lastKnown',
    state: 'offline',
    lng: 113.9,
    ageMs: 301_000,
  });
});
it('one that went offline on the ground is gone after a minute', () => {
  const gone = message({ online: false, airborne: false, lng: null, lat: null }, 70_000);
  expect(droneNow(gone, { ...known, airborne: false }, 70_001)).toBeNull();
});
it('without a place nothing is drawn', () => {
  expect(droneNow(message({ lng: null }), null, 10)).toBeNull();
});
