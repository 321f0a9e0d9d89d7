import { layerCalls, mosaicFaults, type MosaicRecord } from '@eyrie/domain';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { mosaicList } from './mosaic.store.ts';

type Row = Awaited<ReturnType<typeof mosaicList>>[number];

const stateOf = ({ failure, made, layerOID, isOver, isRecent, waiting }: Row): MosaicRecord['state'] => {
  if (failure !== null) return 'failed';
  if (made && layerOID === null) return 'removed';
  return !isOver || isRecent || Number(waiting) > 0 ? 'live' : 'kept';
};

/** Which maps are made of the photos of flights, and how they stand. */
export const mosaicEndpoints = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>): Endpoint[] => [
  serve(layerCalls.mosaics, async (_request, { caller }) => ({
    list: (await mosaicList(db, caller, new Date(Math.round(serverTime())))).map((row) => ({
      flightOID: row.flightOID,
      taskName: row.taskName,
      dockName: row.dockName,
      layerOID: row.layerOID,
      state: stateOf(row),
      placed: Number(row.placed),
      waiting: Number(row.waiting),
      left: mosaicFaults.flatMap((fault) => {
        const count = row.faults?.[fault] ?? 0;
        return count > 0 ? [{ fault, count }] : [];
      }),
      updatedAt: row.updatedAt.getTime(),
    })),
  })),
];
