import type { WebhookDelivery, WebhookEvent } from '@eyrie/domain';
import { sql } from 'kysely';
import {
  arrayColumn,
  ascending,
  column,
  defineList,
  descending,
  equals,
  inScope,
  keyword,
  reading,
  versionOfRow,
} from '../../platform/list/index.ts';
import './webhook.schema.ts';

const countOf = (state: string) => sql<number>`(select count(*)::int from webhook_delivery
  where webhook_delivery.webhook_oid = webhook.oid and webhook_delivery.state = ${sql.lit(state)})`;

export const webhookList = defineList({
  table: 'webhook',
  scope: 'department',
  name: 'name',
  unrecorded: ['secret'],
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = webhook.group_oid)`,
    name: 'name',
    url: 'url',
    events: arrayColumn<WebhookEvent>('events'),
    enabled: column<boolean>('enabled'),
    secret: 'secret',
    waiting: countOf('waiting'),
    failed: countOf('failed'),
    lastDoneAt: sql<Date | null>`(select max(done_at) from webhook_delivery
      where webhook_delivery.webhook_oid = webhook.oid and webhook_delivery.state = 'done')`,
    createdByOID: 'created_by',
    createdAt: 'created_at',
    version: versionOfRow('webhook'),
  },
  filters: { keyword: keyword('webhook.name', 'webhook.url') },
  sort: { name: [ascending('webhook.name')], '-createdAt': [descending('webhook.created_at')] },
  order: '-createdAt',
});

/** What was sent to the webhooks that the caller sees. */
export const deliveries = reading(
  defineList({
    table: 'webhook_delivery',
    scope: ({ caller }) => sql<boolean>`webhook_delivery.webhook_oid in (select oid from webhook
      where webhook.group_root = ${caller.groupRoot}::uuid and ${inScope('webhook.group_oid', caller)})`,
    name: 'event',
    columns: {
      oid: 'oid',
      webhookOID: 'webhook_oid',
      webhookName: sql<string>`(select name from webhook where webhook.oid = webhook_delivery.webhook_oid)`,
      event: column<WebhookDelivery['event']>('event'),
      state: column<WebhookDelivery['state']>('state'),
      attempts: column<number>('attempts'),
      at: 'at',
      nextAt: sql<Date | null>`case when webhook_delivery.state = 'waiting' then webhook_delivery.next_at end`,
      status: 'status',
      error: 'error',
      doneAt: column<Date | null>('done_at'),
    },
    filters: { webhookOID: equals('webhook_delivery.webhook_oid'), state: equals('webhook_delivery.state') },
    sort: { '-at': [descending('webhook_delivery.at')] },
    order: '-at',
    countMost: 10_000,
  }),
);
