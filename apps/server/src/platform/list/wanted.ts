import { sql, type RawBuilder } from 'kysely';
import { invalidField } from '../http/refusal.ts';
import type { Asked, Condition, Filter, ListDefinition, Order, Term } from './define.ts';
import { inScope } from './scope.ts';

/** A definition of any room. */
// Filters take values of their own types, which no common type has.
export type AnyList = ListDefinition<string, Readonly<Record<string, never>>>;
export type Question = Readonly<Record<string, unknown>>;

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;

export const ref = (list: AnyList, name: string): RawBuilder<unknown> => sql.ref(`${list.table}.${name}`);

/** Nothing of the organisation lies outside the scope: its departments need not be found. */
export const seesAll = ({ caller, filter }: Asked): boolean =>
  caller.wholeOrganisation === true && [undefined, caller.groupOID].includes(narrowedTo(filter));

/** The column that identifies a row. */
export const keyOf = (list: AnyList): RawBuilder<unknown> => ref(list, list.key?.column ?? 'oid');

/** Conditions of the caller's scope; nothing that is asked widens it. */
function scopeOf(list: AnyList, asked: Asked): Condition[] {
  const { caller, filter } = asked;
  if (typeof list.scope === 'function') return [list.scope(asked)];
  if (list.scope === 'member') return [sql<boolean>`${ref(list, 'member_oid')} = ${caller.memberOID}::uuid`];
  const organisation = sql<boolean>`${ref(list, 'group_root')} = ${caller.groupRoot}::uuid`;
  if (list.scope === 'organisation' || seesAll(asked)) return [organisation];
  if (asked.departments)
    return [organisation, sql<boolean>`${ref(list, 'group_oid')} = any(${[...asked.departments]}::uuid[])`];
  return [organisation, inScope(`${list.table}.group_oid`, caller, narrowedTo(filter))];
}

/** The department that a question is narrowed to. */
export const narrowedTo = ({ groupOID }: Question): string | undefined =>
  typeof groupOID === 'string' && groupOID ? groupOID : undefined;

interface Wanted {
  found: Condition[];
  /** What no order helps to find. Empty: no keyword was given. */
  searched: Condition[];
}

export function wantedOf(list: AnyList, asked: Asked): Wanted {
  const { deletedAt, filters, only } = list;
  const found = scopeOf(list, asked);
  if (deletedAt)
    found.push(sql<boolean>`${ref(list, deletedAt)} is ${asked.deleted ? sql`not null` : sql`null`}`);
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
const notFilters: ReadonlySet<string> = new Set(['sort', 'pageNum', 'pageSize']);

/** The order that is asked for, as its list declares it. */
export function sortOf(list: AnyList, asked: Asked): Order | readonly Term[] {
  const { sort: wanted } = asked.filter;
  const name = typeof wanted === 'string' ? wanted : list.order;
  const order = Object.hasOwn(list.sort, name) ? list.sort[name] : undefined;
  if (!order)
    throw invalidField('sort', 'unknownValue', { value: name, allowed: Object.keys(list.sort).join(', ') });
  return typeof order === 'function' ? order(asked) : order;
}

export function orderOf(list: AnyList, asked: Asked): Order {
  const order = sortOf(list, asked);
  const terms = Array.isArray(order)
    ? sql.join(
        (order as readonly Term[]).map(
          ({ column, descending }) => sql`${sql.ref(column)} ${sql.raw(descending ? 'desc' : 'asc')}`,
        ),
      )
    : (order as Order);
  // Rows that are equal in an order would wander between pages.
  return sql`${terms}, ${keyOf(list)}`;
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
