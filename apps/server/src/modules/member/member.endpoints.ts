import { departmentCalls, limits, memberCalls } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { FilterOf, Page } from '../../platform/list/index.ts';
import type { Db } from '../../platform/runtime.ts';
import type { DepartmentRoom } from '../department/index.ts';
import { effectiveResources, resourceNodes } from '../permission/index.ts';
import { members, type memberList } from './member.list.store.ts';
import { presentMembers } from './member.record.ts';
import { resourcesOf } from './member.store.ts';

/** Who may read about members below them. */
const mayRead = (caller: Caller): boolean => caller.resources.has('/OrganizationStructure');

/**
 * Members read about themselves, and those who run the organisation about members of their scope. Of others not even
 * their existence is told.
 */
async function requireReadable(db: Db, memberOID: string, context: CallContext): Promise<void> {
  const { caller } = context;
  if (memberOID === caller.memberOID) return;
  if (!(await members.byOid(db, context, memberOID))) throw notFound();
  if (!mayRead(caller)) throw new Refusal('notAllowed');
}

/** Calls that read members. */
export function memberEndpoints(deps: { db: Db; department: DepartmentRoom }): Endpoint[] {
  const { db, department } = deps;
  const nodes = (held: ReadonlySet<string>, type: 'menu' | 'scene', context: CallContext) =>
    resourceNodes(held, type, (id) => say(context.language, id));

  async function list(filter: FilterOf<typeof memberList>, page: Page, context: CallContext) {
    if (filter.groupOID) await department.requireVisible(context.caller, filter.groupOID);
    const { rows, ...counted } = await members.page(db, context, filter, page);
    return { list: await presentMembers(db, context, rows), ...counted, ...page };
  }

  return [
    serve(memberCalls.resources, async ({ userOID, type }, context) => {
      const { caller } = context;
      await requireReadable(db, userOID, context);
      if (userOID === caller.memberOID) return nodes(caller.resources, type, context);
      const { granted, first } = await resourcesOf(db, userOID);
      return nodes(effectiveResources(granted, { first }), type, context);
    }),
    serve(memberCalls.userGroups, async ({ userOID }, context) => {
      const { caller } = context;
      await requireReadable(db, userOID, context);
      const groupOID =
        userOID === caller.memberOID
          ? caller.groupOID
          : (await members.byOid(db, context, userOID))?.groupOID;
      const own = groupOID === undefined ? undefined : await department.find(groupOID);
      return own ? [{ oid: own.oid, parentOID: own.parentOID, name: own.name, type: own.type }] : [];
    }),
    serve(memberCalls.roleMenuAndScene, async (_, context) => ({
      menu: nodes(context.caller.resources, 'menu', context),
      scene: nodes(context.caller.resources, 'scene', context),
    })),
    serve(memberCalls.query, ({ pageNum = 1, pageSize = limits.list.pageSizeDefault, ...filter }, context) =>
      list(filter, { pageNum, pageSize }, context),
    ),
    serve(departmentCalls.members, ({ oid, pageNum, pageSize, ...filter }, context) =>
      list({ ...filter, groupOID: oid ?? context.caller.groupOID }, { pageNum, pageSize }, context),
    ),
  ];
}
