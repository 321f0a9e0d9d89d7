import { flightCalls, layerCalls, routeCalls, type LayerRecord, type RouteDetail } from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { FlightJudgement } from '../modules/route/index.ts';
import {
  arranged,
  call,
  dockOID,
  draw,
  found,
  gateway,
  planAt,
  rooms,
  route,
  stand,
  takeOff,
} from './obstacle-world.fixture.ts';
import { refusalOf } from './refusal-of.ts';

const far = { lng: 114.4, lat: 22.54, height: 10 };
const dockAt = ({ lng, lat, height }: typeof takeOff) =>
  sql`insert into dock_snapshot (dock_oid, online, lng, lat, height)
    values (${dockOID}, true, ${lng}, ${lat}, ${height})`.execute(rooms.db);
const judgedOf = async (oid: string): Promise<FlightJudgement | null> => {
  const { judged } = await rooms.db
    .selectFrom('flight')
    .select('judged')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow();
  return judged as FlightJudgement | null;
};
/** Asks for the gate once the last look is long enough ago to look again. */
const gateOf = async (oid: string): Promise<FlightJudgement | null> => {
  rooms.clock.move(2_000);
  await call(flightCalls.gate, { oid });
  return judgedOf(oid);
};

export function flightVerdicts(): void {
  describe('a flight', () => {
    it('is judged from its own dock: battery, and the ground on its ways home', async () => {
      await dockAt(takeOff);
      const { oid } = await arranged((await draw(130)).oid);
      const judged = await judgedOf(oid);
      expect(judged).toMatchObject({ from: takeOff, ground: { complete: true } });
      expect(judged?.batteryUse?.share).toBeGreaterThan(0.01);
      expect(Math.abs(judged?.ground?.top ?? 99)).toBeLessThan(1);
    });

    it('from a dock whose battery does not bring it home is refused with that rule', async () => {
      await dockAt(far);
      const drawn = await draw(130);
      expect(drawn.warnings.some(({ code, blocking }) => code === 'battery' && blocking)).toBe(false);
      expect(await refusalOf(arranged(drawn.oid))).toMatchObject({
        reason: 'routeBlocked',
        details: { data: { warnings: [{ code: 'battery' }] } },
      });
    });

    it('is looked at again when a layer is another one, and not while all are as they were', async () => {
      const layer = await stand();
      const { oid } = await arranged((await draw(130)).oid);
      gateway.place = takeOff;
      const first = await gateOf(oid);
      expect(found(first as FlightJudgement)).toBeUndefined();
      expect((await gateOf(oid))?.at).toBe(first?.at);
      await call<LayerRecord>(layerCalls.edit, { oid: layer.oid, heightOffset: 60 });
      const second = await gateOf(oid);
      expect(found(second as FlightJudgement)).toMatchObject({ blocking: true, values: { layer: '风机' } });
      expect(second?.look.layers[layer.oid]).not.toBe(first?.look.layers[layer.oid]);
    });

    it('is looked at again from where its dock is now', async () => {
      await dockAt(takeOff);
      const { oid } = await arranged((await draw(130)).oid);
      gateway.place = takeOff;
      const before = await gateOf(oid);
      gateway.place = far;
      const after = await gateOf(oid);
      expect(after?.from).toEqual(far);
      expect(after?.warnings.some(({ code, blocking }) => code === 'battery' && blocking)).toBe(true);
      expect(before?.warnings.some(({ blocking }) => blocking)).toBe(false);
    });

    it('is judged from where its dock is though nobody stored that yet, and nobody asks for its gate', async () => {
      gateway.place = takeOff;
      const { oid } = await arranged((await draw(130)).oid);
      expect((await judgedOf(oid))?.from).toEqual(takeOff);
    });

    it('that has begun keeps what it was started by', async () => {
      const { oid } = await arranged((await draw(130)).oid);
      await sql`update flight set state = 'inFlight' where oid = ${oid}`.execute(rooms.db);
      const before = await judgedOf(oid);
      gateway.place = far;
      expect(await gateOf(oid)).toEqual(before);
    });
  });

  describe('a route that was stored before its whole time was counted', () => {
    const forgotten = async (): Promise<RouteDetail> => {
      const drawn = await draw(130);
      await sql`update route set flight_time = null, look = null, duration = 1`.execute(rooms.db);
      await sql`update route_version set facts = facts - 'flightTime' - 'look'`.execute(rooms.db);
      return drawn;
    };
    const now = (oid: string): Promise<RouteDetail> => call(routeCalls.get, { oid });

    it('has it after the server counted them, each once', async () => {
      const drawn = await forgotten();
      let waits = 0;
      await route.countTimes(async () => void (waits += 1));
      expect(await now(drawn.oid)).toMatchObject({
        flightTime: drawn.flightTime,
        duration: drawn.duration,
      });
      await route.countTimes(async () => void (waits += 1));
      expect(waits).toBe(1);
    });

    it('has it when it is arranged or saved as it is', async () => {
      const drawn = await forgotten();
      await call(routeCalls.edit, { oid: drawn.oid, plan: planAt(130) });
      expect((await now(drawn.oid)).flightTime).toBe(drawn.flightTime);
    });
  });
}
