import { randomUUID } from 'node:crypto';
import {
  lastWord,
  openPhotogrammetryStates,
  photogrammetryCalls,
  photogrammetryLimits,
  type EngineState,
  type PhotogrammetryRecord,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../../platform/runtime.ts';
import type { LayerDeps } from '../layer.deps.ts';
import { EngineToken } from './engine-http.ts';
import type { Engine } from './engine.ts';
import { publishTask } from './photogrammetry.deps.ts';
import {
  cancelTask,
  hasOpenTask,
  insertTask,
  lockFlight,
  lockTask,
  logOf,
  photographedFlights,
  renewTask,
  taskRows,
  usablePhotos,
  type AskedTask,
  type TaskRow,
} from './photogrammetry-ask.store.ts';

type EndpointDeps = Pick<LayerDeps, 'runtime' | 'audit' | 'engine' | 'publish'>;
const bounds = photogrammetryLimits;

interface EngineStanding {
  engine: EngineState;
  maxPhotos: number | null;
}

/** How the engine stands. It is not asked for each page that is open. */
const standingOf = (engine: Engine | null, now: () => number): (() => Promise<EngineStanding>) => {
  let last: { at: number; standing: Promise<EngineStanding> } | null = null;
  const ask = async (): Promise<EngineStanding> => {
    if (!engine) return { engine: 'none', maxPhotos: null };
    try {
      const { maxPhotos } = await engine.about(AbortSignal.timeout(bounds.engineAnswer));
      return { engine: 'ready', maxPhotos };
    } catch (error) {
      return { engine: error instanceof EngineToken ? 'token' : 'silent', maxPhotos: null };
    }
  };
  return () => {
    if (!last || now() >= last.at + bounds.engineFor) last = { at: now(), standing: ask() };
    return last.standing;
  };
};

const isOpen = (state: string): boolean => openPhotogrammetryStates.some((one) => one === state);

const recordOf = (row: TaskRow, { resources }: Caller): PhotogrammetryRecord => {
  const { failures, bytes, createdAt, updatedAt, endedAt, state, ...rest } = row;
  const may = isOpen(state)
    ? [lastWord(photogrammetryCalls.cancel)]
    : state === 'done'
      ? []
      : [lastWord(photogrammetryCalls.retry)];
  return {
    ...rest,
    state,
    bytes: Number(bytes),
    silent: failures > 0 && isOpen(state),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    endedAt: endedAt?.getTime() ?? null,
    allowed: resources.has('layer:edit') ? may : [],
  };
};

/** @throws Refusal photogrammetryEngine, photogrammetryPhotos */
const requireReady = ({ engine, maxPhotos }: EngineStanding, photos = 0): void => {
  if (engine !== 'ready') throw new Refusal('photogrammetryEngine', { data: { engine } });
  if (maxPhotos !== null && photos > maxPhotos) throw photosRefusal(maxPhotos);
};

const photosRefusal = (most: number): Refusal =>
  new Refusal('photogrammetryPhotos', {
    values: { min: bounds.photosLeast, max: most, size: Math.round(bounds.bytesMost / 1_000_000_000) },
  });

function createAsking(deps: EndpointDeps) {
  const { runtime, audit } = deps;
  const { db, serverTime } = runtime;
  const now = (): Date => new Date(Math.round(serverTime()));
  const standing = standingOf(deps.engine, serverTime);

  const shown = async (oid: string, caller: Caller): Promise<PhotogrammetryRecord> => {
    const [row] = await taskRows(db, caller, { oid });
    if (!row) throw notFound();
    return recordOf(row, caller);
  };

  async function begin(
    { flightOID, outputs }: ParsedRequestOf<typeof photogrammetryCalls.begin>,
    context: CallContext,
  ): Promise<PhotogrammetryRecord> {
    const { caller } = context;
    const stands = await standing();
    const oid = runtime.newOid();
    await db.transaction().execute(async (trx) => {
      const flight = await lockFlight(trx, caller, flightOID);
      if (!flight) throw notFound();
      requireReady(stands);
      if (await hasOpenTask(trx, flightOID)) throw new Refusal('photogrammetryOpen');
      const photos = await usablePhotos(trx, flightOID);
      const bytes = photos.reduce((sum, { size }) => sum + size, 0);
      const { photosLeast, photosMost, bytesMost } = bounds;
      if (photos.length < photosLeast || photos.length > photosMost || bytes > bytesMost)
        throw photosRefusal(photosMost);
      requireReady(stands, photos.length);
      const wanted = [...new Set(outputs)];
      await insertTask(trx, {
        ...flight,
        oid,
        // The engine takes ids of version 4 and below only.
        engineUUID: randomUUID(),
        groupRoot: caller.groupRoot,
        askedBy: caller.memberOID,
        photos,
        outputs: wanted,
        createdAt: now(),
      });
      await audit.done(trx, context, 'photogrammetry.begin', {
        flightOID,
        outputs: wanted,
        photos: photos.length,
      });
    });
    return shown(oid, caller);
  }

  /** Changes one task that the caller sees. */
  async function change(
    oid: string,
    context: CallContext,
    action: 'cancel' | 'retry',
    step: (trx: DbOrTrx, task: AskedTask) => Promise<void>,
  ): Promise<PhotogrammetryRecord> {
    const { caller } = context;
    await db.transaction().execute(async (trx) => {
      const task = await lockTask(trx, caller, oid);
      if (!task) throw notFound();
      const { state } = task;
      if (action === 'cancel' ? !isOpen(state) : isOpen(state) || state === 'done')
        throw new Refusal('photogrammetryState');
      await step(trx, task);
      await audit.done(trx, context, `photogrammetry.${action}`, { flightOID: task.flightOID });
    });
    const record = await shown(oid, caller);
    publishTask(
      deps,
      record,
      { state: action === 'cancel' ? 'cancelled' : 'queued', percent: record.percent },
      record.outputs,
    );
    return record;
  }

  return { standing, shown, begin, change, now };
}

/** What an outside engine is asked to make of the photos of flights, and how it stands. */
export const photogrammetryEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { db } = deps.runtime;
  const { standing, begin, change, now } = createAsking(deps);
  return [
    serve(photogrammetryCalls.query, async ({ flightOID }, { caller }) => {
      const rows = await taskRows(db, caller, { flightOID });
      const list = rows.map((row) => recordOf(row, caller));
      return { ...(await standing()), count: list.length, list };
    }),
    serve(photogrammetryCalls.flights, async ({ flightOID }, { caller }) => {
      const since = new Date(now().getTime() - bounds.flightsFor);
      const rows = await photographedFlights(db, caller, { since, flightOID });
      return {
        count: rows.length,
        list: rows.map(({ at, photos, bytes, ...flight }) => ({
          ...flight,
          at: at.getTime(),
          photos: Number(photos),
          bytes: Number(bytes),
        })),
      };
    }),
    serve(photogrammetryCalls.begin, begin),
    serve(photogrammetryCalls.cancel, ({ oid }, context) =>
      change(oid, context, 'cancel', (trx, task) => cancelTask(trx, task, now())),
    ),
    serve(photogrammetryCalls.retry, async ({ oid }, context) => {
      const stands = await standing();
      return change(oid, context, 'retry', async (trx, task) => {
        requireReady(stands);
        if (!(await lockFlight(trx, context.caller, task.flightOID))) throw notFound();
        if (await hasOpenTask(trx, task.flightOID)) throw new Refusal('photogrammetryOpen');
        await renewTask(trx, oid, randomUUID(), now());
      });
    }),
    serve(photogrammetryCalls.log, async ({ oid }, { caller }) => {
      const lines = await logOf(db, caller, oid);
      if (!lines) throw notFound();
      return { lines };
    }),
  ];
};
