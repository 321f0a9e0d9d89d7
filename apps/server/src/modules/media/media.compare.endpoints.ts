import { compareCalls, type SameViewPhoto } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { knownView, poseOf, sameView } from './media.compare.store.ts';
import { itemFor } from './media.item.ts';
import { mediaByOids, type MediaRow } from './media.list.store.ts';

const takenAt = ({ shot_at: shot, created_at: created }: MediaRow): number => (shot ?? created).getTime();

const photoFor = (row: MediaRow, caller: Caller): SameViewPhoto => ({
  ...itemFor(row, caller),
  at: takenAt(row),
  pose: poseOf(row),
});

/** Which photos show the same as one, at other dates. */
export const compareEndpoints = ({ db }: Pick<Runtime, 'db'>): Endpoint[] => [
  serve(compareCalls.sameView, async ({ oid }, { caller }) => {
    const [row] = await mediaByOids(db, caller, [oid]);
    if (!row || row.kind !== 'photo') throw notFound();
    const pose = poseOf(row);
    const view = knownView(pose);
    const photo = photoFor(row, caller);
    if (!view) return { photo, known: false, list: [], more: false };
    const { rows, more } = await sameView(db, caller, {
      row,
      at: takenAt(row),
      view,
      focalLength: pose.focalLength,
    });
    return { photo, known: true, list: rows.map((one) => photoFor(one, caller)), more };
  }),
];
