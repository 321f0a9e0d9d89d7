import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls } from '@eyrie/domain';
import { bodiesFor, odditiesAt } from './bodies.ts';
import { idFields, nameOf } from './by-id.ts';
import { expectDecent } from './send.ts';
import { openWorld, type World } from './world.ts';

/** Kept, so that a failure comes back; a call’s own name varies it, so that no other call changes what is drawn for it. */
const seed = 20_260;
const seedOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, seed);
/** Of each call. The long proof sets more. */
const runs = Number(process.env['EYRIE_FUZZ_RUNS'] ?? 2);
/** As many as the server’s connections to the database: more would only measure how long they queue. */
const atOnce = 10;
/** Bodies that never get past the shape would prove little about what lies behind it. */
const past = Math.min(3, Math.ceil(runs / 2));
const mostDraws = 400;

let world: World;
let oids: string[];
beforeAll(async () => {
  world = await openWorld();
  const own = await world.addThings('south-administrator');
  const theirs = await world.addThings('north-administrator');
  const added = await world.send(calls.dock.add, world.south.tokens.administrator, {
    name: '机场',
    model: '3-2-0',
    sn: 'SNFUZZ1',
    vendor: 'DJI',
    groupOID: world.south.groupOID,
  });
  const dock = added.body.data.oid as string;
  oids = [
    dock,
    dock,
    ...Object.values(own),
    ...Object.values(theirs),
    world.south.groupRoot,
    ...Array.from({ length: 8 }, () => world.south.groupOID),
  ];
  const policy = JSON.stringify({ nameChineseOnly: false });
  await world.db
    .updateTable('organisation')
    .set({ policy })
    .where('oid', '=', world.south.groupRoot)
    .execute();
});
afterAll(() => world?.close());

describe.each(allCalls.map((one, at) => [nameOf(one), one, at] as const))('%s', (name, declaration, at) => {
  const ask = async (request: unknown): Promise<number> => {
    // Another member's: beyond ten sessions the oldest ends, and with it everything that comes after.
    const token =
      declaration === calls.session.logout
        ? await world.tokenOf('south-leader')
        : world.south.tokens.administrator;
    const sent = await world.send(declaration, token, request);
    expectDecent(sent, `${name} ${JSON.stringify(request).slice(0, 400)}`);
    return sent.status;
  };
  const askAll = async (requests: readonly unknown[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (let from = 0; from < requests.length; from += atOnce)
      statuses.push(...(await Promise.all(requests.slice(from, from + atOnce).map(ask))));
    return statuses;
  };
  const countPast = (statuses: readonly number[]): number =>
    statuses.filter((status) => ![400, 415, 422].includes(status)).length;

  it('answers whatever fits its shape or nearly does', async () => {
    const bodies = bodiesFor(declaration.request, oids);
    const draw = (turn: number) => askAll(fc.sample(bodies, { numRuns: runs, seed: seedOf(name) + turn }));
    let reached = countPast(await draw(0));
    // The file that is sent along is none that any upload takes: what lies behind is proved beside each room.
    if (declaration.upload) return;
    // Nor are two new passwords ever the same by chance and good.
    if (declaration === calls.member.changePassword) return;
    // Two moments drawn by chance are no time in which something is announced.
    if (declaration === calls.notice.add) return;
    // Few texts are addresses of tiles, and few moments lie within the next ninety days.
    if (declaration === calls.layer.add || declaration === calls.mapShare.add) return;
    // Nor within the next year, in which every token ends.
    if (declaration === calls.accessToken.add || declaration === calls.accessToken.addService) return;
    // Few schedules drawn by chance have a day within their span, and here none may be left out.
    if (declaration === calls.task.changeLater) return;
    // Panels that are placed by chance lie over each other.
    if (declaration === calls.screenLayout.save) return;
    // Few texts are phone numbers.
    if (declaration === calls.member.editPhone) return;
    for (let turn = 1; reached < past && turn < mostDraws; turn += 1) reached += countPast(await draw(turn));
    expect(reached).toBeGreaterThanOrEqual(past);
  });

  it('answers oddities in place of an id', async () => {
    const fields = idFields(declaration);
    if (fields.length === 0) return;
    await askAll(odditiesAt(at).map((odd) => Object.fromEntries(fields.map((field) => [field, odd]))));
  });
});
