import type { Bounds } from '@eyrie/geometry';
import { inScopeOrAbove, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './layer.schema.ts';

/** A surface model that the caller sees; undefined for any other layer, and for one that has no tiles yet. */
export async function surfaceModel(db: DbOrTrx, caller: Scope, oid: string) {
  const row = await db
    .selectFrom('layer')
    .select(['oid', 'object_key as objectKey', 'min_zoom as minZoom', 'max_zoom as maxZoom'])
    .select((one) => one.ref('bounds').$castTo<Bounds | null>().as('bounds'))
    .where('oid', '=', oid)
    .where('source', '=', 'surfaceModel')
    .where(inScopeOrAbove('layer.group_oid', caller))
    .executeTakeFirst();
  const { bounds, objectKey } = row ?? {};
  return row && bounds && objectKey ? { ...row, bounds, objectKey } : undefined;
}
export type SurfaceModel = NonNullable<Awaited<ReturnType<typeof surfaceModel>>>;
