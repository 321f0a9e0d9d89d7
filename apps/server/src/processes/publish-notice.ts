import { encodeLive, liveTopics } from '@eyrie/domain';
import { organisationOids } from '../modules/operation/index.ts';
import type { BrokerClient } from '../platform/mqtt/index.ts';
import type { Runtime } from '../platform/runtime.ts';

/** Lets the open consoles of an organisation, or of all (null), ask what is announced; through the broker, so on every server. */
export async function publishNotice(
  broker: Pick<BrokerClient, 'publish'>,
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  groupRoot: string | null,
): Promise<void> {
  const roots = groupRoot === null ? await organisationOids(runtime.db) : [groupRoot];
  const at = Math.round(runtime.serverTime());
  for (const root of roots)
    await broker.publish(liveTopics.noticeChange.topic(root), encodeLive('noticeChange', root, { at }, at), {
      qos: 0,
    });
}
