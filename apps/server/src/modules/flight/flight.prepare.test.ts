import { buildKmz, kmzPoints } from '@eyrie/testing';
import { readKmz } from '@eyrie/wpml';
import { describe, expect, it } from 'vitest';
import { preparedFile } from './flight.prepare.ts';

const settings = { returnAltitude: 77, lostAction: 'continue' } as const;
const [point] = kmzPoints;
const noise = crypto.getRandomValues(new Uint8Array(60_000));

describe('the file of a flight', () => {
  it.each([
    ['here', buildKmz()],
    ['in a thread where it is large', buildKmz({ resources: { 'wpmz/res/a': noise, 'wpmz/res/b': noise } })],
  ])('is written %s', async (_, bytes) => {
    const read = readKmz(await preparedFile(bytes, settings));
    expect(read.ok && read.route).toMatchObject({ globalRTHHeight: 77, exitOnRCLost: 'goContinue' });
  });

  it.each([
    ['small', { points: point ? [point] : [] }],
    ['large', { points: point ? [point] : [], resources: { 'wpmz/res/a': noise, 'wpmz/res/b': noise } }],
  ])('is refused with the reason of the route file, %s', async (_, recipe) => {
    await expect(preparedFile(buildKmz(recipe), settings)).rejects.toMatchObject({
      reason: 'kmzTooFewWaypoints',
    });
  });
});
