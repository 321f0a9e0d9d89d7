import { memberCalls } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { Db } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { resourceNodes } from '../permission/index.ts';
import { memberByOid } from './member.store.ts';

/** Members read about themselves. Of others not even their existence is told outside the organisation. */
async function requireSelf(db: Db, memberOID: string, context: CallContext): Promise<void> {
  const { caller } = context;
  if (memberOID === caller.memberOID) return;
  const other = await memberByOid(db, memberOID);
  if (other?.groupRoot !== caller.groupRoot) throw notFound();
  throw new Refusal('notAllowed');
}

export function memberEndpoints(deps: { db: Db; department: DepartmentRoom }): Endpoint[] {
  const { db, department } = deps;
  const nodes = (context: CallContext, type: 'menu' | 'scene') =>
    resourceNodes(context.caller.resources, type, (id) => say(context.language, id));
  return [
    serve(memberCalls.resources, async ({ userOID, type }, context) => {
      await requireSelf(db, userOID, context);
      return nodes(context, type);
    }),
    serve(memberCalls.userGroups, async ({ userOID }, context) => {
      await requireSelf(db, userOID, context);
      const own = await department.find(context.caller.groupOID);
      return own ? [{ oid: own.oid, parentOID: own.parentOID, name: own.name, type: own.type }] : [];
    }),
    serve(memberCalls.roleMenuAndScene, async (_, context) => ({
      menu: nodes(context, 'menu'),
      scene: nodes(context, 'scene'),
    })),
  ];
}
