import { detectionCalls, workOrderCalls, type DefectDetail, type PhotoFacts } from '@eyrie/domain';
import { destination, distance } from '@eyrie/geometry';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createDefects, type Defects } from '../detection/index.ts';
import { addFinding, addPhoto, createOrderBench, memberOf, type OrderBench } from './work-order.fixture.ts';

let bench: OrderBench;
let rooms: OrderBench['rooms'];
let defects: Defects;
let detectionOID: string;
const start = { lng: 113.95, lat: 22.54 };
const hour = 3_600_000;
const administrator = memberOf(() => bench, 'gamma-administrator');

/** A photo that looks straight down from 30 m by RTK, some metres east of the start. */
const factsAt = (east: number): PhotoFacts => ({
  make: 'DJI',
  model: 'M3TD',
  ...destination(start, 90, east),
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: 50, relative: 30 },
  heading: 0,
  gimbal: { yaw: 0, pitch: -90, roll: 0 },
  aircraft: { yaw: 0, pitch: 0, roll: 0 },
  lens: 'wide',
  focalLength: 24,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
});

let photos = 0;
/** A finding in the middle of a new photo, confirmed. @returns its oid */
const found = async (
  east: number,
  { confirmed = true, account = 'gamma-administrator' }: { confirmed?: boolean; account?: string } = {},
): Promise<string> => {
  photos += 1;
  const shotAt = new Date(rooms.clock.wall() + photos * hour);
  const mediaOID = await addPhoto(bench, { account, shotAt, facts: factsAt(east) });
  const oid = await addFinding(bench, mediaOID, {
    box: { x: 1990, y: 1490, width: 20, height: 20 },
    picture: { width: 4000, height: 3000 },
  });
  if (confirmed)
    await administrator(detectionCalls.auditOutcome, { oid, detectionOID, verdict: 'confirmed' });
  return oid;
};
const settle = async (): Promise<void> => {
  while ((await defects.settle()) > 0);
};
const defectOf = async (oid: string): Promise<string> =>
  (await administrator(detectionCalls.earlierSightings, { oid })).defectOID ?? 'none';
const detail = async (oid: string): Promise<DefectDetail> => {
  const { defect } = await administrator(detectionCalls.defectByOID, { oid });
  if (!defect) throw new Error('there is no such defect');
  return defect;
};
const seen = ({ sightings }: DefectDetail): string[] =>
  sightings.map(({ outcomeOID }) => outcomeOID).toSorted();

beforeAll(async () => {
  bench = await createOrderBench(['administrator']);
  ({ rooms, defects, detectionOID } = bench);
});
afterAll(() => rooms.close());

describe('one defect with many sightings', () => {
  it('is what was confirmed at one place on several days, and has one order', async () => {
    const [first, second, other] = [await found(0), await found(1), await found(100)];
    await settle();
    const oid = await defectOf(first);
    expect(await defectOf(second)).toBe(oid);
    expect(await defectOf(other)).not.toBe(oid);
    expect(await detail(oid)).toMatchObject({ class: 'crack', total: 2, change: null, orders: [] });

    const made = await administrator(workOrderCalls.affirm, { oids: [first, other] });
    expect(made.added).toBe(2);
    const later = await found(0.5);
    // Nothing ran between: what was confirmed a moment ago is known to be the same thing.
    const again = await administrator(workOrderCalls.affirm, { oids: [later] });
    expect(again).toMatchObject({ added: 0, list: [{ outcomeOID: first }] });
    const order = again.list[0]?.oid ?? '';
    expect((await detail(oid)).orders).toMatchObject([{ oid: order, isOpen: true }]);
    expect((await administrator(workOrderCalls.findByOID, { oid: order })).defectOID).toBe(oid);
    const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID });
    expect(list.find((one) => one.oid === later)?.orderOID).toBe(order);
  });

  it('is listed with how often it was seen and how its orders stand, the last one first', async () => {
    const listed = (request: object) => administrator(detectionCalls.queryDefect, request);
    const { list } = await listed({});
    expect(list.map(({ total }) => total)).toEqual([3, 1]);
    expect(list[0]).toMatchObject({ class: 'crack', orders: 1, orderOID: expect.any(String) as string });
    expect((await listed({ again: true })).total).toBe(1);
    expect((await listed({ ordered: 'none' })).total).toBe(0);
    expect((await listed({ ordered: 'open', keyword: 'CRA' })).total).toBe(2);
    expect((await memberOf(() => bench, 'omega-administrator')(detectionCalls.queryDefect, {})).list).toEqual(
      [],
    );
  });

  it('makes one order where a rule is applied to two findings of it that nobody judged', async () => {
    await found(900, { confirmed: false });
    await found(900.5, { confirmed: false });
    const rule = { class: 'crack', confidence: 0.8 };
    expect(await administrator(workOrderCalls.autoAffirm, rule)).toMatchObject({ count: 2, added: 0 });
    const applied = await administrator(workOrderCalls.autoAffirm, { ...rule, trial: false });
    expect(applied).toMatchObject({ count: 2, added: 1 });
  });

  it('makes one order of two findings of it that are affirmed at once', async () => {
    const oids = [await found(200), await found(200.5)];
    const made = await Promise.all(oids.map((oid) => administrator(workOrderCalls.affirm, { oids: [oid] })));
    expect(made.reduce((sum, { added }) => sum + added, 0)).toBe(1);
    expect(made[0]?.list[0]?.oid).toBe(made[1]?.list[0]?.oid);
  });

  it('keeps the order into which its own was merged', async () => {
    const [first, far] = [await found(600), await found(700)];
    const made = await administrator(workOrderCalls.affirm, { oids: [first, far] });
    const orderOf = (oid: string): string =>
      made.list.find(({ outcomeOID }) => outcomeOID === oid)?.oid ?? '';
    const kept = orderOf(far);
    await administrator(workOrderCalls.merge, { oid: kept, oids: [orderOf(first)] });
    const again = await found(600.5);
    expect(await administrator(workOrderCalls.affirm, { oids: [again] })).toMatchObject({
      added: 0,
      list: [{ oid: kept }],
    });
    const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID });
    for (const oid of [first, again]) expect(list.find((one) => one.oid === oid)?.orderOID).toBe(kept);
    expect((await detail(await defectOf(first))).orders).toHaveLength(1);
  });

  it('shows a reviewer what was confirmed at the place before, not what came later', async () => {
    const before = await found(300);
    const looked = await found(300.5, { confirmed: false });
    const after = await found(300);
    await settle();
    const answer = await administrator(detectionCalls.earlierSightings, { oid: looked });
    expect(answer.defectOID).toBeNull();
    expect(answer.radius).toBeGreaterThan(0);
    expect(answer.earlier.map(({ outcomeOID }) => outcomeOID)).toEqual([before]);
    expect(after).not.toBe(before);
  });

  it('loses what is no longer confirmed', async () => {
    const [kept, gone] = [await found(400), await found(400.5)];
    await settle();
    const oid = await defectOf(kept);
    const { list } = await administrator(detectionCalls.queryOutcome, { detectionOID });
    const version = list.find((one) => one.oid === gone)?.version ?? 0;
    await administrator(detectionCalls.undoOutcome, { oid: gone, detectionOID, version });
    await settle();
    expect(seen(await detail(oid))).toEqual([kept]);
    const last = (await administrator(detectionCalls.queryOutcome, { detectionOID })).list.find(
      (one) => one.oid === kept,
    );
    await administrator(detectionCalls.undoOutcome, { oid: kept, detectionOID, version: last?.version ?? 0 });
    await settle();
    expect(await administrator(detectionCalls.defectByOID, { oid })).toEqual({ defect: null });
  });

  it('is merged and split by hand, stays so when more is seen, and both are taken back', async () => {
    const [one, far] = [await found(500), await found(540)];
    await settle();
    const [oid, otherOID] = [await defectOf(one), await defectOf(far)];
    expect((await detail(oid)).nearby).toMatchObject([{ oid: otherOID }]);
    const joined = await administrator(detectionCalls.mergeDefects, { oid, otherOID });
    expect(seen(joined)).toEqual([one, far].toSorted());
    expect(joined.change).toMatchObject({ kind: 'merge' });
    const more = await found(540.5);
    await settle();
    expect(seen(await detail(joined.oid))).toEqual([one, far, more].toSorted());
    await administrator(detectionCalls.undoDefect, { oid: joined.oid });
    expect(seen(await detail(await defectOf(one)))).toEqual([one]);
    const apart = await defectOf(far);
    expect(seen(await detail(apart))).toEqual([far, more].toSorted());

    expect(
      await reasonOf(administrator(detectionCalls.splitDefect, { oid: apart, outcomeOIDs: [far, more] })),
    ).toBe('splitSome');
    const left = await administrator(detectionCalls.splitDefect, { oid: apart, outcomeOIDs: [far] });
    expect(seen(left)).toEqual([more]);
    await found(540.2);
    await settle();
    expect(await defectOf(far)).not.toBe(await defectOf(more));
    const back = await administrator(detectionCalls.undoDefect, { oid: left.oid });
    expect(back.total).toBe(3);
    expect(await reasonOf(administrator(detectionCalls.undoDefect, { oid: back.oid }))).toBe('defectChanged');
  });

  it('is nobody else’s, and joined with nothing of another class', async () => {
    const oid = await defectOf(await found(600).then(async (one) => (await settle(), one)));
    const stranger = memberOf(() => bench, 'omega-administrator');
    expect(await stranger(detectionCalls.defectByOID, { oid })).toEqual({ defect: null });
    expect(await reasonOf(stranger(detectionCalls.undoDefect, { oid }))).toBe('notFound');
    expect(await reasonOf(administrator(detectionCalls.mergeDefects, { oid, otherOID: oid }))).toBe(
      'defectsDiffer',
    );
  });

  it('is the same by whichever of two servers takes findings in, both at once', async () => {
    const oids = [await found(700), await found(700.3), await found(700.6)];
    const { runtime, audit } = rooms;
    const other = createDefects({
      runtime,
      audit,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    await Promise.all([defects.settle(), other.settle(), defects.settle()]);
    await settle();
    expect(new Set(await Promise.all(oids.map(defectOf))).size).toBe(1);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from defect
      where not exists (select from defect_sighting where defect_oid = defect.oid)`.execute(rooms.db);
    expect(rows[0]?.count).toBe(0);
  });
});

describe('an order of a finding', () => {
  it.each(['before', 'after'])(
    'stands where the finding lies, also when it is made %s its place is known',
    async (when) => {
      const east = when === 'before' ? 4_000 : 5_000;
      photos += 1;
      const mediaOID = await addPhoto(bench, {
        account: 'gamma-administrator',
        shotAt: new Date(rooms.clock.wall() + photos * hour),
        facts: factsAt(east),
        ...destination(start, 90, east),
      });
      // At the left edge: some fifteen metres west of the aircraft.
      const oid = await addFinding(bench, mediaOID, {
        box: { x: 0, y: 1490, width: 20, height: 20 },
        picture: { width: 4000, height: 3000 },
      });
      await administrator(detectionCalls.auditOutcome, { oid, detectionOID, verdict: 'confirmed' });
      if (when === 'after') await settle();
      const { list } = await administrator(workOrderCalls.affirm, { oids: [oid] });
      if (when === 'before') await settle();
      const order = await administrator(workOrderCalls.get, { oid: list[0]?.oid ?? '' });
      const away = distance(destination(start, 90, east), order as { lng: number; lat: number });
      expect(away).toBeGreaterThan(15);
      expect(away).toBeLessThan(30);
    },
  );
});
