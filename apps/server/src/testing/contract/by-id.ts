import { randomUUID } from 'node:crypto';
import { allCalls, namesThing, type CallDeclaration } from '@eyrie/domain';
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
  return {
    ...plainBody(declaration.request, [randomUUID()]),
    ...Object.fromEntries(left),
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
