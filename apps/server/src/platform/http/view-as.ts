import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallDeclaration, Resource } from '@eyrie/domain';
import type { Caller } from './endpoint.ts';
import { notFound, Refusal } from './refusal.ts';

/** What a role grants; null when the caller does not see it or nobody can hold it. */
export type RightsOfRole = (caller: Caller, roleOID: string) => Promise<readonly string[] | null>;

const right: Resource = '/RoleManagement';

/**
 * The caller as a holder of the role named by the header `viewAsRole` would be: never with more rights than their own,
 * and without any change. Without the header, the caller.
 * @throws Refusal `notAllowed`, `notFound`, `viewOnly`
 */
export async function viewAsRole(
  request: Pick<FastifyRequest, 'headers'>,
  declaration: CallDeclaration,
  caller: Caller | null,
  rightsOfRole: RightsOfRole,
): Promise<Caller | null> {
  const header = request.headers['viewasrole'];
  if (header === undefined || caller === null || declaration.permission === 'public') return caller;
  if (!caller.resources.has(right))
    throw new Refusal('notAllowed', { values: { permission: right }, data: { permission: [right] } });
  const roleOID = z.uuid().safeParse(header);
  const granted = roleOID.success ? await rightsOfRole(caller, roleOID.data) : null;
  if (granted === null) throw notFound();
  if (declaration.effect === 'changes' && !declaration.whileViewing) throw new Refusal('viewOnly');
  return { ...caller, resources: new Set(granted.filter((one) => caller.resources.has(one))) };
}
