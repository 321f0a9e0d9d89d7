import { createHash, randomUUID } from 'node:crypto';
import { allCalls, calls, namesThing, type CallDeclaration } from '@eyrie/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/runtime.ts';
import { plainBody } from './bodies.ts';
import type { Sent } from './send.ts';

export const nameOf = ({ method, path }: CallDeclaration): string => `${method} ${path}`;
const fieldsOf = ({ request }: CallDeclaration): [string, z.core.$ZodType][] =>
  Object.entries((request as z.ZodObject).shape);
/** Names of the fields of a request that take the id of something. */
export const idFields = (declaration: CallDeclaration): string[] =>
  fieldsOf(declaration).flatMap(([name, schema]) => (namesThing(schema) ? [name] : []));

const typeOf = (schema: z.core.$ZodType): string => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  return innerType ? typeOf(innerType) : type;
};
/** A request that names one thing, and nothing else that could hide it. */
export const withId = (declaration: CallDeclaration, field: string, oid: string): Record<string, unknown> => {
  const fields = fieldsOf(declaration);
  const several = fields.some(([name, schema]) => name === field && typeOf(schema) === 'array');
  // A filter that hides everything would prove nothing; and some calls take one or several, never both.
  const left = fields
    .filter(([, schema]) => schema._zod.optin === 'optional')
    .map(([name]) => [name, undefined]);
  // An end in the past would be refused before anybody asks whose the id is.
  const ends = fields.some(([name]) => name === 'expiresAt') ? { expiresAt: Date.now() + 86_400_000 } : {};
  return {
    ...plainBody(declaration.request, randomUUID()),
    ...Object.fromEntries(left),
    ...ends,
    [field]: several ? [oid] : oid,
  };
};
/** Status, reason and body with the id that was asked for taken out. */
export const shapeOf = (sent: Sent, oid: string): string =>
  `${sent.status} ${sent.text.replaceAll(oid, '…').replaceAll(/"?(serverTime|commandOID|at|issuedAt|expiresAt)"?:"?[\w-]+"?/g, '')}`;

/** Names of the tables whose rows belong to an organisation. What the background works on changes by itself. */
const tablesOf = async (db: Db): Promise<string[]> => {
  const found = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('oid', 'group_root') and table_name <> 'work'
    group by 1 having count(*) = 2 order by 1`.execute(db);
  return found.rows.map(({ name }) => name);
};

/**
 * Reads every business row of an organisation as one figure that changes with any of them. The database adds it up in
 * one statement: hundreds of tests ask for it, and to fetch the rows of every table takes longer than their calls.
 */
export const everythingIn = async (db: Db, groupRoot: string): Promise<() => Promise<string>> => {
  const rows = (await tablesOf(db)).map(
    (table) => sql`select ${table}::text as part, t.oid::text as place, t::text as line
      from ${sql.table(table)} t where group_root = ${groupRoot}`,
  );
  const rights = sql`select 'role_resource', '', (role_oid, resource, member_oid)::text from role
    left join role_resource on role_resource.role_oid = oid left join member_role using (role_oid)
    where group_root = ${groupRoot}`;
  const leases = sql`select 'control_lease', '', l::text from control_lease l join dock on dock.oid = dock_oid
    where dock.group_root = ${groupRoot}`;
  const all = sql.join([...rows, rights, leases], sql` union all `);
  return async () => {
    const [sum] = (
      await sql<{ rows: number; figure: string }>`select count(*)::int as rows,
        md5(string_agg(concat_ws(' ', part, place, line), E'\\n' order by part, place, line)) as figure
        from (${all}) as everything`.execute(db)
    ).rows;
    return `${sum?.rows} rows ${sum?.figure}`;
  };
};

/** Every call once for each of its fields that name something. */
export const targeted = allCalls.flatMap((one) =>
  idFields(one).map((field) => [`${nameOf(one)} by ${field}`, one, field] as const),
);

const scopeKinds = new Set(['root', 'department', 'member']);

const roomNameOf = (declaration: CallDeclaration): string =>
  Object.entries(calls).find(([, room]) => Object.values(room).includes(declaration))?.[0] ?? '';

/** Whether the name of a call's room or of one of its fields holds the name of this kind of thing, or the other way round. */
const speaksOf = (declaration: CallDeclaration, fields: readonly string[], kind: string): boolean =>
  [roomNameOf(declaration), ...fields]
    .map((name) => [name.toLowerCase(), kind.toLowerCase()] as const)
    .some(([name, wanted]) => name.includes(wanted) || (name !== '' && wanted.includes(name)));

/** Of how many ids of kinds that a call does not speak of it is asked for one. The long proof asks for all. */
const oneIn = Number(process.env['EYRIE_CONTRACT_ONE_IN'] ?? 24);
/** Whether the long proof runs, which tries every combination. */
export const tryAll = oneIn === 1;

/** Some of them, at least one, the same ones every time and others for each call. */
const drawnFor = (what: string, kinds: readonly string[], share: number): string[] =>
  kinds
    .map((kind) => [createHash('sha256').update(`${what} ${kind}`).digest('hex'), kind] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, Math.ceil(kinds.length * share))
    .map(([, kind]) => kind);

/**
 * Ids to ask a call for: of every kind that it speaks of, of what everything belongs to, and of a few of the others, more
 * of them where it speaks of none.
 */
export const kindsFor = (
  declaration: CallDeclaration,
  fields: readonly string[],
  things: Readonly<Record<string, string>>,
): [string, string][] => {
  const kinds = Object.keys(things);
  const spokenOf = kinds.filter((kind) => speaksOf(declaration, fields, kind));
  const others = kinds.filter((kind) => !spokenOf.includes(kind) && !scopeKinds.has(kind));
  const share = Math.min(1, (spokenOf.length > 0 ? 1 : 3) / oneIn);
  const drawn = drawnFor(`${nameOf(declaration)} ${fields.join(' ')}`, others, share);
  return Object.entries(things).filter(([kind]) => !others.includes(kind) || drawn.includes(kind));
};

/** What everything belongs to, of these things. */
export const scopesIn = (things: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(things).filter(([kind]) => scopeKinds.has(kind)));
