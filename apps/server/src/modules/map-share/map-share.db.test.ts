import {
  factoryAppearance,
  layerCalls,
  limits,
  mapShareCalls,
  type LayerRecord,
  type MapShareRecord,
  type SharedScene,
  type SharedView,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createSeal } from '../../platform/seal.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createLayer, createLayerThreads } from '../layer/index.ts';
import { mapShareEndpoints } from './index.ts';
import { enterShare, takeGuess } from './map-share.store.ts';

let rooms: TestRooms;
let owner: string;
let other: string;
let dock: string;
let foreignDock: string;
let flight: string;
let flights: ReturnType<typeof createTestFlights>;
/** A picture of one pixel, and a mesh: what servers elsewhere answer here. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const meshes = { format: 'quantized-mesh-1.0', maxzoom: 3, tiles: ['{z}/{x}/{y}.terrain'] };
const elsewhere = (address: string): Promise<Response> =>
  Promise.resolve(
    new Response(address.endsWith('layer.json') ? JSON.stringify(meshes) : new Uint8Array(png)),
  );
const hour = 3_600_000;
const drone = '0199a000-0000-7000-8000-00000000d001';

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  owner = await rooms.tokenOf('gamma-administrator');
  other = await rooms.tokenOf('omega-administrator');
  flights = createTestFlights(rooms.runtime);
  dock = await flights.dock('gamma-administrator');
  foreignDock = await flights.dock('omega-administrator');
  const routeOID = await flights.route('gamma-administrator');
  const taskOID = await flights.task('gamma-administrator');
  flight = await flights.flight('gamma-administrator', {
    routeOID,
    taskOID,
    dockOID: dock,
    state: 'inFlight',
  });
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${drone}::uuid, group_root, group_oid, 'Kestrel', 'SHAREDRONE0001', 'M3D', oid from dock where oid = ${dock}`.execute(
    rooms.db,
  );
});
afterAll(() => rooms?.close());

type Declaration = Parameters<TestRooms['call']>[0];
/** One room for all: what comes at once meets there. */
const makeEndpoints = () => {
  const { audit, department, runtime, member } = rooms;
  const seal = createSeal(rooms.db);
  const layer = createLayer({
    publish: () => undefined,
    runtime,
    audit,
    department,
    seal,
    fetch: elsewhere,
    fetchLarge: elsewhere,
    objects: null as never,
    threads: createLayerThreads(),
    surfaceParser: null as never,
    work: { add: () => Promise.reject(new Error('not asked')), register: () => undefined },
    dataDir: '',
    engine: null,
  });
  const shares = mapShareEndpoints({
    runtime,
    audit,
    department,
    seal,
    layers: layer.serving,
    objects: null as never,
    passwords: member.passwords,
    lookOf: () => Promise.resolve(factoryAppearance),
  });
  return [...shares, ...layer.endpoints];
};
let endpoints: ReturnType<typeof makeEndpoints> | undefined;
/** Cookies of the browser that all of them look with. */
const jar = new Map<string, string>();
const elsewhereLooking = { cookie: () => undefined };
const ask = async <T>(declaration: Declaration, request: unknown, more: object = {}): Promise<T> => {
  const extra = (endpoints ??= makeEndpoints());
  const cookie = (name: string): string | undefined => jar.get(name);
  const { data, context } = await rooms.call(declaration, request, { extra, cookie, ...more });
  for (const [name, { value }] of context.cookies) jar.set(name, value);
  return data as T;
};
const share = (content: object, more: object = {}): Promise<MapShareRecord> =>
  ask(
    mapShareCalls.add,
    { name: 'Quay', ...content, expiresAt: rooms.clock.wall() + hour, ...more },
    { token: owner },
  );
const open = (token: string, password?: string): Promise<{ ticket: string; name: string }> =>
  ask(mapShareCalls.open, { token, ...(password === undefined ? {} : { password }) });
const view = (ticket: string, since?: number): Promise<SharedView> =>
  ask(mapShareCalls.view, { ticket, ...(since === undefined ? {} : { since }) });
const point = (secondsAgo: number, lng: number) =>
  sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, head, percent)
    values (${drone}, ${new Date(rooms.clock.wall() - secondsAgo * 1000)}, ${flight}, ${lng}, 22.5, 80, 90, 71)`.execute(
    rooms.db,
  );

describe('a map share', () => {
  it('shows who holds its link what was chosen, and nothing that names a record of ours', async () => {
    await point(3, 113.1);
    await point(1, 113.2);
    const made = await share({ dockOIDs: [dock], flightOID: flight });
    // 256 bits: nobody guesses it.
    expect(Buffer.from(made.token, 'base64url')).toHaveLength(32);
    const opened = await open(made.token);
    expect(opened).toMatchObject({ name: 'Quay', expiresAt: made.expiresAt });
    const seen = await view(opened.ticket);
    expect(seen).toMatchObject({
      viewers: 1,
      docks: [{ id: 0, online: false }],
      drones: [{ id: 0, name: 'Kestrel', lng: 113.2, head: 90, percent: 71, ageMs: 1000 }],
      flight: {
        state: 'inFlight',
        flown: [
          [113.1, 22.5, 80],
          [113.2, 22.5, 80],
        ],
      },
    });
    const scene = await ask(mapShareCalls.scene, { ticket: opened.ticket });
    for (const answer of [opened, seen, scene])
      for (const name of [dock, drone, flight, made.oid, made.groupOID, 'gamma-administrator'])
        expect(JSON.stringify(answer)).not.toContain(name);
    // Only what is new comes again.
    expect((await view(opened.ticket, seen.flight?.until ?? 0)).flight?.flown).toEqual([]);
    expect(await ask(mapShareCalls.get, { oid: made.oid }, { token: owner })).toMatchObject({
      viewers: 1,
      opened: 1,
    });
  });

  it('is closed to a guess, a changed ticket, after its end and after it was revoked', async () => {
    const made = await share({ dockOIDs: [dock] });
    const { ticket } = await open(made.token);
    expect(await reasonOf(open('A'.repeat(43)))).toBe('shareGone');
    expect(await reasonOf(view(`${ticket.slice(0, -2)}AA`))).toBe('shareGone');
    for (const declaration of [mapShareCalls.view, mapShareCalls.scene])
      expect(await reasonOf(ask(declaration, { ticket }, elsewhereLooking))).toBe('shareGone');
    const short = await share({ dockOIDs: [dock] }, { expiresAt: rooms.clock.wall() + 1_000 });
    const { ticket: over } = await open(short.token);
    rooms.clock.move(1_000);
    expect(await reasonOf(view(over))).toBe('shareGone');
    expect(await reasonOf(open(short.token))).toBe('shareGone');
    await ask(mapShareCalls.remove, { oids: [made.oid] }, { token: owner });
    expect(await reasonOf(view(ticket))).toBe('shareGone');
    expect(await reasonOf(open(made.token))).toBe('shareGone');
  });

  it('asks for its password, and closes to guesses after ten of them', async () => {
    const made = await share({ dockOIDs: [dock] }, { password: 'quay-2026' });
    expect(made).toMatchObject({ hasPassword: true });
    expect(await reasonOf(open(made.token))).toBe('sharePasswordNeeded');
    expect((await open(made.token, 'quay-2026')).name).toBe('Quay');
    for (let guess = 0; guess < 10; guess += 1)
      expect(await reasonOf(open(made.token, `guess-${guess}`))).toBe('invalid');
    expect(await reasonOf(open(made.token, 'quay-2026'))).toBe('tooManyRequests');
    rooms.clock.move(600_001);
    expect((await open(made.token, 'quay-2026')).name).toBe('Quay');
  });

  it('judges ten of many guesses that come at once, and everybody who knows the password', async () => {
    const made = await share({ dockOIDs: [dock] }, { password: 'quay-2026' });
    const knowing = await Promise.all(Array.from({ length: 15 }, () => open(made.token, 'quay-2026')));
    expect(knowing).toHaveLength(15);
    const guesses = Array.from({ length: 60 }, (_, at) => reasonOf(open(made.token, `guess-${at}`)));
    const answers = await Promise.all(guesses);
    expect(answers.filter((reason) => reason === 'invalid')).toHaveLength(10);
    expect(answers.filter((reason) => reason === 'tooManyRequests')).toHaveLength(50);
  });

  it('judges ten of many guesses at two servers', async () => {
    const { oid } = await share({ dockOIDs: [dock] }, { password: 'quay-2026' });
    const [at, since] = [new Date(rooms.clock.wall()), new Date(rooms.clock.wall() - 1)];
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => takeGuess(rooms.db, oid, { most: 10, at, since })),
    );
    expect(taken.filter(Boolean)).toHaveLength(10);
  });

  it('has a place for everybody, however many pages others open', async () => {
    const made = await share({ dockOIDs: [dock] });
    const { viewersMost, addressViewersMost } = limits.mapShare;
    const at = new Date(rooms.clock.wall());
    const enter = (address: string) => {
      const viewer = rooms.runtime.newOid();
      return enterShare(rooms.db, made.oid, { viewer, address, at });
    };
    const first = await open(made.token);
    for (let page = 0; page < addressViewersMost; page += 1) expect(await enter('a')).toBe(true);
    expect(await enter('a')).toBe(false);
    for (let page = 101; page < viewersMost; page += 1) expect(await enter(`b${page % 4}`)).toBe(true);
    // All places are taken: one of those who have most goes, and nobody is shut out.
    expect(await enter('c')).toBe(true);
    expect((await view(first.ticket)).viewers).toBe(viewersMost);
    await sql`delete from map_share_viewer where share_oid = ${made.oid}`.execute(rooms.db);
    expect(await reasonOf(view(first.ticket))).toBe('tooManyRequests');
  });

  it('takes nothing that its maker does not see, and is seen by nobody of another organisation', async () => {
    expect(await reasonOf(share({ dockOIDs: [dock, foreignDock] }))).toBe('notFound');
    expect(await reasonOf(share({}))).toBe('invalid');
    const late = { expiresAt: rooms.clock.wall() + (limits.mapShare.daysMost + 1) * 24 * hour };
    expect(await reasonOf(share({ dockOIDs: [dock] }, late))).toBe('invalid');
    const made = await share({ dockOIDs: [dock] });
    expect(await reasonOf(ask(mapShareCalls.get, { oid: made.oid }, { token: other }))).toBe('notFound');
    expect(await reasonOf(ask(mapShareCalls.remove, { oids: [made.oid] }, { token: other }))).toBe(
      'notFound',
    );
  });

  it('loses a dock that leaves the departments of the share', async () => {
    const moving = await flights.dock('gamma-administrator');
    const made = await share({ dockOIDs: [moving] });
    const { ticket } = await open(made.token);
    expect((await view(ticket)).docks).toHaveLength(1);
    await sql`update dock set group_root = (select group_root from dock where oid = ${foreignDock}),
      group_oid = (select group_oid from dock where oid = ${foreignDock}) where oid = ${moving}`.execute(
      rooms.db,
    );
    expect((await view(ticket)).docks).toEqual([]);
  });

  it('counts as viewers only pages that still ask', async () => {
    const made = await share({ dockOIDs: [dock] });
    const { ticket } = await open(made.token);
    await open(made.token);
    expect((await view(ticket)).viewers).toBe(2);
    rooms.clock.move(limits.mapShare.viewerFor - 1);
    await view(ticket);
    rooms.clock.move(2);
    expect((await view(ticket)).viewers).toBe(1);
  });

  describe('with layers', () => {
    const layer = (more: object = {}, token = owner): Promise<LayerRecord> =>
      ask(
        layerCalls.add,
        { name: 'Ortho', source: 'xyz', address: 'https://a.example.org/{z}/{x}/{y}.png', ...more },
        { token },
      );
    const fetched = (ticket: string, at: string): Promise<BytesAnswer> =>
      ask(mapShareCalls.tile, { ticket, layer: at, z: '1', x: '0', y: '1' });

    it('gives outsiders the tiles and files of those alone, until it is revoked', async () => {
      const chosen = await layer();
      const ground = await layer({ source: 'meshUrl', address: 'https://a.example.org/t/layer.json' });
      const hidden = await layer({ name: 'Secret' });
      const made = await share({ layerOIDs: [chosen.oid, ground.oid] });
      const { ticket } = await open(made.token);
      const scene = await ask<SharedScene>(mapShareCalls.scene, { ticket });
      expect(scene.layers).toMatchObject([
        { id: 0, name: 'Ortho', url: '/nebula-five/mapshare/tile/0/{z}/{x}/{y}.rest' },
        { id: 1, role: 'terrain', url: '/nebula-five/mapshare/file/1/0.rest' },
      ]);
      expect((await fetched(ticket, '0')).body).toEqual(png);
      const { body } = await ask<BytesAnswer>(mapShareCalls.file, { ticket, layer: '1', name: '0' });
      const description = Buffer.from(body as Uint8Array).toString();
      expect(description).toContain('/nebula-five/mapshare/tile/1/{z}/{x}/{y}.rest');
      for (const answer of [JSON.stringify(scene), description])
        for (const word of [chosen.oid, ground.oid, hidden.oid, 'example.org'])
          expect(answer).not.toContain(word);
      expect(await reasonOf(fetched(ticket, '2'))).toBe('notFound');
      expect(await reasonOf(ask(mapShareCalls.file, { ticket, layer: '2', name: '0' }))).toBe('notFound');
      expect(await reasonOf(fetched(`${ticket.slice(0, -2)}AA`, '0'))).toBe('shareGone');
      // The address of a tile is of no use to who copies it.
      const copied = { ticket, layer: '0', z: '1', x: '0', y: '1' };
      expect(await reasonOf(ask(mapShareCalls.tile, copied, elsewhereLooking))).toBe('shareGone');
      expect(
        await reasonOf(ask(mapShareCalls.file, { ticket, layer: '1', name: '0' }, elsewhereLooking)),
      ).toBe('shareGone');
      await ask(mapShareCalls.remove, { oids: [made.oid] }, { token: owner });
      expect(await reasonOf(fetched(ticket, '0'))).toBe('shareGone');
      expect(await reasonOf(ask(mapShareCalls.file, { ticket, layer: '1', name: '0' }))).toBe('shareGone');
    });

    it('takes none that its maker does not see, and loses one that is deleted', async () => {
      const foreign = await layer({}, other);
      expect(await reasonOf(share({ layerOIDs: [foreign.oid] }))).toBe('notFound');
      const going = await layer();
      const { ticket } = await open((await share({ layerOIDs: [going.oid] })).token);
      expect((await fetched(ticket, '0')).body).toEqual(png);
      await ask(layerCalls.remove, { oids: [going.oid] }, { token: owner });
      expect(await reasonOf(fetched(ticket, '0'))).toBe('notFound');
      expect((await ask<SharedScene>(mapShareCalls.scene, { ticket })).layers).toEqual([]);
    });
  });
});
