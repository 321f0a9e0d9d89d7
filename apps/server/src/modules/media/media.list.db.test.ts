import { markCalls, mediaCalls, resultLimits, type MediaGroup } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { mediaTimers } from './index.ts';
import { keepingSuite } from './media.keeping.suite.fixture.ts';
import {
  call,
  clearResults,
  closeResults,
  dockOID,
  objects,
  openResults,
  query,
  rooms,
  stored,
  stranger,
} from './media.list.fixture.ts';

beforeAll(openResults);
afterAll(closeResults);
beforeEach(clearResults);

describe('results', () => {
  it('are listed by kind, time and words, the newest first', async () => {
    await stored('one.jpg', { shotAt: 1_760_000_000_000 });
    await stored('two.jpg', { shotAt: 1_760_000_500_000 });
    await stored('film.mp4', { kind: 'video' });
    const names = async (wanted: object) => (await query(wanted)).list.map(({ name }) => name);
    expect(await names({ kind: 'photo' })).toEqual(['two.jpg', 'one.jpg']);
    expect(await names({ kind: 'video' })).toEqual(['film.mp4']);
    expect(await names({ kind: 'photo', from: 1_760_000_400_000 })).toEqual(['two.jpg']);
    expect(await names({ keyword: 'TWO' })).toEqual(['two.jpg']);
    expect(await names({ keyword: '%' })).toEqual([]);
    expect(await query({ pageSize: 1 })).toMatchObject({ total: 3, list: [{ name: 'two.jpg' }] });
  });

  it('are outlined by day, flight and lens, and each group is found by what stands in it', async () => {
    // Evening in China, and the next morning there.
    const evening = Date.UTC(2025, 9, 9, 15, 59, 59, 999);
    for (const [n, shotAt] of [evening, evening - 5_000, evening + 1, evening + 3_600_000].entries())
      await stored(`${n}.jpg`, { shotAt });
    await sql`update media set lens = 'ir', shot_at = shot_at + interval '0.4 ms' where name = '0.jpg'`.execute(
      rooms.db,
    );
    await stored('film.mp4', { kind: 'video' });
    interface Outline {
      groups: MediaGroup[];
      more: boolean;
    }
    const outline = (by: string, token?: string) =>
      call<Outline>(mediaCalls.groups, { kind: 'photo', by }, token);
    const { groups, more } = await outline('day');
    expect([groups.map(({ day, count }) => [day, count]), more]).toEqual([
      [
        ['2025-10-10', 2],
        ['2025-10-09', 2],
      ],
      false,
    ]);
    const [next, first] = groups;
    expect(
      (await query({ kind: 'photo', from: first?.from, to: first?.to })).list.map(({ name }) => name),
    ).toContain('0.jpg');
    expect((await query({ kind: 'photo', from: next?.from, to: next?.to })).total).toBe(2);
    expect((await outline('lens')).groups.map(({ day, lens, count }) => [day, lens, count])).toEqual([
      ['2025-10-10', 'unknown', 2],
      ['2025-10-09', 'ir', 1],
      ['2025-10-09', 'unknown', 1],
    ]);
    expect((await outline('flight')).groups).toMatchObject([
      { flightOID: null, count: 2 },
      { flightOID: null, count: 2 },
    ]);
    expect((await query({ kind: 'photo', lens: 'ir', withoutFlight: true })).total).toBe(1);
    expect(await outline('day', stranger)).toEqual({ groups: [], more: false });
  });

  it('say what their device said, and where they are fetched', async () => {
    const oid = await stored('one.svg');
    const detail = await call(mediaCalls.detail, { oid });
    expect(detail).toMatchObject({ droneModel: '0-91-1', payloadModel: null, dockName: '机场' });
    expect(detail).toMatchObject({ allowed: ['delete', 'mark', 'comment', 'deleteComment', 'hold'] });
    // What may be active is saved and not shown.
    expect(await call(mediaCalls.preview, { oid })).toEqual({
      url: `/nebula-five/mediafile/preview/${oid}.rest`,
      contentType: 'application/octet-stream',
      shown: false,
    });
  });

  it('are there for their own organisation alone', async () => {
    const oid = await stored('one.jpg');
    expect(await query({}, stranger)).toMatchObject({ list: [], total: 0 });
    const asked = (of: string) =>
      [
        [mediaCalls.detail, { oid: of }],
        [mediaCalls.preview, { oid: of }],
        [mediaCalls.remove, { oids: [of] }],
      ] as const;
    for (const [declaration, request] of asked(oid))
      expect(await reasonOf(call(declaration, request, stranger))).toBe('notFound');
    for (const [declaration, request] of asked(rooms.runtime.newOid()))
      expect(await reasonOf(call(declaration, request))).toBe('notFound');
    expect((await query()).total).toBe(1);
  });

  it('are deleted all or none, and their bytes go when the time is over', async () => {
    const [one, two] = [await stored('one.jpg'), await stored('two.jpg')];
    expect(await reasonOf(call(mediaCalls.remove, { oids: [one, rooms.runtime.newOid()] }))).toBe('notFound');
    expect((await query()).total).toBe(2);
    await call(mediaCalls.remove, { oids: [one] });
    expect((await query()).list).toMatchObject([{ oid: two }]);
    expect(await reasonOf(call(mediaCalls.detail, { oid: one }))).toBe('notFound');
    const [timer] = mediaTimers(rooms.runtime, { objects, audit: rooms.audit });
    await timer?.run();
    expect(await objects.head(`media/${dockOID}/one.jpg`)).not.toBeNull();
    rooms.clock.move(resultLimits.binFor + 1);
    await timer?.run();
    expect(await objects.head(`media/${dockOID}/one.jpg`)).toBeNull();
    expect(await objects.head(`media/${dockOID}/two.jpg`)).not.toBeNull();
  });
});

describe('marks', () => {
  const mark = (request: object, token?: string) => call(markCalls.mark, request, token);

  it('are stars and labels, which lists are filtered by', async () => {
    const [one, two] = [await stored('one.jpg'), await stored('two.jpg')];
    await mark({ oids: [one], starred: true });
    await mark({ oids: [one, two], addLabels: ['mast', ' mast ', 'joint'] });
    await mark({ oids: [two], addLabels: ['roof'], dropLabels: ['mast'] });
    const names = async (wanted: object) => (await query(wanted)).list.map(({ name }) => name);
    expect(await names({ starred: true })).toEqual(['one.jpg']);
    expect(await names({ starred: false })).toEqual(['two.jpg']);
    expect(await names({ label: 'mast' })).toEqual(['one.jpg']);
    expect(await call(mediaCalls.detail, { oid: two })).toMatchObject({
      starred: false,
      labels: ['joint', 'roof'],
    });
    expect(await call(markCalls.labels, {})).toEqual({
      list: [
        { label: 'joint', count: 2 },
        { label: 'mast', count: 1 },
        { label: 'roof', count: 1 },
      ],
    });
    expect(await call(markCalls.labels, {}, stranger)).toEqual({ list: [] });
  });

  it('are set at all files or at none, and of one not too many', async () => {
    const one = await stored('one.jpg');
    expect(await reasonOf(mark({ oids: [one, rooms.runtime.newOid()], starred: true }))).toBe('notFound');
    expect(await reasonOf(mark({ oids: [one], starred: true }, stranger))).toBe('notFound');
    expect(await reasonOf(mark({ oids: [one] }))).toBe('invalid');
    const many = Array.from({ length: resultLimits.labels }, (_, at) => `label ${at}`);
    await mark({ oids: [one], addLabels: many });
    expect(await reasonOf(mark({ oids: [one], addLabels: ['one more'] }))).toBe('labelsFull');
    const { list } = await query({ label: 'label 7' });
    expect(list).toMatchObject([{ starred: false, labels: many.toSorted() }]);
  });

  it('never wait for a file that is not seen', async () => {
    const one = await stored('one.jpg');
    await rooms.db.transaction().execute(async (trx) => {
      await sql`select oid from media where oid = ${one}::uuid for update`.execute(trx);
      expect(await reasonOf(mark({ oids: [one], starred: true }, stranger))).toBe('notFound');
    });
  });

  it('are comments, which go with the file', async () => {
    const [one, other] = [await stored('one.jpg'), await stored('two.jpg')];
    const comments = (oid: string, token?: string) =>
      call<{ list: { oid: string; comment: string }[] }>(markCalls.comments, { oid }, token);
    await call(markCalls.comment, { oid: one, comment: ' A crack. ' });
    const [first] = (await comments(one)).list;
    expect(first).toMatchObject({ comment: 'A crack.', memberName: expect.any(String) });
    expect(await comments(other)).toEqual({ list: [] });
    const request = { oid: one, commentOID: first?.oid };
    expect(await reasonOf(call(markCalls.comment, { oid: one, comment: 'Mine.' }, stranger))).toBe(
      'notFound',
    );
    expect(await reasonOf(comments(one, stranger))).toBe('notFound');
    expect(await reasonOf(call(markCalls.deleteComment, request, stranger))).toBe('notFound');
    expect(await reasonOf(call(markCalls.deleteComment, { ...request, oid: other }))).toBe('notFound');
    await call(markCalls.deleteComment, { oid: one, commentOID: first?.oid });
    expect(await comments(one)).toEqual({ list: [] });
  });
});

keepingSuite();
