import { isOneShot, shotOfName, thermalCalls } from '@eyrie/domain';
import { BytesAnswer, serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { itemFor } from './media.item.ts';
import { mediaByOids, type MediaRow } from './media.list.store.ts';
import { createTemperatures, type ThermalDeps } from './media.thermal.ts';
import { photosAboutShot } from './media.thermal.store.ts';

const isShotOf = (photo: MediaRow, other: MediaRow): boolean => {
  const [one, two] = [shotOfName(photo.name), shotOfName(other.name)];
  return one !== null && two !== null && isOneShot(one, two);
};

/** The lenses of one shot, and the temperatures of infrared photos. */
export function thermalEndpoints(runtime: Pick<Runtime, 'db' | 'log'>, deps: ThermalDeps): Endpoint[] {
  const { db } = runtime;
  const temperaturesOf = createTemperatures(runtime, deps);
  const photoFor = async (caller: Caller, oid: string): Promise<MediaRow> => {
    const [row] = await mediaByOids(db, caller, [oid]);
    if (row?.kind !== 'photo') throw notFound();
    return row;
  };
  return [
    serve(thermalCalls.shot, async ({ oid }, { caller }) => {
      const photo = await photoFor(caller, oid);
      const near = await photosAboutShot(db, caller, photo);
      return { list: near.filter((other) => isShotOf(photo, other)).map((row) => itemFor(row, caller)) };
    }),
    serve(thermalCalls.temperatures, async ({ oid }, { caller }) => {
      const photo = await photoFor(caller, oid);
      // Nothing is asked of a program that others wrote for what is no infrared photo.
      if (photo.lens !== 'ir' || photo.reading_state !== 'done') throw new Refusal('thermalNone');
      const bytes = await temperaturesOf(photo);
      return new BytesAnswer(
        bytes,
        {
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
          'content-disposition': 'attachment',
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        },
        200,
        async (now) => (await mediaByOids(db, now, [oid])).length > 0,
      );
    }),
  ];
}
