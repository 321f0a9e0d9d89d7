import {
  calls,
  namedMembers,
  type CallDeclaration,
  type ParsedRequestOf,
  type ResponseOf,
  type SignedIn,
} from '@eyrie/domain';
import type { NotificationRoom, NotificationInput } from '../modules/notification/index.ts';
import { isFirstFromAddress } from '../modules/session/index.ts';
import type { CallContext, Endpoint } from '../platform/http/endpoint.ts';
import type { Runtime } from '../platform/runtime.ts';

interface News extends NotificationInput {
  members: readonly string[];
}
type NewsOf<C extends CallDeclaration> = (
  request: ParsedRequestOf<C>,
  answer: ResponseOf<C>,
  context: CallContext,
) => News[] | Promise<News[]>;
type Rule = readonly [CallDeclaration, NewsOf<CallDeclaration>];

const rule = <C extends CallDeclaration>(declaration: C, news: NewsOf<C>): Rule => [declaration, news];

export interface MemberNewsDeps {
  notification: Pick<NotificationRoom, 'notifyMembers' | 'membersOfRole'>;
}

/** Notifications about calls: those that others made about a member, and sign-ins in the member's name. */
const rulesOf = ({ db }: Runtime, { notification }: MemberNewsDeps): Rule[] => {
  const by = ({ caller }: CallContext): { by: string } => ({ by: caller.name });
  const rightsChanged = (members: readonly string[], context: CallContext): News => ({
    kind: 'rightsChanged',
    values: by(context),
    members,
  });
  const passwordReset = (members: readonly string[], context: CallContext): News => ({
    kind: 'passwordReset',
    values: by(context),
    members,
  });
  const newAddress = async (
    _request: unknown,
    { oid }: SignedIn,
    { address }: CallContext,
  ): Promise<News[]> =>
    (await isFirstFromAddress(db, oid, address))
      ? [{ kind: 'newAddress', values: { address }, members: [oid] }]
      : [];
  const { department, member, role, session } = calls;
  return [
    rule(member.save, (request, { oid }, context) => {
      if (request.oid === undefined) return [{ kind: 'memberAdded', values: by(context), members: [oid] }];
      const moved = request.groupOID !== undefined || request.roleOIDs !== undefined;
      return [
        ...(moved ? [rightsChanged([oid], context)] : []),
        ...(request.password ? [passwordReset([oid], context)] : []),
      ];
    }),
    rule(member.resetPassword, ({ oid }, _answer, context) => [passwordReset([oid], context)]),
    rule(member.removeRole, (request, _answer, context) => [rightsChanged(namedMembers(request), context)]),
    rule(role.addMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
    rule(role.removeMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
    rule(role.grant, async ({ roleOID }, _answer, context) => [
      rightsChanged(await notification.membersOfRole(roleOID), context),
    ]),
    rule(department.moveMembers, ({ userOIDs }, _answer, context) => [rightsChanged(userOIDs, context)]),
    rule(session.login, newAddress),
    rule(session.codeExchange, newAddress),
    rule(session.loginInfoExchange, newAddress),
  ];
};

/**
 * The same endpoints, after which members are notified. A call that is done is answered as done whether or not the
 * notification succeeds.
 */
export const withMemberNews = (
  runtime: Runtime,
  deps: MemberNewsDeps,
  endpoints: readonly Endpoint[],
): Endpoint[] => {
  const rules = new Map(rulesOf(runtime, deps));
  return endpoints.map((endpoint) => {
    const news = rules.get(endpoint.declaration);
    if (!news) return endpoint;
    const { declaration } = endpoint;
    return {
      declaration,
      async handle(request, context) {
        const answer = await endpoint.handle(request, context);
        try {
          for (const { members, ...notification } of await news(request, answer, context))
            await deps.notification.notifyMembers(runtime.db, members, notification);
        } catch (error) {
          context.log.warn({ err: error }, 'members were not notified of a change');
        }
        return answer;
      },
    };
  });
};
