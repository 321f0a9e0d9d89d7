import { sql, type RawBuilder } from 'kysely';
import { inScopeOrAbove, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import './layer.schema.ts';

/** A layer by which routes are judged: how high the ground is, or what stands on it. */
export interface JudgingLayer {
  oid: string;
  name: string;
  role: 'terrain' | 'surface';
  /** Another one as soon as anything changes on which a verdict rests. */
  stamp: string;
}

const judges = sql<boolean>`layer.role in ('terrain', 'surface') and layer.source <> 'meshUrl'`;
const stamp: RawBuilder<string> = sql<string>`md5(concat_ws(' ', layer.role, layer.source, layer.address,
  layer.object_key, layer.height_offset, layer.datum, layer.encoding, layer.min_zoom, layer.max_zoom,
  nullif(layer.content_changes, 0)))`;

/** The layers by which routes are judged, as far as the caller sees them. */
export const judgingLayers = (db: DbOrTrx, caller: Scope): Promise<JudgingLayer[]> =>
  db
    .selectFrom('layer')
    .select(['oid', 'name', stamp.as('stamp')])
    .select((row) => row.ref('role').$castTo<JudgingLayer['role']>().as('role'))
    .where(judges)
    .where(inScopeOrAbove('layer.group_oid', caller))
    .execute();

/**
 * Layers that still judge, and that the caller does not see: of those that are named, or of all of the organisation.
 * @param oids null: all
 */
export const unseenLayers = (
  db: DbOrTrx,
  caller: Scope,
  oids: readonly string[] | null,
): Promise<{ oid: string; name: string }[]> =>
  db
    .selectFrom('layer')
    .select(['oid', 'name'])
    .where('group_root', '=', caller.groupRoot)
    .where(judges)
    .where(sql<boolean>`not ${inScopeOrAbove('layer.group_oid', caller)}`)
    .$if(oids !== null, (query) => query.where(sql<boolean>`layer.oid = any(${[...(oids ?? [])]}::uuid[])`))
    .orderBy('position')
    .orderBy('oid')
    .execute();
