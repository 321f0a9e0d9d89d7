import type { LastPlace } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { ghostsOf } from './ghosts.ts';

const place = (part: Partial<LastPlace>): LastPlace => ({
  oid: 'd1',
  kind: 'drone',
  name: 'Heron',
  linkOID: 'dock1',
  lng: 113.9,
  lat: 22.5,
  height: 120,
  at: 0,
  ageMs: 60_000,
  online: false,
  airborne: false,
  ...part,
});
const home = { lng: 113.9, lat: 22.5 };
const ghosts = (
  part: Partial<LastPlace>,
  homeOf: () => typeof home | null = () => null,
  drawn: readonly string[] = [],
) =>
  ghostsOf(
    { list: [place(part)], receivedAt: 1_000 },
    { at: 6_000, drawn: new Set(drawn), homeOf, ageText: (ms) => `${ms / 1000} s` },
  );

it('shows an aircraft that was offline before the page was opened, pale, with an age that grows', () => {
  expect(ghosts({})).toEqual([
    { id: 'dock1', lng: 113.9, lat: 22.5, look: 'offline', ghost: true, label: 'Heron · 65 s' },
  ]);
  expect(ghosts({ airborne: true })[0]).toMatchObject({ height: 120, stalk: true });
});

it('leaves out one that rests at its dock, and keeps one that was lost in the air above it', () => {
  expect(ghosts({}, () => home)).toEqual([]);
  expect(ghosts({ lat: 22.51 }, () => home)).toHaveLength(1);
  expect(ghosts({ airborne: true }, () => home)).toHaveLength(1);
});

it('leaves out what is online, drawn by live data, or was never heard of', () => {
  expect(ghosts({ online: true })).toEqual([]);
  expect(ghosts({}, () => null, ['dock1'])).toEqual([]);
  expect(ghosts({ ageMs: null })).toEqual([]);
  expect(ghosts({ kind: 'robot' })).toEqual([]);
});
