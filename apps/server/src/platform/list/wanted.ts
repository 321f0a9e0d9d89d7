import { sql, type RawBuilder } from 'kysely';
import { invalidField } from '../http/refusal.ts';
import type { Asked, Condition, Filter, ListDefinition, Order } from './define.ts';
import { inScope } from './scope.ts';

/** A definition of any room. */
// Filters take values of their own types, which no common type has.
export type AnyList = ListDefinition<string, Readonly<Record<string, never>>>;
export type Question = Readonly<Record<string, unknown>>;

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

export const ref = (list: AnyList, name: string): RawBuilder<unknown> => sql.ref(`${list.table}.${name}`);

/** Conditions of the caller's scope; nothing that is asked widens it. */
function scopeOf(list: AnyList, asked: Asked): Condition[] {
  const { caller, filter } = asked;
  if (typeof list.scope === 'function') return [list.scope(asked)];
  if (list.scope === 'member') return [sql<boolean>`${ref(list, 'member_oid')} = ${caller.memberOID}::uuid`];
  const organisation = sql<boolean>`${ref(list, 'group_root')} = ${caller.groupRoot}::uuid`;
  if (list.scope === 'organisation') return [organisation];
  const groupOID = typeof filter.groupOID === 'string' && filter.groupOID ? filter.groupOID : undefined;
  return [organisation, inScope(`${list.table}.group_oid`, caller, groupOID)];
}

interface Wanted {
  found: Condition[];
  /** What no order helps to find. Empty: no keyword was given. */
  searched: Condition[];
}

export function wantedOf(list: AnyList, asked: Asked): Wanted {
  const { archivedAt, deletedAt, filters, only } = list;
  const found = scopeOf(list, asked);
  if (deletedAt) found.push(sql<boolean>`${ref(list, deletedAt)} is null`);
  if (archivedAt)
    found.push(
      asked.filter.archived === true
        ? sql<boolean>`${ref(list, archivedAt)} is not null`
        : sql<boolean>`${ref(list, archivedAt)} is null`,
    );
  if (only) found.push(only);
  const searched: Condition[] = [];
  for (const [name, value] of Object.entries(asked.filter)) {
    if (value === undefined || notFilters.has(name)) continue;
    // A name is looked up and never written into a statement.
    const filter: Filter | undefined = Object.hasOwn(filters, name) ? filters[name] : undefined;
    if (!filter) {
      if (name === 'groupOID') continue;
      throw invalidField(name, 'unknownValue', { value: name, allowed: Object.keys(filters).join(', ') });
    }
    const condition = filter(value as never, asked);
    if (condition) (filter.readsEveryRow ? searched : found).push(condition);
  }
  return { found, searched };
}
const notFilters: ReadonlySet<string> = new Set(['sort', 'pageNum', 'pageSize', 'archived']);

export function orderOf(list: AnyList, asked: Asked): Order {
  const { sort: wanted } = asked.filter;
  const name = typeof wanted === 'string' ? wanted : list.order;
  const order = Object.hasOwn(list.sort, name) ? list.sort[name] : undefined;
  if (!order)
    throw invalidField('sort', 'unknownValue', { value: name, allowed: Object.keys(list.sort).join(', ') });
  // Rows that are equal in an order would wander between pages.
  return sql`${typeof order === 'function' ? order(asked) : order}, ${ref(list, 'oid')}`;
}

/** Table, joins and conditions of the rows that are wanted. */
export function fromWanted(list: AnyList, { found, searched }: Wanted, asked: Asked): RawBuilder<unknown> {
  const table = sql.table(list.table);
  const joins = list.joins ?? sql``;
  if (searched.length === 0 || list.searchMost === undefined)
    return sql`from ${table} ${joins} where ${all([...found, ...searched])}`;
  const first = orderOf(list, { ...asked, filter: {} });
  return sql`from (select ${table}.* from ${table} ${joins} where ${all(found)}
    order by ${first} limit ${list.searchMost}) as ${table} ${joins} where ${all(searched)}`;
}
