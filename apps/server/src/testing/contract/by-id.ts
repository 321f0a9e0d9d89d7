import { createHash, randomUUID } from 'node:crypto';
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

/** Every business row of an organisation, as one figure that changes with any of them. */
export const everythingIn = async (db: Db, groupRoot: string): Promise<string> => {
  const parts: unknown[] = [];
  // What the background works on changes by itself.
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('oid', 'group_root') and table_name <> 'work'
    group by 1 having count(*) = 2 order by 1`.execute(db);
  for (const { name: table } of tables.rows) {
    const rows =
      await sql`select * from ${sql.table(table)} where group_root = ${groupRoot} order by oid`.execute(db);
    parts.push(table, rows.rows);
  }
  const rights = await sql`select role_oid, resource, member_oid from role
    left join role_resource on role_resource.role_oid = oid left join member_role using (role_oid)
    where group_root = ${groupRoot} order by role_oid, resource, member_oid`.execute(db);
  const leases = await sql`select control_lease.* from control_lease join dock on dock.oid = dock_oid
    where group_root = ${groupRoot} order by dock_oid`.execute(db);
  return createHash('sha256')
    .update(JSON.stringify([...parts, rights.rows, leases.rows]))
    .digest('hex');
};

/** Every call once for each of its fields that name something. */
export const targeted = allCalls.flatMap((one) =>
  idFields(one).map((field) => [`${nameOf(one)} by ${field}`, one, field] as const),
);
