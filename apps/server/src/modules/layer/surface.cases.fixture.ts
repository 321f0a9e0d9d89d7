import { layerCalls, type ResponseOf } from '@eyrie/domain';
import { localPlane } from '@eyrie/geometry';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { dsmFile, type MadeDsm } from './dsm/dsm.fixture.ts';
import {
  bytesOf,
  call,
  foreigner,
  operator,
  source,
  surfaceStep,
  tile,
  upload,
  workOf,
} from './layer-world.fixture.ts';

describe('two surface models', () => {
  const ready = async (made: MadeDsm): Promise<string> => {
    const { oid } = await upload(dsmFile(made), { source: 'surfaceModel', fileName: 'Pit.tif' });
    await surfaceStep({
      oid: workOf.get(oid) ?? '',
      groupRoot: '',
      ownerOID: null,
      request: { layerOID: oid },
      signal: new AbortController().signal,
      progress: () => Promise.resolve(),
      alive: () => undefined,
    });
    return oid;
  };
  const compare = (olderOID: string, newerOID: string, ring: object[] | null = null, token = operator) =>
    call<ResponseOf<typeof layerCalls.difference>>(
      layerCalls.difference,
      { olderOID, newerOID, ring },
      token,
    );

  // The middle of the file; a pixel is 1.112 m from north to south, and 0.744 m from west to east.
  const plane = localPlane({ lng: 9.001, lat: 47.999 });
  const metres = (column: number, row: number) =>
    plane.toPlane({ lng: 9 + (column + 0.5) * 0.00001, lat: 48 - (row + 0.5) * 0.00001 });
  /** A cone 6 m high with a base of 50 m across. */
  const cone = (column: number, row: number): number => {
    const { east, north } = metres(column, row);
    return 300 + Math.max(0, 6 * (1 - Math.hypot(east, north) / 25));
  };
  const truth = (Math.PI * 25 ** 2 * 6) / 3;
  const level = (): number => 300;

  it.each<[string, Partial<MadeDsm>]>([
    ['as fractions', {}],
    ['deflated with the differences of fractions', { deflate: true, predictor: 3 }],
    ['deflated and nothing else', { deflate: true }],
    ['with the high byte first', { bigEndian: true }],
  ])('are compared at once: the volume of a heap is found, %s', async (_, more) => {
    const [older, newer] = [await ready({ heightAt: level }), await ready({ heightAt: cone, ...more })];
    const found = await compare(older, newer);
    expect(Math.abs(found.fill / truth - 1)).toBeLessThan(0.01);
    expect(found.cut).toBeLessThan(1);
    expect(found.highest).toBeGreaterThan(5.8);
    expect(found.unknown / found.known).toBeLessThan(0.02);
    const values = new Float32Array(new Uint8Array(Buffer.from(found.values, 'base64')).buffer);
    expect(values).toHaveLength(found.columns * found.rows);
    expect(
      values[Math.floor(found.rows / 2) * found.columns + Math.floor(found.columns / 2)],
    ).toBeGreaterThan(5.5);
    const back = await compare(newer, older);
    expect(back.cut).toBeCloseTo(found.fill, 3);
  });

  it('are compared within an outline, and what is not known is said', async () => {
    const half = (column: number): number => (column < 100 ? -9999 : 302);
    const [older, newer] = [await ready({ heightAt: level }), await ready({ heightAt: half })];
    const corners = [
      [-40, -40],
      [40, -40],
      [40, 40],
      [-40, 40],
    ].map(([east = 0, north = 0]) => plane.toPlace({ east, north }));
    const found = await compare(older, newer, corners);
    expect(Math.abs(found.known / 3_200 - 1)).toBeLessThan(0.03);
    expect(Math.abs(found.unknown / 3_200 - 1)).toBeLessThan(0.03);
    expect(found.fill).toBeCloseTo(found.known * 2, 0);
  });

  it('are shown as pictures of their relief', async () => {
    const made = await upload(dsmFile({ heightAt: cone }), { source: 'surfaceModel', fileName: 'Pit.tif' });
    expect(made).toMatchObject({ type: 1, role: 'layer', state: 'preparing' });
    const oid = await ready({ heightAt: cone, whole: true });
    const { maxZoom } = made;
    const x = Math.floor(((9.001 + 180) / 360) * 2 ** maxZoom);
    const sine = Math.sin((47.999 * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** maxZoom);
    const shown = await tile(oid, maxZoom, x, y);
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(((await bytesOf(shown)) as Buffer).toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('are no other layers, and nobody else’s', async () => {
    const [older, newer] = [await ready({ heightAt: level }), await ready({ heightAt: cone })];
    const { oid: far } = await source();
    expect(await reasonOf(compare(older, far))).toBe('layerNoSurface');
    expect(await reasonOf(compare(older, newer, null, foreigner))).toBe('notFound');
    const elsewhere = await ready({ heightAt: level, west: 20 });
    expect(await reasonOf(compare(older, elsewhere))).toBe('layerNoSurface');
  });

  it('hold heights: a picture and a role that is none of theirs are refused', async () => {
    const picture = dsmFile({ heightAt: level, whole: true });
    expect(await reasonOf(upload(picture.subarray(0, 90), { source: 'surfaceModel' }))).toBe('layerRaster');
    expect(await reasonOf(upload(picture, { source: 'surfaceModel', role: 'surface' }))).toBe('layerRole');
  });
});
