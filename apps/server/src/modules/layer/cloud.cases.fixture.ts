import { layerCalls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { lasFile, slope } from './cloud/las.fixture.ts';
import { lazFile } from './cloud/laz.fixture.ts';
import { inParts } from './parts.fixture.ts';
import {
  bytesOf,
  call,
  cloudStep,
  foreigner,
  operator,
  published,
  upload,
  workOf,
} from './layer-world.fixture.ts';

describe('a point cloud', () => {
  const points = slope(30, [500_000, 5_316_300]);
  const send = (bytes: Uint8Array, more: object = {}) =>
    upload(bytes, { source: 'pointCloud', fileName: 'Quarry.laz', ...more });
  const run = (layerOID: string, request: object = {}, signal = new AbortController().signal) =>
    cloudStep({
      oid: workOf.get(layerOID) ?? '',
      groupRoot: '',
      ownerOID: null,
      request: { layerOID, ...request },
      signal,
      progress: () => Promise.resolve(),
      alive: () => undefined,
    });
  const fileOf = (id: string, name: string, token = operator) =>
    call<BytesAnswer>(layerCalls.file, { id, name }, token);

  it('is converted in the background, once, and anew after an attempt that was ended', async () => {
    const made = await send(lazFile({ points, chunk: 15 }));
    expect(made).toMatchObject({ name: 'Quarry', type: 6, role: 'layer', state: 'preparing' });
    expect(made.bounds?.west).toBeCloseTo(9, 4);
    const { oid } = made;
    expect(await reasonOf(fileOf(oid, '0'))).toBe('notFound');
    await expect(run(oid, {}, AbortSignal.abort(new Error('killed')))).rejects.toThrow('aborted');
    expect((await call(layerCalls.get, { oid })).state).toBe('preparing');
    published.length = 0;
    await run(oid);
    expect(published.at(0)).toEqual({ kind: 'pointCloud', state: 'running' });
    expect(published.at(-1)).toEqual({ kind: 'pointCloud', state: 'done' });
    const ready = await call(layerCalls.get, { oid });
    expect(ready).toMatchObject({ state: 'ready', progress: null, reason: null });
    const root = JSON.parse(String(await bytesOf(await fileOf(oid, '0')))) as {
      root: { content: { uri: string } };
    };
    expect(root.root.content.uri).toBe('1.rest');
    expect(((await bytesOf(await fileOf(oid, '1'))) as Buffer).toString('latin1', 0, 4)).toBe('pnts');
    expect(await reasonOf(fileOf(oid, '1', foreigner))).toBe('notFound');
    await run(oid);
    expect((await call(layerCalls.get, { oid })).version).toBe(ready.version);
  });

  it('that names no system is asked for one, and converted with the one that was given', async () => {
    const nameless = lasFile({ points, epsg: null });
    expect(await reasonOf(send(nameless, { fileName: 'Quarry.las' }))).toBe('layerCloudSystem');
    const { oid, bounds } = await send(nameless, { fileName: 'Quarry.las', epsg: '32632' });
    expect(bounds?.west).toBeCloseTo(9, 4);
    await run(oid, { epsg: '32632' });
    expect((await call(layerCalls.get, { oid })).state).toBe('ready');
  });

  it('that came in parts is the same layer, and waits for the system that it does not name', async () => {
    const { putTogether: named } = await inParts('Parts.laz', lazFile({ points, chunk: 15 }));
    const { storedOID: oid } = await named();
    expect(await call(layerCalls.get, { oid })).toMatchObject({ name: 'Parts', type: 6, state: 'preparing' });
    await run(oid);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready', reason: null });

    const { putTogether } = await inParts('Nameless.las', lasFile({ points, epsg: null }));
    expect(await reasonOf(putTogether())).toBe('layerCloudSystem');
    expect(await reasonOf(putTogether({ epsg: '99999' }))).toBe('layerCloudSystem');
    // Nothing is sent again: its parts are there still.
    const { storedOID } = await putTogether({ epsg: '32632' });
    const made = await call(layerCalls.get, { oid: storedOID });
    expect(made).toMatchObject({ name: 'Nameless', type: 6, state: 'preparing' });
    expect(made.bounds?.west).toBeCloseTo(9, 4);
  });

  it('that is damaged where only its points show it fails with the reason, for good', async () => {
    const bytes = lazFile({ points, chunk: 15 });
    bytes.fill(0x5a, 1_000, 1_300);
    const { oid } = await send(bytes);
    await run(oid);
    const failed = await call(layerCalls.get, { oid });
    expect(failed.state).toBe('failed');
    expect(failed.reason).toMatch(/^layerCloud: (?:point|chunk)/);
  });

  it('stands in nobody’s way and is no base map', async () => {
    expect(await reasonOf(send(lasFile({ points }), { role: 'surface' }))).toBe('layerRole');
    expect(await reasonOf(send(lasFile({ points }), { role: 'basemap' }))).toBe('layerRole');
  });
});
