import { droneCalls, type Reconciliation } from '@eyrie/domain';
import { modelKey } from '@eyrie/dji';
import type { CallContext, Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { reading } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, type DeviceNeeds } from '../device/index.ts';
import { droneList, recordedFlights } from './drone.list.store.ts';

export { droneList, unfitDrone, unfitReasonsOf } from './drone.list.store.ts';
export { bindDrones, releaseDrones } from './drone-binding.store.ts';
export { sendHome } from './drone-home.store.ts';

const { reconcile, ...calls } = droneCalls;

/** @throws Refusal `notFound` for an aircraft out of scope */
const compare = async (
  { db }: Pick<Runtime, 'db'>,
  { oid }: { oid: string },
  context: CallContext,
): Promise<Reconciliation> => {
  const drone = await reading(droneList).byOid(db, context, oid);
  if (!drone) throw notFound();
  const { flights, flightTime, distance } = drone;
  return { reported: { flights, flightTime, distance }, ...(await recordedFlights(db, oid)) };
};

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] => [
  {
    declaration: reconcile,
    handle: (request, context) => compare(runtime, request as { oid: string }, context),
  },
  ...deviceEndpoints(
    {
      word: 'drone',
      page: '/UAVAdmin',
      calls,
      list: droneList,
      made: {},
      columns: [
        { field: 'insuranceCompany', heading: 'device.insuranceCompany' },
        { field: 'policyNumber', heading: 'device.policyNumber' },
        { field: 'insuranceUntil', heading: 'device.insuranceUntil', kind: 'day' },
        { field: 'purchasedAt', heading: 'device.purchasedAt', kind: 'day' },
        { field: 'flights', heading: 'device.flights' },
        { field: 'flightTime', heading: 'device.flightTime' },
        { field: 'distance', heading: 'device.distance' },
      ],
      namesByRule: true,
      // What flies is what was heard; until then it is what was typed.
      modelValues: (model, row) =>
        (row as { heard: boolean } | null)?.heard ? {} : { flownModel: modelKey(model ?? '') ?? 'unknown' },
    },
    runtime,
    needs,
  ),
];
