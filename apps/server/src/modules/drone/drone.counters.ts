import {
  counterSource,
  type droneCalls,
  type FlightSums,
  type ParsedRequestOf,
  type Reconciliation,
} from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import { reading } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { insertDeviceEvents, type DeviceNeeds } from '../device/index.ts';
import { droneList } from './drone.list.store.ts';
import { insertCorrection, lockDrone, recordedOf } from './drone-sums.store.ts';

const counted = ['flights', 'flightTime', 'distance'] as const;

/** @throws Refusal `notFound` for an aircraft out of scope */
const droneIn = async (db: DbOrTrx, context: CallContext, oid: string) => {
  const drone = await reading(droneList).byOid(db, context, oid);
  if (!drone) throw notFound();
  return drone;
};

/** What an aircraft counts itself beside what is recorded of it here. @throws Refusal `notFound` out of scope */
export const reconcileDrone = async (
  { db }: Pick<Runtime, 'db'>,
  { oid }: { oid: string },
  context: CallContext,
): Promise<Reconciliation> => {
  const { flights, flightTime, distance } = await droneIn(db, context, oid);
  const reported = { flights, flightTime, distance };
  const here = await recordedOf(db, oid);
  const source = (of: (typeof counted)[number]) =>
    counterSource({ reported: reported[of], recorded: here.recorded[of] + here.corrected[of] });
  const counts = {
    flights: source('flights'),
    flightTime: source('flightTime'),
    distance: source('distance'),
  };
  return { reported, ...here, counts };
};

/** @throws Refusal `invalid` where a sum would fall below zero, naming how much can be taken, or nothing is corrected */
const requirePossible = (by: FlightSums, { recorded, corrected }: Reconciliation): void => {
  if (counted.every((of) => by[of] === 0)) throw invalidField('flights', 'required');
  for (const of of counted) {
    const here = Math.floor(recorded[of] + corrected[of]);
    if (here + by[of] < 0) throw invalidField(of, 'min', { value: by[of], min: -here });
  }
};

/** Notes by how much what is recorded of an aircraft is wrong. No flight is changed. */
export const correctDrone = async (
  runtime: Runtime,
  { auditLog: audit }: Pick<DeviceNeeds, 'auditLog'>,
  { oid, reason, flights = 0, flightTime = 0, distance = 0 }: ParsedRequestOf<typeof droneCalls.correct>,
  context: CallContext,
): Promise<Reconciliation> => {
  const by = { flights, flightTime, distance };
  await droneIn(runtime.db, context, oid);
  await runtime.db.transaction().execute(async (trx) => {
    await lockDrone(trx, oid);
    requirePossible(by, await reconcileDrone({ db: trx }, { oid }, context));
    const at = new Date(Math.round(runtime.serverTime()));
    const { memberOID } = context.caller;
    await insertCorrection(trx, { oid: runtime.newOid(), droneOID: oid, ...by, by: memberOID, reason, at });
    await insertDeviceEvents(trx, at, [
      {
        deviceOID: oid,
        event: 'correction',
        by: memberOID,
        to: counted.map((of) => by[of]).join(' '),
        remark: reason,
      },
    ]);
    await audit.done(trx, context, 'drone.correct', { oid, ...by, reason });
  });
  return reconcileDrone(runtime, { oid }, context);
};
