import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once as happens } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { photogrammetryCalls, photogrammetryLimits } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../testing/refusal-of.ts';
import type { Engine } from './engine.ts';
import {
  addPhoto,
  ask,
  begin,
  dataDir,
  engine,
  engineOf,
  flightWith,
  follow,
  layersOf,
  once,
  published,
  query,
  rooms,
  server,
  taskOf,
  usePhotogrammetryWorld,
} from './photogrammetry-world.fixture.ts';
import { resultZip } from './result.fixture.ts';

usePhotogrammetryWorld();

const countOf = (call: string): number => engine.calls.filter((one) => one === call).length;
const inFolder = (): Promise<string[]> => readdir(join(dataDir, 'layer-work')).catch(() => []);
const onlyTask = () => {
  const [task] = engine.tasks.values();
  if (!task) throw new Error('the engine has no task');
  return task;
};

describe('photos of a flight go to the engine, and come back as layers', () => {
  it('from the first photo to the last layer, with progress, log and the name of the flight', async () => {
    const flightOID = await flightWith(3);
    await addPhoto(flightOID, 'DJI_T.JPG', 'infrared', 'ir');
    await addPhoto(flightOID, 'DJI_0001.DNG', 'raw');
    const asked = await begin(flightOID);
    expect(asked).toMatchObject({ state: 'waiting', photos: 3, sent: 0, bytes: 21, allowed: ['cancel'] });
    expect(await reasonOf(begin(flightOID))).toBe('photogrammetryOpen');
    await follow(1);
    const sent = onlyTask();
    expect([...sent.photos].map(([name, bytes]) => [name, String(bytes)])).toEqual([
      ['00001-DJI_0.JPG', 'photo 0'],
      ['00002-DJI_1.JPG', 'photo 1'],
      ['00003-DJI_2.JPG', 'photo 2'],
    ]);
    expect(sent.name).toBe('任务');
    expect(sent.outputs).toContain('odm_orthophoto/odm_orthophoto.tif');
    expect(sent.options).toContainEqual({ name: '3d-tiles', value: true });
    Object.assign(sent, { progress: 50, output: ['[INFO] one', 'two\u0007'] });
    await follow(1);
    expect(await taskOf(asked.oid)).toMatchObject({ state: 'running', percent: 55, sent: 3 });
    sent.output.push('three');
    sent.status = { code: 40 };
    await follow(1);
    const log = await ask<{ lines: string[] }>(photogrammetryCalls.log, { oid: asked.oid });
    expect(log.lines).toEqual(['[INFO] one', 'two ', 'three']);
    const done = await taskOf(asked.oid);
    expect(done).toMatchObject({ state: 'done', percent: 100, failure: null, allowed: [] });
    expect(done.outputs.map(({ made, failure }) => [made, failure])).toEqual([
      [true, null],
      [true, null],
      [true, null],
    ]);
    const stamp = new Date(asked.createdAt).toISOString().slice(0, 16).replace('T', ' ');
    expect((await layersOf(done)).map(({ type, source, name }) => [type, source, name])).toEqual([
      [4, 'tileset', `任务 ${stamp} 3D Tiles`],
      [5, 'geotiff', `任务 ${stamp} DOM`],
      [6, 'pointCloud', `任务 ${stamp} LAZ`],
    ]);
    expect(published).toContainEqual(
      expect.objectContaining({ kind: 'oblique', jobOID: asked.oid, flightOID, state: 'done', percent: 100 }),
    );
    // Nothing of it stays: not at the engine, and not on this disk.
    await follow(1);
    expect([engine.tasks.size, (await inFolder()).length]).toEqual([0, 0]);
    const rows = await sql<{ detail: { byServer?: boolean } }>`select detail from audit_log
      where action = 'layer.upload'`.execute(rooms.db);
    expect(rows.rows.map(({ detail }) => detail.byServer)).toEqual([true, true, true]);
  });

  it('only what was asked for; an output that the engine did not make is named', async () => {
    engine.atOnce = true;
    engine.result = resultZip({ 'odm_orthophoto/odm_orthophoto.tif': null });
    const { oid } = await begin(await flightWith(3), ['orthophoto', 'cloud']);
    await follow(1);
    expect(onlyTask().options).toEqual([{ name: 'skip-3dmodel', value: true }]);
    await follow(2);
    const { state, outputs } = await taskOf(oid);
    expect([state, outputs.map(({ output, made, failure }) => [output, made, failure])]).toEqual([
      'done',
      [
        ['cloud', true, null],
        ['orthophoto', false, 'missing'],
      ],
    ]);
  });

  it('a file that is none is refused as if people had sent it, and the others are taken', async () => {
    engine.atOnce = true;
    engine.result = resultZip({ 'odm_orthophoto/odm_orthophoto.tif': new Uint8Array(500) });
    const { oid } = await begin(await flightWith(3));
    await follow(2);
    const { state, outputs } = await taskOf(oid);
    const orthophoto = outputs.find(({ output }) => output === 'orthophoto');
    expect([state, orthophoto?.made, orthophoto?.failure]).toEqual(['done', false, 'layerRaster']);
    expect(outputs.filter(({ made }) => made)).toHaveLength(2);
  });

  it('nothing of what was asked, and what is no zip, is a failure', async () => {
    engine.atOnce = true;
    engine.result = resultZip({ 'odm_georeferencing/odm_georeferenced_model.laz': null });
    const one = await begin(await flightWith(3), ['cloud']);
    await follow(2);
    expect(await taskOf(one.oid)).toMatchObject({ state: 'failed', failure: 'nothing', allowed: ['retry'] });
    engine.result = Buffer.from('this is no zip');
    const other = await begin(await flightWith(3), ['cloud']);
    await follow(2);
    expect(await taskOf(other.oid)).toMatchObject({ state: 'failed', failure: 'broken' });
  });
});

describe('an ask that comes to nothing', () => {
  it('says why the engine failed, and is asked again under another id', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    const [first] = engine.tasks.keys();
    onlyTask().status = { code: 30, errorMessage: 'Not enough memory' };
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({
      state: 'failed',
      failure: 'engine',
      detail: 'Not enough memory',
      allowed: ['retry'],
    });
    expect(engine.tasks.size).toBe(0);
    engine.atOnce = true;
    await ask(photogrammetryCalls.retry, { oid });
    expect(await reasonOf(ask(photogrammetryCalls.retry, { oid }))).toBe('photogrammetryState');
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'done', failure: null, detail: '' });
    expect([...engine.tasks.keys()]).not.toContain(first);
  });

  it('is ended at the engine when people give it up', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    expect(engine.tasks.size).toBe(1);
    expect(await ask(photogrammetryCalls.cancel, { oid })).toMatchObject({
      state: 'cancelled',
      allowed: ['retry'],
    });
    expect(await reasonOf(ask(photogrammetryCalls.cancel, { oid }))).toBe('photogrammetryState');
    expect(published.at(-1)).toMatchObject({ state: 'cancelled' });
    await follow(1);
    expect(engine.tasks.size).toBe(0);
  });

  it('is ended there before it is asked for anew', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    const [first] = engine.tasks.keys();
    await ask(photogrammetryCalls.cancel, { oid });
    await ask(photogrammetryCalls.retry, { oid });
    await follow(1);
    expect(engine.tasks.size).toBe(1);
    expect([...engine.tasks.keys()]).not.toContain(first);
  });

  it('is not begun where people give it up while photos are sent', async () => {
    const { oid } = await begin(await flightWith(3));
    const plain = engineOf();
    let sent = 0;
    const own: Engine = {
      ...plain,
      async send(...photo) {
        await plain.send(...photo);
        if ((sent += 1) === 2) await ask(photogrammetryCalls.cancel, { oid });
      },
    };
    await follow(1, server(own));
    expect([sent, countOf('POST commit'), (await taskOf(oid)).state]).toEqual([2, 0, 'cancelled']);
  });

  it('where the engine is silent it waits, says so, and goes on', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    engine.faults.push({ at: 'GET info', does: 'loses' }, { at: 'GET info', does: 'fails', status: 502 });
    await once(server());
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: true });
    await follow(3);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: false });
    // One that starts again may not know its tasks for a while, and silence in between says nothing of that.
    const known = new Map(engine.tasks);
    engine.tasks.clear();
    await follow(photogrammetryLimits.unknownMost - 1);
    engine.faults.push({ at: 'GET info', does: 'fails', status: 502 });
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: true });
    await follow(photogrammetryLimits.unknownMost - 1);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: false });
    for (const [uuid, task] of known) engine.tasks.set(uuid, task);
    await follow(1);
    engine.tasks.clear();
    await follow(photogrammetryLimits.unknownMost - 1);
    expect(await taskOf(oid)).toMatchObject({ state: 'running' });
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'lost' });
  });

  it('where its photos are gone nothing is begun', async () => {
    const flightOID = await flightWith(3);
    const { oid } = await begin(flightOID);
    await sql`update media set deleted_at = now() where flight_oid = ${flightOID}`.execute(rooms.db);
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'photosGone' });
    expect(countOf('POST commit')).toBe(0);
  });
});

describe('what the engine says is not believed', () => {
  it('a wrong token is refused at once, and a task that it computes waits for the right one', async () => {
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    engine.token = 'secret-of-the-engine';
    const wrong = server(engineOf('wrong-token'));
    await once(wrong);
    expect(await taskOf(oid)).toMatchObject({ state: 'running', silent: true });
    const flightOID = await flightWith(3);
    expect((await query(undefined, engineOf('wrong-token'))).engine).toBe('token');
    const own = engineOf('wrong-token');
    const asked = ask(photogrammetryCalls.begin, { flightOID, outputs: ['cloud'] }, { own });
    expect(await reasonOf(asked)).toBe('photogrammetryEngine');
    const other = await begin(flightOID);
    await once(wrong);
    const failed = await taskOf(other.oid);
    expect(failed).toMatchObject({ state: 'failed', failure: 'token' });
    expect(JSON.stringify(failed)).not.toContain('wrong-token');
  });

  it.each([
    ['another id than ours', { at: 'POST init', does: 'says', body: { uuid: 'other' } } as const],
    ['no JSON of its API', { at: 'POST init', does: 'says', body: { ok: 1 } } as const],
    ['a page that is not there', { at: 'POST init', does: 'fails', status: 404 } as const],
  ])('%s', async (_what, fault) => {
    engine.faults.push(fault);
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'answer' });
  });

  it('a redirect leads nowhere', async () => {
    const asked: unknown[] = [];
    const inside = createServer((request, reply) => void (asked.push(request.url), reply.end('{}')));
    await happens(inside.listen(0, '127.0.0.1'), 'listening');
    const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
    engine.faults.push({ at: 'POST init', does: 'fails', status: 302, location });
    const { oid } = await begin(await flightWith(3));
    await follow(1);
    inside.close();
    expect([asked, (await taskOf(oid)).failure]).toEqual([[], 'answer']);
  });

  it('a result that breaks off is fetched again, whole, and its layers are made once', async () => {
    engine.atOnce = true;
    engine.faults.push({ at: 'GET download/all.zip', does: 'halves' });
    const { oid } = await begin(await flightWith(3));
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'fetching', silent: true });
    expect(await layersOf(await taskOf(oid))).toEqual([]);
    await follow(2);
    expect((await taskOf(oid)).state).toBe('done');
    expect(await layersOf(await taskOf(oid))).toHaveLength(3);
  });

  it.each<[string, Record<string, Uint8Array>]>([
    ['a way out of its folder', { '../../evil.tif': new Uint8Array(4) }],
    ['a bomb', { 'odm_orthophoto/odm_orthophoto.tif': new Uint8Array(3_000_000) }],
  ])('%s in the result makes nothing', async (_what, more) => {
    engine.atOnce = true;
    engine.result = resultZip(more);
    const { oid } = await begin(await flightWith(3));
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'broken' });
    expect([await layersOf(await taskOf(oid)), await inFolder()]).toEqual([[], []]);
  });

  it('one that always breaks off is given up', async () => {
    engine.atOnce = true;
    for (let times = 0; times < photogrammetryLimits.fetchesMost; times += 1)
      engine.faults.push({ at: 'GET download/all.zip', does: 'halves' });
    const { oid } = await begin(await flightWith(3));
    await follow(7);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'download' });
    expect(countOf('GET download/all.zip')).toBe(photogrammetryLimits.fetchesMost);
  });

  it('one that is too large is not fetched', async () => {
    engine.atOnce = true;
    const bytes = photogrammetryLimits.resultBytes + 1;
    engine.faults.push({ at: 'GET download/all.zip', does: 'promises', bytes });
    const { oid } = await begin(await flightWith(3));
    await follow(2);
    expect(await taskOf(oid)).toMatchObject({ state: 'failed', failure: 'tooLarge' });
    expect(await inFolder()).toEqual([]);
  });
});

describe('who asks, and for what', () => {
  it('flights are offered with enough photos, and refused with too few or more than the engine takes', async () => {
    const [few, enough] = [await flightWith(2), await flightWith(4)];
    const { list } = await ask<{ list: { flightOID: string; photos: number }[] }>(
      photogrammetryCalls.flights,
      {},
    );
    expect(list.find(({ flightOID }) => flightOID === enough)).toMatchObject({ photos: 4 });
    expect(list.some(({ flightOID }) => flightOID === few)).toBe(false);
    expect(await reasonOf(begin(few))).toBe('photogrammetryPhotos');
    engine.maxImages = 3;
    expect(await reasonOf(begin(enough))).toBe('photogrammetryPhotos');
    expect(await query()).toMatchObject({ engine: 'ready', maxPhotos: 3 });
  });

  it('without an engine nothing is asked of it, and the page says so', async () => {
    const flightOID = await flightWith(3);
    const asked = ask(photogrammetryCalls.begin, { flightOID, outputs: ['cloud'] }, { own: null });
    expect(await reasonOf(asked)).toBe('photogrammetryEngine');
    expect((await query(undefined, null)).engine).toBe('none');
    engine.faults.push({ at: 'GET info', does: 'loses' });
    expect((await query()).engine).toBe('silent');
  });

  it('those who may not edit layers ask for nothing, and others see nothing of it', async () => {
    const flightOID = await flightWith(3);
    const { oid } = await begin(flightOID);
    const by = 'phi-administrator';
    for (const [call, request] of [
      [photogrammetryCalls.begin, { flightOID, outputs: ['cloud'] }],
      [photogrammetryCalls.cancel, { oid }],
      [photogrammetryCalls.retry, { oid }],
      [photogrammetryCalls.log, { oid }],
    ] as const)
      expect(await reasonOf(ask(call, request, { by }))).toBe('notFound');
    expect((await query(by)).list).toEqual([]);
    const operator = { by: 'rho-operator' };
    expect(await reasonOf(ask(photogrammetryCalls.cancel, { oid }, operator))).toBe('notAllowed');
    expect((await query('rho-operator')).list.find((one) => one.oid === oid)?.allowed).toEqual([]);
  });
});
