import { encodeLive, liveTopics, type NotificationMessage, type Resource } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { dockName, membersWith } from './notification.store.ts';

export interface NotificationRoom {
  /** Tells everyone who holds the right over a dock, on their own live topic. */
  tell(
    dockOID: string,
    resource: Resource,
    message: Pick<NotificationMessage, 'kind' | 'level'>,
  ): Promise<void>;
}

export const createNotification = (
  runtime: Runtime,
  deps: { publish(topic: string, payload: string): Promise<void> },
): NotificationRoom => ({
  async tell(dockOID, resource, message) {
    const dock = await dockName(runtime.db, dockOID);
    const at = runtime.serverTime();
    const body = { oid: runtime.newOid(), ...message, values: { dock, dockOID }, at };
    for (const memberOID of await membersWith(runtime.db, dockOID, resource))
      await deps.publish(
        liveTopics.notification.topic(memberOID),
        encodeLive('notification', memberOID, body, at),
      );
  },
});
