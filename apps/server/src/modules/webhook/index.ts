import { limits, webhookCalls, type ParsedRequestOf, type WebhookRecord } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords, createList, reading, serveList, type ListDeps } from '../../platform/list/index.ts';
import { AddressRefused, requirePublic, type Outgoing } from '../../platform/outgoing.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Timer } from '../../platform/timers.ts';
import { deliveries, webhookList } from './webhook.list.store.ts';
import { createSender } from './webhook.sender.ts';
import { newSecret } from './webhook.sign.ts';
import { countWebhooks, dropOldDeliveries, insertTest, replayDelivery } from './webhook.store.ts';

export interface WebhookDeps extends ListDeps {
  runtime: Runtime;
  seal: Seal;
  /** Sends to addresses that people typed in, and to none inside of the network. */
  post: Outgoing;
  /** Whether a receiver may be on this machine, without TLS. */
  loopback: boolean;
}
type Add = ParsedRequestOf<typeof webhookCalls.add>;
type Edit = ParsedRequestOf<typeof webhookCalls.edit>;
const { get, edit, remove, test, replay } = webhookCalls;
const webhooks = reading(webhookList);

/** @throws Refusal `invalid` for an address that this server would not call */
const requireAddress = (url: string | undefined, loopback: boolean): void => {
  if (url === undefined) return;
  if (!URL.canParse(url)) throw invalidField('url', 'format', { value: url });
  try {
    requirePublic(new URL(url), loopback);
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidField('url', 'format', { value: url });
    throw error;
  }
};

const listOfWebhooks = (deps: WebhookDeps) =>
  createList<typeof webhookList, WebhookRecord, Add, Edit>(
    {
      list: webhookList,
      word: 'webhook',
      present: (rows, { caller }) =>
        Promise.all(
          rows.map(async ({ createdByOID: _by, ...row }) => ({
            ...row,
            secret: await deps.seal.open(row.secret),
            allowed: allowedWords(caller.resources, [get, edit, remove, test]),
          })),
        ),
      make: async (trx, { name, url, events }, { caller }, createdAt) => {
        requireAddress(url, deps.loopback);
        const { most } = limits.webhook;
        if ((await countWebhooks(trx, caller.groupRoot)) >= most)
          throw new Refusal('webhooksFull', { values: { max: most } });
        return {
          values: {
            groupRoot: caller.groupRoot,
            groupOID: caller.groupOID,
            name,
            url,
            events: [...new Set(events)],
            secret: await deps.seal.close(newSecret()),
            createdByOID: caller.memberOID,
            createdAt,
          },
          detail: { name, url, events },
        };
      },
      change: (_trx, _row, { name, url, events, enabled }) => {
        requireAddress(url, deps.loopback);
        return { name, url, events, enabled };
      },
      removed: (rows) => ({ rows: rows.map(({ oid, name }) => ({ oid, name })) }),
    },
    deps,
  );

/** Signed messages to other systems about what happens here. */
export function createWebhook(deps: WebhookDeps): {
  endpoints: readonly Endpoint[];
  timers: readonly Timer[];
} {
  const { runtime, audit } = deps;
  const { db, serverTime, newOid } = runtime;
  const now = (): Date => new Date(Math.round(serverTime()));
  const endpoints = serveList(webhookCalls, listOfWebhooks(deps), {
    test: async ({ oid }, context) => {
      await db.transaction().execute(async (trx) => {
        const [row] = await webhooks.lock(trx, context, [oid]);
        if (!row) throw notFound();
        const { groupRoot, name } = row;
        await insertTest(trx, { oid: newOid(), groupRoot, webhookOID: oid, at: now(), name });
        await audit.done(trx, context, 'webhook.test', { oid, name });
      });
      return { ok: true as const };
    },
    deliveries: async ({ pageNum, pageSize, ...filter }, { caller }) => {
      const page = { pageNum, pageSize };
      const { rows, ...counted } = await deliveries.page(db, { caller }, filter, page);
      const allowed = allowedWords(caller.resources, [replay]);
      const list = rows.map((row) => ({ ...row, allowed: row.state === 'waiting' ? [] : allowed }));
      return { list, ...counted, ...page };
    },
    replay: async ({ oid }, context) => {
      await db.transaction().execute(async (trx) => {
        const [row] = await deliveries.lock(trx, context, [oid]);
        if (!row) throw notFound();
        await replayDelivery(trx, oid, now());
        await audit.done(trx, context, 'webhook.replay', { oid, name: row.webhookName });
      });
      return { ok: true as const };
    },
  });
  const { deliverEvery, keptFor } = limits.webhook;
  return {
    endpoints,
    timers: [
      {
        name: 'webhook.deliver',
        every: deliverEvery,
        once: 'instance',
        process: 'worker',
        run: createSender(deps),
      },
      {
        name: 'webhook.cleanUp',
        every: 3_600_000,
        once: 'any',
        run: () => dropOldDeliveries(db, new Date(serverTime() - keptFor)),
      },
    ],
  };
}
