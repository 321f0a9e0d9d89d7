import { createHash } from 'node:crypto';
import { limits, type GateItem } from '@eyrie/domain';
import { buildKmz } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { dispatchFile, refuseByGate, type FlightObjects } from './flight.dispatch.ts';
import { preparedFile } from './flight.prepare.ts';
import type { FlightRow } from './flight.store.ts';

const source = buildKmz();
const sum = (algorithm: string, bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');
const flight = {
  oid: 'F1',
  route_checksum: sum('sha256', source),
  return_altitude: 73,
  lost_action: 'return',
} as FlightRow;

/** A store that has this under the key of the route. */
const storeOf = (held: Uint8Array | null) => {
  const written: { key: string; bytes: Uint8Array; contentType: string }[] = [];
  const objects: FlightObjects = {
    read: async (key) => (key === 'route' ? held : null),
    write: async (key, bytes, contentType) => void written.push({ key, bytes, contentType }),
    address: async (key, ttl) => `http://127.0.0.1/${key}?${ttl}`,
  };
  return { objects, written };
};

describe('the file that an aircraft flies', () => {
  it('is the route as it was judged, with what this flight says of coming home', async () => {
    const { objects, written } = storeOf(source);
    const made = await dispatchFile(objects, 'route', flight);
    const bytes = await preparedFile(source, { returnAltitude: 73, lostAction: flight.lost_action });
    expect(written).toEqual([
      { key: 'dispatch/F1.kmz', bytes: written[0]?.bytes, contentType: 'application/vnd.google-earth.kmz' },
    ]);
    expect(written[0]?.bytes.byteLength).toBe(bytes.byteLength);
    expect(made).toEqual({
      objectKey: 'dispatch/F1.kmz',
      md5: sum('md5', written[0]?.bytes ?? new Uint8Array()),
      bytes: bytes.byteLength,
      url: `http://127.0.0.1/dispatch/F1.kmz?${limits.media.credentialLife}`,
    });
  });

  it('is none where the route has gone, or has another file by now', async () => {
    const other = buildKmz({ points: [{ lng: 113.9, lat: 22.5, height: 40, speed: 5, photo: false }] });
    for (const held of [null, other]) {
      const { objects, written } = storeOf(held);
      expect(await reasonOf(dispatchFile(objects, 'route', flight))).toBe('routeChanged');
      expect(written).toEqual([]);
    }
  });
});

describe('a pre-flight check', () => {
  const item = (name: GateItem['item'], blocks: boolean): GateItem => ({
    item: name,
    verdict: 'failed',
    reason: null,
    blocks,
    value: null,
    limit: null,
    ageMs: null,
  });

  it('that nothing blocks lets it start', () => {
    expect(() => refuseByGate([])).not.toThrow();
    expect(() => refuseByGate([item('wind', false)])).not.toThrow();
  });

  it('refuses by all that blocks, with the whole list', async () => {
    const gate = [item('wind', true), item('insurance', false), item('battery', true)];
    const refused = await refusalOf((async () => refuseByGate(gate))());
    expect(refused?.reason).toBe('gateBlocked');
    expect(refused?.details).toEqual({ values: { items: 'wind, battery', count: 2 }, data: { gate } });
  });
});
