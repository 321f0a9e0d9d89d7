import type { CallDeclaration, ParsedRequestOf, ResponseOf } from '@eyrie/domain';
import type { NotificationInput, NotificationRoom } from '../modules/notification/index.ts';
import type { CallContext, Endpoint } from '../platform/http/endpoint.ts';
import type { Db } from '../platform/runtime.ts';

export interface CallNotification extends NotificationInput {
  members: readonly string[];
}

/** What notifications of a call may be found out with. */
export interface CallNotificationDeps extends Pick<NotificationRoom, 'notifyMembers' | 'membersOfRole'> {
  db: Db;
}

type NotificationsOf<C extends CallDeclaration> = (
  request: ParsedRequestOf<C>,
  answer: ResponseOf<C>,
  context: CallContext,
  deps: CallNotificationDeps,
) => CallNotification[] | Promise<CallNotification[]>;
export type CallNotificationRule = readonly [CallDeclaration, NotificationsOf<CallDeclaration>];

/** Whom a call of a room concerns when it is done: changes by others about a member, sign-ins in the member's name. */
export const rule = <C extends CallDeclaration>(
  declaration: C,
  notifications: NotificationsOf<C>,
): CallNotificationRule => [declaration, notifications];

export const rightsChanged = (members: readonly string[], { caller }: CallContext): CallNotification => ({
  kind: 'rightsChanged',
  values: { by: caller.name },
  members,
});

/**
 * The same endpoints, after which members are notified. A call that is done is answered as done whether or not the
 * notification succeeds.
 */
export const withNotifications = (
  deps: CallNotificationDeps,
  rules: readonly CallNotificationRule[],
  endpoints: readonly Endpoint[],
): Endpoint[] => {
  const rulesOf = new Map(rules);
  return endpoints.map((endpoint) => {
    const notifications = rulesOf.get(endpoint.declaration);
    if (!notifications) return endpoint;
    const { declaration } = endpoint;
    return {
      declaration,
      async handle(request, context) {
        const answer = await endpoint.handle(request, context);
        try {
          for (const { members, ...notification } of await notifications(request, answer, context, deps))
            await deps.notifyMembers(deps.db, members, notification);
        } catch (error) {
          context.log.warn({ err: error }, 'members were not notified of a change');
        }
        return answer;
      },
    };
  });
};
