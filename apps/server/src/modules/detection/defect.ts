import { limits, nearness, type ParsedRequestOf, type detectionCalls as calls } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { byHand } from './defect.hand.ts';
import { boxAround, boxOf, placeOf } from './defect.place.ts';
import { defectRows } from './defect.list.store.ts';
import { settling, type DefectDeps } from './defect.settle.ts';
import { earlierShown } from './defect.shown.store.ts';
import { rangeMeasuring } from './range.ts';
import { findingSeen, sightingsAround, sightingsByOID } from './defect.store.ts';

const bound = limits.detection;

/** What was confirmed on earlier photos where a finding lies. */
const earlierBy =
  ({ runtime: { db }, ground }: DefectDeps) =>
  async ({ oid }: ParsedRequestOf<typeof calls.earlierSightings>, { caller }: CallContext) => {
    const row = await findingSeen(db, caller, oid);
    if (!row) throw notFound();
    const [own] = await sightingsByOID(db, [oid]);
    const place = own?.place ? { ...own.place, radius: own.radius } : await placeOf(ground, row);
    const { mediaOID, class: name, groupOID } = row;
    const looked = {
      oid,
      mediaOID,
      class: name,
      box: boxOf(row),
      place,
      radius: place?.radius ?? 0,
      hand: null,
    };
    const around = place
      ? await sightingsAround(db, { groupOID, class: name }, boxAround(place, bound.nearby), [])
      : [];
    const near = around.filter((one) => one.mediaOID !== mediaOID && nearness(looked, one) !== null);
    const defectOID = own?.defectOID ?? null;
    const before = { mediaOID, seenAt: row.seenAt, defectOID, near: near.map((one) => one.oid) };
    const earlier = await earlierShown(db, caller, before, bound.earlierMost);
    return {
      lng: place?.lng ?? null,
      lat: place?.lat ?? null,
      radius: place?.radius ?? null,
      defectOID,
      earlier,
    };
  };

const listed =
  ({ runtime: { db } }: DefectDeps) =>
  async (request: ParsedRequestOf<typeof calls.queryDefect>, { caller }: CallContext) => {
    const { pageNum, pageSize, ...filter } = request;
    const page = { pageNum, pageSize };
    const { rows: list, ...counted } = await defectRows.page(db, { caller }, filter, page);
    return { list, ...counted, ...page };
  };

/** Defects: what was seen of one thing, joined by place and by hand. */
export const createDefects = (deps: DefectDeps) => ({
  settle: settling(deps),
  measureRanges: rangeMeasuring(deps),
  serving: { ...byHand(deps), earlierSightings: earlierBy(deps), queryDefect: listed(deps) },
});
export type Defects = ReturnType<typeof createDefects>;
