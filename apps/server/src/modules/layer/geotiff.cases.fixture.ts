import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layerCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { dsmFile } from './dsm/dsm.fixture.ts';
import { finishPreparing } from './layer-preparing.store.ts';
import { inParts } from './parts.fixture.ts';
import { placed, tinyTiff } from './raster.fixture.ts';
import { rooms, folder, operator, step, workOf, call, bytesOf, upload, tile } from './layer-world.fixture.ts';

describe('a GeoTIFF', () => {
  const samples = new Uint8Array(64 * 64 * 3).fill(90);
  const tiff = (more: object = {}) =>
    tinyTiff({ width: 64, height: 64, bands: 3, samples, tags: placed(4326, 9, 48, 0.00001), ...more });
  const send = (bytes: Uint8Array, more: object = {}) =>
    upload(bytes, { source: 'geotiff', fileName: 'Ortho.tif', ...more });
  const run = (layerOID: string, signal = new AbortController().signal) =>
    step({
      oid: workOf.get(layerOID) ?? '',
      groupRoot: '',
      ownerOID: null,
      request: { layerOID },
      signal,
      progress: () => Promise.resolve(),
      alive: () => undefined,
    });
  const stored = async (): Promise<number> => {
    const entries = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };

  it('is prepared in the background, once, and anew after an attempt that was ended', async () => {
    const made = await send(tiff());
    expect(made).toMatchObject({ name: 'Ortho', type: 5, state: 'preparing', progress: 0, maxZoom: 17 });
    const { oid, maxZoom, bounds } = made;
    const x = Math.floor((((bounds?.west ?? 0) + 180) / 360) * 2 ** maxZoom);
    const sine = Math.sin(((bounds?.north ?? 0) * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** maxZoom);
    const before = await tile(oid, maxZoom, x, y);
    expect([before.status, before.headers['cache-control']]).toEqual([204, 'no-store']);
    await expect(run(oid, AbortSignal.abort(new Error('killed')))).rejects.toThrow('aborted');
    expect((await call(layerCalls.get, { oid })).state).toBe('preparing');
    await run(oid);
    const ready = await call(layerCalls.get, { oid });
    expect(ready).toMatchObject({ state: 'ready', progress: null, reason: null });
    const drawn = await tile(oid, maxZoom, x, y, operator);
    expect(drawn.headers['content-type']).toBe('image/webp');
    expect((await sharp((await bytesOf(drawn)) as Buffer).metadata()).width).toBe(256);
    await run(oid);
    const again = { objectKey: 'layer/again', size: 1, files: [], at: new Date() };
    expect(await finishPreparing(rooms.db, oid, 'layer/sent', again)).toBe(false);
    expect((await call(layerCalls.get, { oid })).version).toBe(ready.version);
  });

  it('that came in parts becomes the same layer, once', async () => {
    const large = { width: 640, height: 600, samples: new Uint8Array(640 * 600 * 3).fill(90) };
    const { answers, putTogether } = await inParts('Parts.tif', Buffer.from(tiff(large)));
    expect(answers).toEqual([{ storedOID: null }, { storedOID: null }]);
    const { storedOID: oid } = await putTogether();
    expect(await call(layerCalls.get, { oid })).toMatchObject({ name: 'Parts', type: 5, state: 'preparing' });
    expect(await putTogether()).toEqual({ storedOID: oid });
    await run(oid);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready', reason: null });
    expect(await reasonOf(putTogether({}, operator))).toBe('notAllowed');
  });

  it('of heights that came in parts becomes a surface model', async () => {
    const heights = dsmFile({ west: 8, north: 47, heightAt: (column) => column / 10 });
    const { putTogether } = await inParts('Heap.tif', heights);
    const { storedOID: oid } = await putTogether();
    expect(await call(layerCalls.get, { oid })).toMatchObject({ name: 'Heap', source: 'surfaceModel' });
    const { rows } = await sql`select kind from work where oid = ${workOf.get(oid)}::uuid`.execute(rooms.db);
    expect(rows).toEqual([{ kind: 'layerSurface' }]);
  });

  it('that shows to be damaged only when it is unpacked has failed, with the reason', async () => {
    const { oid } = await send(tiff({ tags: [...placed(4326, 9, 48, 0.00001), [259, 3, [8]]] }));
    await run(oid);
    const failed = await call(layerCalls.get, { oid });
    expect(failed.state).toBe('failed');
    expect(failed.reason).toMatch(/^layerRaster: /);
  });

  it('has failed when its work was given up, and waits again when that is tried once more', async () => {
    const { oid } = await send(tiff());
    await sql`update work set state = 'failed' where oid = ${workOf.get(oid)}::uuid`.execute(rooms.db);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'failed', reason: 'notPrepared' });
    await sql`update work set state = 'queued' where oid = ${workOf.get(oid)}::uuid`.execute(rooms.db);
    expect((await call(layerCalls.get, { oid })).state).toBe('preparing');
  });

  it('that is deleted while it is prepared leaves nothing behind', async () => {
    const before = await stored();
    const { oid } = await send(tiff());
    expect(await stored()).toBeGreaterThan(before);
    await call(layerCalls.remove, { oids: [oid] });
    await run(oid);
    expect(await stored()).toBe(before);
  });

  it('in another system, and as heights, is refused when it is sent', async () => {
    expect(await reasonOf(send(tiff({ tags: placed(2000, 9, 48, 1) })))).toBe('layerProjection');
    expect(await reasonOf(send(tiff({ tags: placed(31_467, 9, 48, 1) })))).toBe('layerShift');
    expect(await reasonOf(send(tiff(), { role: 'terrain' }))).toBe('layerHeights');
  });
});
