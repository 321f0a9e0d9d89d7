import { webhookCalls } from '@eyrie/domain';
import { sql } from 'kysely';
import { createSeal } from '../../platform/seal.ts';
import type { RoomFixture } from '../../testing/contract/room-fixture.ts';

export const fixture: RoomFixture = {
  things: async ({ db, newOid, account, name }) => {
    const [webhook, webhookDelivery] = [newOid(), newOid()];
    const secret = await createSeal(db).close('whsec_AAAA');
    await sql`insert into webhook (oid, group_root, group_oid, name, url, events, enabled, secret, created_by)
      select ${webhook}::uuid, group_root, group_oid, ${name}, 'https://hooks.example.com/', '{flight.over}', false,
        ${secret}, oid
      from member where account = ${account}`.execute(db);
    await sql`insert into webhook_delivery (oid, group_root, webhook_oid, event, data, at, next_at, state)
      select ${webhookDelivery}::uuid, group_root, oid, 'test', '{}', now(), now(), 'failed'
      from webhook where oid = ${webhook}::uuid`.execute(db);
    return { webhook, webhookDelivery };
  },
  ofOrganisation: [],
  shows: { webhook: webhookCalls.get },
};
