import type { TakenTask } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';

/**
 * The arrangement of a flight, for `wantedOf`; null: it has none, as one by hand. A flight without an assignee was arranged
 * before flights kept their choices, or by nobody: for it stands what its task was arranged with.
 * @param flightOID names the column of the flight's OID
 */
export const arrangementOf = (flightOID: string): RawBuilder<unknown> =>
  sql`(select case when flight.assignee_oid is not null or cardinality(flight.ai_types) > 0
      then jsonb_build_object('aiTypes', flight.ai_types, 'aiRange', flight.ai_range) else arranged.arrangement end
    from flight left join task arranged on arranged.oid = flight.task_oid
    where flight.oid = ${sql.ref(flightOID)})`;

/**
 * What a flight asks detectors for, outside ones and models alike. Without an arrangement, or where it is of another shape,
 * null: it says nothing. An arrangement that names no AI types asks for none: an empty list.
 */
export const wantedOf = (arrangement: unknown): Pick<TakenTask, 'aiTypes' | 'aiRange'> => {
  if (typeof arrangement !== 'object' || arrangement === null) return { aiTypes: null, aiRange: null };
  const { aiTypes = [], aiRange }: { aiTypes?: unknown; aiRange?: unknown } = arrangement;
  return {
    aiTypes: Array.isArray(aiTypes) ? aiTypes.filter((one) => typeof one === 'string') : null,
    aiRange: typeof aiRange === 'number' ? aiRange : null,
  };
};
