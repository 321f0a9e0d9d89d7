import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import {
  fileCalls,
  keepingCalls,
  mediaCalls,
  resultLimits,
  storageCalls,
  type DepartmentStorage,
} from '@eyrie/domain';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { mediaTimers } from './index.ts';
import {
  administrator,
  call,
  dockOID,
  endpoints,
  objects,
  query,
  rooms,
  signIn,
  stored,
  stranger,
} from './media.list.fixture.ts';

export function keepingSuite(): void {
  describe('keeping', () => {
    interface Bin {
      list: { oid: string; name: string; deletedBy: string | null; goesAt: number | null }[];
    }
    const bin = (token?: string) => call<Bin>(keepingCalls.bin, {}, token);
    const run = async (name: string): Promise<void> => {
      const timers = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
      await timers.find((one) => one.name === name)?.run();
    };

    it('takes files out of the bin again, and only those that are in it', async () => {
      const [one, two] = [await stored('one.jpg'), await stored('two.jpg')];
      await call(mediaCalls.remove, { oids: [one] });
      expect((await bin()).list).toMatchObject([{ oid: one, deletedBy: expect.any(String) }]);
      expect((await bin(stranger)).list).toEqual([]);
      expect(await reasonOf(call(keepingCalls.restore, { oids: [one, two] }))).toBe('notFound');
      expect(await reasonOf(call(keepingCalls.restore, { oids: [one] }, stranger))).toBe('notFound');
      await call(keepingCalls.restore, { oids: [one] });
      expect((await query()).total).toBe(2);
      expect((await bin()).list).toEqual([]);
      // Its bytes are going: it is no longer in the bin.
      await call(mediaCalls.remove, { oids: [one] });
      await sql`update media set purging_at = now() where oid = ${one}`.execute(rooms.db);
      expect(await reasonOf(call(keepingCalls.restore, { oids: [one] }))).toBe('notFound');
    });

    it('holds files against people and the bin', async () => {
      const [one, two] = [await stored('one.jpg'), await stored('two.jpg')];
      const hold = { oids: [one, two], reason: 'Claim 12' };
      expect(await reasonOf(call(keepingCalls.hold, hold, stranger))).toBe('notFound');
      await call(mediaCalls.remove, { oids: [two] });
      await call(keepingCalls.hold, hold);
      expect(await reasonOf(call(mediaCalls.remove, { oids: [one] }))).toBe('mediaHeld');
      expect(await call(mediaCalls.detail, { oid: one })).toMatchObject({ heldReason: 'Claim 12' });
      expect((await bin()).list).toMatchObject([{ oid: two, goesAt: null, allowed: ['restore', 'release'] }]);
      rooms.clock.move(resultLimits.binFor + 1);
      await signIn();
      await run('media.cleanUp');
      expect(await objects.head(`media/${dockOID}/two.jpg`)).not.toBeNull();
      await call(keepingCalls.release, { oids: [one, two] });
      await run('media.cleanUp');
      expect(await objects.head(`media/${dockOID}/two.jpg`)).toBeNull();
      await call(mediaCalls.remove, { oids: [one] });
    });

    it('puts into the bin what a preview of the rules named, and writes it down', async () => {
      const rules = { photoDays: 30, videoDays: null, otherDays: null, keepStarred: true };
      const [old, held] = [await stored('old.jpg'), await stored('held.jpg')];
      await stored('star.jpg');
      await stored('film.mp4', { kind: 'video' });
      await call(keepingCalls.hold, { oids: [held], reason: 'Claim 12' });
      await sql`update media set starred = true where name = 'star.jpg'`.execute(rooms.db);
      const now = rooms.runtime.serverTime();
      await sql`update media set created_at = ${new Date(now - 31 * 86_400_000)}`.execute(rooms.db);
      await stored('new.jpg');
      await sql`update media set created_at = ${new Date(now)} where name = 'new.jpg'`.execute(rooms.db);
      expect(await call(keepingCalls.retentionPreview, rules)).toMatchObject({
        kinds: [
          { kind: 'photo', count: 1, bytes: 7 },
          { kind: 'video', count: 0 },
          { kind: 'other', count: 0 },
        ],
        held: 1,
        files: [{ oid: old, name: 'old.jpg' }],
      });
      await run('media.retain');
      expect((await query()).total).toBe(5);
      const set = await call<{ version: number }>(keepingCalls.setRetention, { ...rules, version: 0 });
      expect(await reasonOf(call(keepingCalls.setRetention, { ...rules, version: 0 }))).toBe('conflict');
      await run('media.retain');
      expect((await bin()).list).toMatchObject([{ oid: old, deletedBy: null }]);
      expect((await query()).total).toBe(4);
      const { rows } = await sql<{ detail: unknown }>`select detail from audit_log
        where action = 'media.delete' and member_oid is null`.execute(rooms.db);
      expect(rows).toMatchObject([{ detail: { count: 1, photoDays: 30 } }]);
      // What somebody took back stays for as many days again.
      await call(keepingCalls.restore, { oids: [old] });
      await run('media.retain');
      expect((await bin()).list).toEqual([]);
      await call(keepingCalls.setRetention, { ...rules, photoDays: null, version: set.version });
    });

    it('takes rules by the version that was read, and only of who sees the whole organisation', async () => {
      const rules = { photoDays: null, videoDays: 30, otherDays: null, keepStarred: true };
      const both = ['setRetention', 'retentionPreview'];
      const standing = (token: string) =>
        call<{ version: number; allowed: string[] }>(keepingCalls.retention, {}, token);
      const set = (version: number, token: string) =>
        call<{ version: number }>(keepingCalls.setRetention, { ...rules, version }, token);
      expect(await standing(stranger)).toMatchObject({ version: 0, allowed: both });
      for (const version of [1, 2_147_483_647])
        expect(await reasonOf(set(version, stranger))).toBe('conflict');
      expect(await standing(stranger)).toMatchObject({ version: 0 });
      const at = await Promise.allSettled([set(0, stranger), set(0, stranger)]);
      expect(at.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await standing(stranger)).toMatchObject({ videoDays: 30, version: 1 });

      const { rows } = await sql<{ root: string; top: string }>`select group_root as root, group_oid as top
        from member where account = 'tau-administrator'`.execute(rooms.db);
      const [{ root, top } = { root: '', top: '' }] = rows;
      const below = await rooms.department.add(rooms.db, { groupRoot: root, parentOID: top, name: '北区' });
      const move = (oid: string) =>
        sql`update member set group_oid = ${oid}::uuid where account = 'tau-administrator'`.execute(rooms.db);
      await move(below);
      try {
        const token = await rooms.tokenOf('tau-administrator');
        expect(await standing(token)).toMatchObject({ videoDays: 30, allowed: [] });
        expect(await reasonOf(set(1, token))).toBe('retentionOfWhole');
        expect(await reasonOf(call(keepingCalls.retentionPreview, rules, token))).toBe('retentionOfWhole');
      } finally {
        await move(top);
      }
      expect(await standing(stranger)).toMatchObject({ version: 1 });
    });

    it('leave the files of a flight whose record is under legal hold', async () => {
      const rules = { photoDays: 30, videoDays: null, otherDays: null, keepStarred: true };
      const oid = await stored('held-flight.jpg');
      const flights = createTestFlights(rooms.runtime);
      const account = 'sigma-administrator';
      const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
      const id = await flights.flight(account, { taskOID, routeOID, dockOID });
      const old = new Date(rooms.runtime.serverTime() - 31 * 86_400_000);
      await sql`update media set flight_oid = ${id}::uuid, created_at = ${old} where oid = ${oid}::uuid`.execute(
        rooms.db,
      );
      const hold = (at: Date | null) =>
        sql`update flight set held_at = ${at}::timestamptz where oid = ${id}::uuid`.execute(rooms.db);
      await hold(old);
      const { version } = await call<{ version: number }>(keepingCalls.retention, {});
      const set = await call<{ version: number }>(keepingCalls.setRetention, { ...rules, version });
      expect(await call(keepingCalls.retentionPreview, rules)).toMatchObject({ held: 1, files: [] });
      await run('media.retain');
      expect((await bin()).list).toEqual([]);
      await hold(null);
      await run('media.retain');
      expect((await bin()).list).toMatchObject([{ oid }]);
      await call(keepingCalls.setRetention, { ...rules, photoDays: null, version: set.version });
    });
  });

  describe('files', () => {
    it('are counted by kind, and those of a flight are its own', async () => {
      await stored('one.jpg');
      await stored('film.mp4', { kind: 'video' });
      expect(await call(storageCalls.statistics, {})).toMatchObject({
        kinds: [
          { kind: 'photo', count: 1, bytes: 7 },
          { kind: 'video', count: 1, bytes: 7 },
          { kind: 'other', count: 0, bytes: 0 },
        ],
      });
      const flights = createTestFlights(rooms.runtime);
      const account = 'sigma-administrator';
      const [taskOID, routeOID] = [await flights.task(account), await flights.route(account)];
      const id = await flights.flight(account, { taskOID, routeOID, dockOID });
      await sql`update media set flight_oid = ${id} where name = 'one.jpg'`.execute(rooms.db);
      expect(await call(fileCalls.flightFiles, { id })).toMatchObject({ list: [{ name: 'one.jpg' }] });
      expect(await reasonOf(call(fileCalls.flightFiles, { id }, stranger))).toBe('notFound');
      const { total } = await call<{ total: number }>(fileCalls.query, {});
      expect(total).toBe(2);
    });

    it('take of the room of their department, which those above give', async () => {
      const oid = await stored('one.jpg');
      await stored('film.mp4', { kind: 'video' });
      await call(keepingCalls.hold, { oids: [oid], reason: 'court' });
      const storage = () => call<{ departments: DepartmentStorage[] }>(storageCalls.statistics, {});
      const [own] = (await storage()).departments;
      expect(own).toMatchObject({
        count: 2,
        bytes: 14,
        quota: null,
        state: 'none',
        version: 0,
        allowed: ['setQuota'],
      });
      const groupOID = own?.groupOID ?? '';
      const set = (quota: number | null, version: number, token = administrator) =>
        call(storageCalls.setQuota, { groupOID, quota, version }, token);
      expect(await reasonOf(set(1_000_000, 0, stranger))).toBe('notFound');
      await set(1_000_000, 0);
      expect(await reasonOf(set(2_000_000, 0))).toBe('conflict');
      await sql`update media set size = 400_000`.execute(rooms.db);
      expect(await storage()).toMatchObject({
        bin: { count: 0, bytes: 0 },
        held: { count: 1, bytes: 400_000 },
        departments: [{ bytes: 800_000, quota: 1_000_000, state: 'near', version: 1 }],
      });
      // What lies in the bin still takes room.
      await call(fileCalls.deleteFiles, {
        oids: (await query({ kind: 'video' })).list.map((one) => one.oid),
      });
      await sql`update media set size = 500_000`.execute(rooms.db);
      expect(await storage()).toMatchObject({ bin: { bytes: 500_000 }, departments: [{ state: 'full' }] });
      await set(null, 1);
      expect(await storage()).toMatchObject({ departments: [{ quota: null, state: 'none', version: 2 }] });
    });

    it('are downloaded as one zip of plain names, whole or not at all', async () => {
      const oids = [await stored('one.jpg'), await stored('two.jpg')];
      await sql`update media set name = '../../one.jpg'`.execute(rooms.db);
      const zip = async (): Promise<Record<string, Uint8Array>> =>
        unzipSync(
          await buffer((await call<BytesAnswer>(fileCalls.downloadFiles, { oids })).body as Readable),
        );
      const held = Object.entries(await zip()).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
      expect(held).toEqual([
        ['__.._one.jpg', 'picture'],
        ['__.._one (2).jpg', 'picture'],
      ]);
      expect(await reasonOf(call(fileCalls.downloadFiles, { oids }, stranger))).toBe('notFound');
      await objects.delete(`media/${dockOID}/two.jpg`);
      await expect(zip()).rejects.toThrow('gone');
      await sql`update media set size = ${resultLimits.zipBytes}`.execute(rooms.db);
      expect(await reasonOf(call(fileCalls.downloadFiles, { oids }))).toBe('downloadTooLarge');
    });

    it('are downloaded from where a download was cut, of the same zip alone', async () => {
      const oids = [await stored('one.jpg'), await stored('two.jpg')];
      const ask = async (part: { range?: string; ifRange?: string }) => {
        const asked = { token: administrator, extra: endpoints, ...part };
        const answer = await rooms.call(fileCalls.downloadFiles, { oids, metadata: true }, asked);
        const { status, headers, body } = answer.data as BytesAnswer;
        return { status, mark: `${headers['etag']}`, bytes: await buffer(Readable.from(body)) };
      };
      const { mark, bytes } = await ask({});
      const cut = { range: 'bytes=50-', ifRange: mark };
      expect(await ask(cut)).toEqual({ status: 206, mark, bytes: bytes.subarray(50) });
      expect((await ask({ range: 'bytes=9999999-' })).status).toBe(416);
      await sql`update media set name = 'three.jpg' where oid = ${oids[1]}`.execute(rooms.db);
      expect(await ask(cut)).toMatchObject({
        status: 200,
        mark: expect.not.stringContaining(mark) as string,
      });
    });

    it('are downloaded with what is known of them where that is asked for', async () => {
      const oids = [await stored('one.jpg'), await stored('files.csv', { kind: 'other' })];
      await sql`update media set lng = 9, lat = 48 where name = 'one.jpg'`.execute(rooms.db);
      const { body } = await call<BytesAnswer>(fileCalls.downloadFiles, { oids, metadata: true });
      const zip = unzipSync(await buffer(body as Readable));
      expect(Object.keys(zip).toSorted()).toEqual([
        'files (2).csv',
        'files.csv',
        'files.geojson',
        'one.jpg',
        'stac/files.csv.json',
        'stac/one.jpg.json',
      ]);
      const textOf = (name: string): string => Buffer.from(zip[name] ?? []).toString();
      expect(textOf('files.csv')).toBe('picture');
      expect(textOf('files (2).csv').trim().split('\r\n')).toHaveLength(3);
      expect(JSON.parse(textOf('files.geojson'))).toMatchObject({ features: [{}, {}] });
      expect(JSON.parse(textOf('stac/one.jpg.json'))).toMatchObject({
        id: oids[0],
        geometry: { coordinates: [9, 48] },
        assets: { data: { href: '../one.jpg', 'file:size': 7 } },
      });
    });

    it('have an address for who may see them', async () => {
      const oid = await stored('one.jpg');
      const url: unknown = expect.stringMatching(new RegExp(`/preview/${oid}\\.rest$`));
      expect(await call(fileCalls.downLoadURL, { oid })).toEqual({ url, name: 'one.jpg', size: 7 });
      expect(await reasonOf(call(fileCalls.downLoadURL, { oid }, stranger))).toBe('notFound');
      expect(await reasonOf(call(fileCalls.deleteFiles, { oids: [oid] }, stranger))).toBe('notFound');
      await call(fileCalls.deleteFiles, { oids: [oid] });
      expect((await query()).total).toBe(0);
    });
  });
}
