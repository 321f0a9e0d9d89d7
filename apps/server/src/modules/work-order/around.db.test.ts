import { detectionCalls, workOrderCalls, type OrderAround, type PhotoFacts } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights, type TestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { placeOrders } from './index.ts';
import { addFinding, addPhoto, createOrderBench, type OrderBench } from './work-order.fixture.ts';

let bench: OrderBench;
let rooms: OrderBench['rooms'];
let flights: TestFlights;
let dockOID: string;
let routeOID: string;
let flightOID: string;
let mediaOID: string;
let outcomeOID: string;
let oid: string;
let shotAt: number;
const minute = 60_000;
const view = { lng: 113.951, lat: 22.541 };
const facts: PhotoFacts = {
  make: 'DJI',
  model: 'M3TD',
  ...view,
  fix: 'fixed',
  heights: { ellipsoid: null, altitude: 55, relative: 42 },
  heading: 91.3,
  gimbal: { yaw: 91.3, pitch: -40, roll: 0 },
  aircraft: { yaw: 90, pitch: 0, roll: 0 },
  lens: 'zoom',
  focalLength: 168,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
};
/** What a dock says that can fly now. */
const ready = {
  mode_code: 0,
  emergency_stop_state: 0,
  wind_speed: 3,
  rainfall: 0,
  position_state: { is_fixed: 2, quality: 5, gps_number: 20, rtk_number: 20 },
  home_position_is_valid: 1,
  storage: { total: 100_000_000, used: 0 },
  cover_state: 0,
  putter_state: 0,
  drone_charge_state: { state: 0, capacity_percent: 90 },
  sub_device: { device_sn: 'x', device_model_key: '0-91-1', device_online_status: 0, device_paired: 1 },
  flighttask_step_code: 5,
};

const setDock = (dock: string, lng: number, values: object = ready) =>
  sql`insert into dock_snapshot (dock_oid, online, lng, lat, height, last_seen_at, dock_values, drone_online)
    values (${dock}, true, ${lng}, 22.54, 20, ${new Date(rooms.runtime.serverTime() - 2_000)}, ${JSON.stringify(values)},
      true)
    on conflict (dock_oid) do update set lng = excluded.lng, dock_values = excluded.dock_values`.execute(
    rooms.db,
  );
const addDock = async (lng: number, account = 'gamma-administrator', model = '0-91-1'): Promise<string> => {
  const dock = await flights.dock(account);
  await sql`update dock set insurance_until = '2100-01-01', name = ${`dock ${lng}`} where oid = ${dock}`.execute(
    rooms.db,
  );
  await setDock(dock, lng);
  await sql`insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, 'aircraft', ${dock}, ${model}, oid from dock
    where oid = ${dock}`.execute(rooms.db);
  return dock;
};
const aroundBy = (account: string, order = oid): Promise<OrderAround> =>
  bench.ask(account, workOrderCalls.around, { oid: order });
const around = (): Promise<OrderAround> => aroundBy('gamma-administrator');

beforeAll(async () => {
  bench = await createOrderBench(['administrator', 'operator']);
  ({ rooms } = bench);
  flights = createTestFlights(rooms.runtime);
  shotAt = Math.round(rooms.runtime.serverTime()) - 60 * minute;
  dockOID = await addDock(113.95);
  const account = 'gamma-administrator';
  routeOID = await flights.route(account);
  const taskOID = await flights.task(account);
  flightOID = await flights.flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  mediaOID = await addPhoto(bench, { ...view, shotAt: new Date(shotAt), facts });
  await sql`update media set flight_oid = ${flightOID}, dock_oid = ${dockOID} where oid = ${mediaOID}`.execute(
    rooms.db,
  );
  outcomeOID = await addFinding(bench, mediaOID);
  const verdict = { oid: outcomeOID, detectionOID: bench.detectionOID, verdict: 'confirmed' };
  await bench.ask(account, detectionCalls.auditOutcome, verdict);
  oid = (await bench.ask(account, workOrderCalls.affirm, { oids: [outcomeOID] })).list[0]?.oid ?? '';
});
afterAll(() => rooms.close());

describe('the place of what was found', () => {
  it('is that of its photo until it is known on the ground, then with how far off it may be', async () => {
    await sql`delete from defect_sighting where outcome_oid = ${outcomeOID}`.execute(rooms.db);
    await sql`update work_order set lng = ${view.lng}, lat = ${view.lat} where oid = ${oid}`.execute(
      rooms.db,
    );
    expect((await around()).place).toEqual({ ...view, of: 'photo', radius: null });
    await sql`insert into defect_sighting (outcome_oid, group_root, group_oid, media_oid, class, lng, lat, radius, seen_at)
      select oid, group_root, group_oid, media_oid, class, 113.9515, 22.541, 4.5, now() from detection_outcome
      where oid = ${outcomeOID}`.execute(rooms.db);
    await placeOrders(rooms.db, [outcomeOID]);
    expect((await around()).place).toEqual({ lng: 113.9515, lat: 22.541, of: 'ground', radius: 4.5 });
  });

  it('of an order by hand is what a person gave, and nothing where nobody did', async () => {
    const add = (place: object) =>
      bench.ask('gamma-administrator', workOrderCalls.add, { name: 'by hand', class: 'rust', ...place });
    const placed = await aroundBy('gamma-administrator', (await add(view)).oid);
    expect(placed.place).toEqual({ ...view, of: 'person', radius: null });
    expect(placed.nearest.standing).toBe('asked');
    const bare = await aroundBy('gamma-administrator', (await add({})).oid);
    expect(bare).toEqual({
      place: null,
      dock: { standing: 'none', thing: null, place: null },
      route: { standing: 'none', thing: null },
      nearest: { standing: 'noPlace', list: [] },
      weather: { at: null, readings: [] },
    });
  });
});

describe('the nearest dock that is ready', () => {
  it('is answered with its distance, and is none that the pre-flight check keeps back', async () => {
    const far = await addDock(113.97);
    const { nearest, place } = await around();
    expect(nearest.list.map((one) => [one.dockOID, one.ready])).toEqual([
      [dockOID, true],
      [far, true],
    ]);
    expect(nearest.list[0]?.distance).toBeCloseTo(
      distance({ lng: 113.95, lat: 22.54 }, place ?? { lng: 0, lat: 0 }),
      0,
    );
    await setDock(dockOID, 113.95, { ...ready, wind_speed: 15 });
    const [first, second] = (await around()).nearest.list;
    expect([first?.dockOID, first?.ready]).toEqual([far, true]);
    expect(second).toMatchObject({ dockOID, ready: false, able: true, items: [{ item: 'wind' }] });
    await setDock(dockOID, 113.95);
    await sql`update dock set deleted_at = now() where oid = ${far}`.execute(rooms.db);
  });

  it('is none whose aircraft cannot fly to the view of the picture, as with flying again', async () => {
    const beyond = await addDock(114.3);
    const lensless = await addDock(113.9505, 'gamma-administrator', '0-0-0');
    const { list } = (await around()).nearest;
    expect(list.map((one) => [one.dockOID, one.ready, one.able])).toEqual([
      [dockOID, true, true],
      [lensless, false, false],
      [beyond, false, false],
    ]);
    await sql`update dock set deleted_at = now() where oid in (${beyond}, ${lensless})`.execute(rooms.db);
  });
});

describe('the weather when the picture was taken', () => {
  const history = (at: number, payload: object) =>
    sql`insert into dock_history (dock_oid, at, payload)
      values (${dockOID}, ${new Date(at)}, ${JSON.stringify(payload)})`.execute(rooms.db);
  const measuredAloft = (at: number, wind: unknown) =>
    sql`insert into drone_telemetry (drone_oid, at, flight_oid, payload)
      values (${dockOID}, ${new Date(at)}, ${flightOID}, ${JSON.stringify({ wind })})`.execute(rooms.db);

  it('is none where none was recorded then, whatever is measured now', async () => {
    await history(Math.round(rooms.runtime.serverTime()), { wind: 9, rainfall: 'heavy' });
    await history(shotAt - 11 * minute, { wind: 8 });
    await measuredAloft(shotAt + 61_000, 8);
    expect((await around()).weather).toEqual({ at: shotAt, readings: [] });
  });

  it('is what aircraft, dock and the check before the take-off recorded next to it, each with its own time', async () => {
    await history(shotAt - 4 * minute, { wind: 4, rainfall: 'light', envTemp: 21.5, humidity: 60 });
    await history(shotAt - 3 * minute, { wind: null, rainfall: null });
    await history(shotAt + 5 * minute, { wind: 5 });
    await measuredAloft(shotAt - 20_000, 7);
    await measuredAloft(shotAt + 2_000, 6.5);
    await measuredAloft(shotAt + 1_000, null);
    const item = { verdict: 'passed', reason: null, blocks: false, limit: null, ageMs: 500 };
    const gate = [
      { ...item, item: 'wind', value: 3 },
      { ...item, item: 'rain', value: 'none' },
    ];
    const startTime = new Date(shotAt - 20 * minute);
    await sql`update flight set gate = ${JSON.stringify(gate)}, start_time = ${startTime} where oid = ${flightOID}`.execute(
      rooms.db,
    );
    const nothing = { rainfall: null, temperature: null, humidity: null };
    expect((await around()).weather.readings).toEqual([
      { of: 'aircraft', at: shotAt + 2_000, wind: 6.5, ...nothing },
      { of: 'dock', at: shotAt - 4 * minute, wind: 4, rainfall: 'light', temperature: 21.5, humidity: 60 },
      { of: 'takeOff', at: shotAt - 20 * minute, wind: 3, ...nothing, rainfall: 'none' },
    ]);
  });

  it('is unknown of a picture that does not say when it was taken', async () => {
    await sql`update media set shot_at = null where oid = ${mediaOID}`.execute(rooms.db);
    expect((await around()).weather).toEqual({ at: null, readings: [] });
    await sql`update media set shot_at = ${new Date(shotAt)} where oid = ${mediaOID}`.execute(rooms.db);
  });
});

describe('what is not for everybody', () => {
  it('is dock and route by their names, and a dock that was deleted is said to be', async () => {
    const { dock, route } = await around();
    expect(dock).toEqual({
      standing: 'shown',
      thing: { oid: dockOID, name: 'dock 113.95' },
      place: { lng: 113.95, lat: 22.54 },
    });
    expect(route).toEqual({ standing: 'shown', thing: { oid: routeOID, name: '航线' } });
    await sql`update route set deleted_at = now() where oid = ${routeOID}`.execute(rooms.db);
    expect((await around()).route).toEqual({ standing: 'deleted', thing: null });
    await sql`update route set deleted_at = null where oid = ${routeOID}`.execute(rooms.db);
  });

  it('never is an order of another organisation, nor a dock of one', async () => {
    expect(await reasonOf(aroundBy('omega-administrator'))).toBe('notFound');
    const foreign = await addDock(113.9512, 'omega-administrator');
    expect(JSON.stringify(await around())).not.toContain(foreign);
  });

  it('is no dock and no route of a department above, for whoever was given the order there', async () => {
    const under = rooms.runtime.newOid();
    await sql`insert into department (oid, group_root, parent_oid, name, path)
      select ${under}::uuid, member.group_root, department.oid, 'under', department.path || ${under}::uuid
      from member join department on department.oid = member.group_oid
      where member.account = 'gamma-operator'`.execute(rooms.db);
    await sql`update member set group_oid = ${under}::uuid where account = 'gamma-operator'`.execute(
      rooms.db,
    );
    const token = await rooms.tokenOf('gamma-operator');
    const below = (): Promise<OrderAround> =>
      bench.ask('gamma-operator', workOrderCalls.around, { oid }, { token });
    expect(await reasonOf(below())).toBe('notFound');
    const assigneeOID = bench.members['gamma-operator'];
    await bench.ask('gamma-administrator', workOrderCalls.assign, { oid, assigneeOID });
    const seen = await below();
    expect(seen).toMatchObject({
      dock: { standing: 'hidden', thing: null, place: null },
      route: { standing: 'hidden', thing: null },
      nearest: { standing: 'asked', list: [] },
    });
    expect(seen.place?.of).toBe('ground');
    for (const hidden of [dockOID, routeOID]) expect(JSON.stringify(seen)).not.toContain(hidden);
    const own = await addDock(113.9515, 'gamma-operator');
    expect((await below()).nearest.list.map((one) => one.dockOID)).toEqual([own]);
  });

  it('is no dock for whoever may only read orders', async () => {
    await sql`delete from role_resource using role where role.oid = role_resource.role_oid
      and role.first_key = 'administrator' and resource not in ('/WarnWorkDetails', 'work-order:work')`.execute(
      rooms.db,
    );
    const token = await rooms.tokenOf('gamma-administrator');
    const seen = await bench.ask('gamma-administrator', workOrderCalls.around, { oid }, { token });
    expect(seen).toMatchObject({
      dock: { standing: 'hidden', thing: null, place: null },
      route: { standing: 'hidden', thing: null },
      nearest: { standing: 'notAllowed', list: [] },
    });
    expect(JSON.stringify(seen)).not.toContain(dockOID);
  });
});
