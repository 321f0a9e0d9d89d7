import {
  flightCalls,
  layerCalls,
  limits,
  routeCalls,
  type LayerRecord,
  type RouteDetail,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { judgingLayers } from '../modules/layer/index.ts';
import type { FlightJudgement } from '../modules/route/index.ts';
import {
  arranged,
  call,
  dockOID,
  draw,
  drawPlan,
  elsewhere,
  found,
  gateway,
  planAt,
  rooms,
  route,
  stand,
  takeOff,
  tower,
} from './obstacle-world.fixture.ts';
import { refusalOf } from './refusal-of.ts';
import { towerModel, towerTree, towerZip } from './tower.fixture.ts';

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

    it('counts what stands on its ways home, also where no leg of it leads', async () => {
      await dockAt(takeOff);
      const corners = [
        [113.95, 22.55],
        [113.96, 22.55],
        [113.96, 22.54],
      ].map(([lng = 0, lat = 0], at) => ({ id: `p${at}`, lng, lat, height: 130, actions: [] }));
      const around = await drawPlan({ ...planAt(130), points: corners });
      const topOf = async () => (await judgedOf((await arranged(around.oid)).oid))?.ground?.top;
      expect(Math.abs((await topOf()) ?? 99)).toBeLessThan(1);
      await sql`delete from flight`.execute(rooms.db);
      const midway = { lng: (takeOff.lng + 113.96) / 2, lat: (takeOff.lat + 22.55) / 2 };
      await stand(towerZip({ ...tower, ...midway, wide: 40 }));
      expect(await topOf()).toBeCloseTo(95, 0);
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

    describe('over a layer of a server elsewhere', () => {
      const address = 'https://models.example.org/t/tileset.json';
      const addLayer = async (): Promise<LayerRecord> =>
        call(layerCalls.add, { name: '塔', source: 'tilesetUrl', role: 'surface', address });
      /** The server has a tower of that height there. */
      const serve = (top: number): void => {
        const files: Record<string, string | Uint8Array<ArrayBuffer>> = {
          '/t/tileset.json': JSON.stringify(towerTree(tower)),
          '/t/tower.glb': new Uint8Array(towerModel({ ...tower, top })),
        };
        elsewhere.answer = async (url) => {
          const body = files[new URL(url).pathname];
          return new Response(body ?? null, { status: body === undefined ? 404 : 200 });
        };
      };
      /** Whether the gate takes the last look for one by the layer as it is now. */
      const stands = async (flight: string, layer: LayerRecord): Promise<boolean> => {
        const { group_root: groupRoot, group_oid: groupOID } = await rooms.db
          .selectFrom('flight')
          .select(['group_root', 'group_oid'])
          .where('oid', '=', flight)
          .executeTakeFirstOrThrow();
        const [now] = await judgingLayers(rooms.db, { groupRoot, groupOID });
        return (await judgedOf(flight))?.look.layers[layer.oid] === now?.stamp;
      };
      /** A flight that was judged by the layer as it was longer ago than a verdict may rest on. */
      const judgedLongAgo = async (): Promise<{ oid: string; layer: LayerRecord }> => {
        serve(60);
        const layer = await addLayer();
        gateway.place = takeOff;
        const { oid } = await arranged((await draw(130)).oid);
        expect(found((await gateOf(oid)) as FlightJudgement)).toBeUndefined();
        rooms.clock.move(limits.layer.keptForVerdicts + 1);
        return { oid, layer };
      };

      it('that stays as it is, stands as it was judged', async () => {
        const { oid, layer } = await judgedLongAgo();
        await draw(131);
        expect(await stands(oid, layer)).toBe(true);
        expect(found((await gateOf(oid)) as FlightJudgement)).toBeUndefined();
        expect(await stands(oid, layer)).toBe(true);
      });

      it('whose content is another one though its record is not, stands no more once anybody read it', async () => {
        const { oid, layer } = await judgedLongAgo();
        serve(160);
        expect(found(await draw(130))).toBeDefined();
        expect(await stands(oid, layer)).toBe(false);
        const again = await gateOf(oid);
        expect(found(again as FlightJudgement)).toMatchObject({ blocking: true, values: { layer: '塔' } });
        expect(await stands(oid, layer)).toBe(true);
      });

      it('is read anew for the gate though nobody else looked', async () => {
        const { oid, layer } = await judgedLongAgo();
        serve(160);
        expect(found((await gateOf(oid)) as FlightJudgement)).toMatchObject({ blocking: true });
        // It was read while the look went on: the next one stands.
        await gateOf(oid);
        expect(await stands(oid, layer)).toBe(true);
      });
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
