import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { createPlaceGuard } from './place-guard.ts';

const home = { lng: 35, lat: 32 };
const away = (lng: number) => ({ lng: home.lng + lng, lat: home.lat });
const { placeAgain } = limits.dock;

it('takes the first place and what can be reached from the last', () => {
  const guard = createPlaceGuard();
  expect(guard.takes(away(0), 0, home)).toBe(true);
  // Some 900 m in half a second, as a simulator in quick motion tells them.
  for (let step = 1; step <= 5; step += 1) expect(guard.takes(away(step / 105), step * 500, home)).toBe(true);
  // A minute without a word: farther is no jump.
  expect(guard.takes(away(0.6), 60_000, home)).toBe(true);
});

it('does not take a place that nothing could have reached, and goes on from the last', () => {
  const guard = createPlaceGuard();
  guard.takes(away(0), 0, home);
  expect(guard.takes(away(0.5), 500, home)).toBe(false);
  expect(guard.takes(away(0.0001), 1_000, home)).toBe(true);
  expect(guard.takes(away(0.5), 1_500, home)).toBe(false);
});

it('takes a far place once the device has stayed with it, and not for one that wanders', () => {
  const guard = createPlaceGuard();
  guard.takes(away(0), 0, home);
  for (let at = 500; at < 500 + placeAgain; at += 500) expect(guard.takes(away(0.8), at, home)).toBe(false);
  expect(guard.takes(away(0.8), 500 + placeAgain, home)).toBe(true);
  expect(guard.takes(away(0.8), 1_000 + placeAgain, home)).toBe(true);
  const wild = createPlaceGuard();
  wild.takes(away(0), 0, home);
  for (let at = 500; at < 500 + 2 * placeAgain; at += 500)
    expect(wild.takes(away(at % 1_000 === 0 ? 5 : 10), at, home)).toBe(false);
});

it('never takes latitude for longitude, not even as the first word or for ever', () => {
  const guard = createPlaceGuard();
  const swapped = { lng: home.lat, lat: home.lng };
  for (let at = 0; at <= 3 * placeAgain; at += 500) expect(guard.takes(swapped, at, home)).toBe(false);
  expect(guard.takes(away(0), 3 * placeAgain, home)).toBe(true);
});

it('forgets another device, and knows nothing of home when nobody told it', () => {
  const guard = createPlaceGuard();
  guard.takes(away(0), 0, null);
  expect(guard.takes(away(50), 1, null)).toBe(false);
  guard.forget();
  expect(guard.takes(away(50), 2, null)).toBe(true);
});
