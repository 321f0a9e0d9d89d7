import type { ParsedRequestOf, PlanChange, PlanSettings, routeCalls, RouteRecord } from '@eyrie/domain';
import { modelOf, taughtRoute } from '@eyrie/planner';
import { builtInPayload } from '@eyrie/wpml';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { undulation } from '../../platform/undulation.ts';
import {
  deleteRecording,
  droneFor,
  insertRecording,
  ownRecordingOf,
  recordedPhotos,
  recordedTrack,
  recordingOf,
  type RecordedDrone,
  type RecordedPoint,
} from './route-recording.store.ts';
import type { RouteDeps } from './route.deps.ts';
import type { RouteList } from './route.list.ts';
import type { RoutePlans } from './route.plans.ts';

type Request<Name extends 'newroute' | 'end'> = ParsedRequestOf<(typeof routeCalls)[Name]>;

/** Metres above its take-off below which an aircraft only takes off or lands. */
const landing = 5;

/** Metres above the sea below which the flight was taking off or landing. Null where no take-off is known: nothing is cut off. */
function floorOf(track: readonly RecordedPoint[]): number | null {
  const grounds = track.flatMap(({ lng, lat, height, elevation }) =>
    elevation === null ? [] : [height - undulation({ lng, lat }) - elevation],
  );
  return grounds.length === 0 ? null : grounds.reduce((low, one) => Math.min(low, one)) + landing;
}

/** Settings that follow from the aircraft, and from where it stood when it began. */
function settingsOf({ model }: RecordedDrone, [first]: readonly RecordedPoint[]): Partial<PlanSettings> {
  const drone = modelOf(model)?.key ?? null;
  return {
    drone,
    payload: { type: drone === null ? null : builtInPayload(drone), position: 0 },
    // One that was in the air already took off where nobody saw it.
    takeOff:
      first && first.elevation !== null && first.elevation < landing
        ? { lng: first.lng, lat: first.lat, height: null }
        : null,
  };
}

const samplesOf = (track: readonly RecordedPoint[]) =>
  track.map(({ at, lng, lat, height, head, gimbalPitch }) => ({
    t: at.getTime(),
    lng,
    lat,
    gimbalPitch,
    seaHeight: height - undulation({ lng, lat }),
    heading: head,
  }));

/** Routes out of flights by hand. */
export function createRouteRecording({ runtime, audit }: RouteDeps, list: RouteList, plans: RoutePlans) {
  const { db } = runtime;
  const now = (): Date => new Date(Math.round(runtime.serverTime()));

  /**
   * A recording that the member began already, perhaps in another browser, goes on.
   * @throws Refusal `notFound` where the caller sees no such aircraft; `recordingUnderWay` where somebody else records it
   */
  async function newroute({ dockOID, droneOID, name }: Request<'newroute'>, context: CallContext) {
    const { caller } = context;
    if (!dockOID && !droneOID) throw invalidField('dockOID', 'required');
    const drone = await droneFor(db, caller, { dockOID, droneOID });
    if (!drone) throw notFound();
    const fresh = { oid: runtime.newOid(), memberOID: caller.memberOID, droneOID: drone.oid };
    const { oid, startedAt } = await db.transaction().execute(async (trx) => {
      const wanted = {
        ...fresh,
        groupRoot: caller.groupRoot,
        name: name ?? drone.name,
        startedAt: now(),
      };
      const recording = (await insertRecording(trx, wanted)) ? wanted : await ownRecordingOf(trx, fresh);
      if (!recording) throw new Refusal('recordingUnderWay');
      await audit.done(trx, context, 'route.record', { recordingOID: recording.oid, droneOID: drone.oid });
      return recording;
    });
    return { recordingOID: oid, startedAt: startedAt.getTime() };
  }

  /** @throws Refusal `notFound`, `recordingEmpty`; the recording goes on where its route cannot be stored */
  async function end(
    { recordingOID, name, discard, tolerance }: Request<'end'>,
    context: CallContext,
  ): Promise<{ route: RouteRecord | null }> {
    const { caller } = context;
    const recording = await recordingOf(db, caller, recordingOID);
    if (!recording) throw notFound();
    if (discard) {
      await db.transaction().execute(async (trx) => {
        await deleteRecording(trx, recordingOID);
        await audit.done(trx, context, 'route.record', { recordingOID, discard: true });
      });
      return { route: null };
    }
    const drone = await droneFor(db, caller, { droneOID: recording.droneOID });
    if (!drone) throw notFound();
    const span = { from: recording.startedAt, to: now() };
    const track = await recordedTrack(db, drone.oid, span);
    const samples = samplesOf(track);
    const plan = taughtRoute(samples, await recordedPhotos(db, caller, drone.dockOID, span), {
      tolerance,
      settings: settingsOf(drone, track),
      floor: floorOf(track),
    });
    if (!plan) throw new Refusal('recordingEmpty');
    const named = name ?? recording.name;
    const { groupOID } = caller;
    const facts = plans.factsFor(context, named);
    const draft = await plans.made({ plan, facts, origin: null, groupOID }, context);
    const summary: PlanChange[] = [{ what: 'recorded', values: {} }];
    const place = { name: named, remark: '', groupOID, action: 'route.add' };
    const oid = await plans.create(
      { ...draft, plan, originKey: null, summary },
      place,
      context,
      async (trx) => {
        // Two ends of one recording make one route.
        if (!(await deleteRecording(trx, recordingOID))) throw notFound();
      },
    );
    return { route: await list.get(oid, context) };
  }

  return { newroute, end };
}
