import { keepingCalls, mediaKinds, resultLimits, type BinItem, type KeptRules } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { allowedOnRules, changeAll, requireWhole } from '../../platform/keeping/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  binPage,
  holdMedia,
  restoreMedia,
  retentionOf,
  retentionPreview,
  setRetention,
} from './media.keeping.store.ts';
import { restoreSidecars } from './media.sidecars.store.ts';
import { itemFor } from './media.item.ts';

const { binFor } = resultLimits;

type BinRow = Awaited<ReturnType<typeof binPage>>['rows'][number];

const binItemFor = (row: BinRow, caller: Caller): BinItem => {
  const item = itemFor(row, caller);
  const deletedAt = (row.deleted_at ?? row.created_at).getTime();
  return {
    ...item,
    // Its bytes are not served while it is here.
    allowed: [
      ...(caller.resources.has('media:edit') ? ['restore'] : []),
      ...item.allowed.filter((one) => one === 'hold' || one === 'release'),
    ],
    deletedAt,
    deletedBy: row.deleter_name,
    goesAt: row.held_at === null ? deletedAt + binFor : null,
  };
};

const rulesFor = async (db: DbOrTrx, caller: Caller): Promise<KeptRules> => ({
  ...(await retentionOf(db, caller.groupRoot)),
  allowed: allowedOnRules(caller, 'media:keep'),
});

/** Bin, holds, and rules of how long files are kept. */
export const keepingEndpoints = ({ db, serverTime }: Runtime, { audit }: { audit: AuditLog }): Endpoint[] => {
  const now = (): Date => new Date(Math.round(serverTime()));
  return [
    serve(keepingCalls.bin, async (wanted, { caller }) => {
      const { rows, total } = await binPage(db, caller, wanted);
      const { pageNum, pageSize } = wanted;
      return { list: rows.map((row) => binItemFor(row, caller)), total, pageNum, pageSize };
    }),
    serve(keepingCalls.restore, ({ oids }, context) => {
      const withThem: { sidecars?: { oid: string; name: string }[] } = {};
      return changeAll(
        { db, audit },
        { oids, context, action: 'media.restore' },
        async (trx, all) => {
          const sidecars = await restoreSidecars(trx, context.caller, all, now());
          if (sidecars.length > 0) withThem.sidecars = sidecars;
          return restoreMedia(trx, context.caller, all, now());
        },
        withThem,
      );
    }),
    serve(keepingCalls.hold, ({ oids, reason }, context) => {
      const { caller } = context;
      const hold = { at: now(), by: caller.memberOID, reason };
      return changeAll(
        { db, audit },
        { oids, context, action: 'media.hold' },
        (trx, all) => holdMedia(trx, caller, all, hold),
        { reason },
      );
    }),
    serve(keepingCalls.release, ({ oids }, context) =>
      changeAll({ db, audit }, { oids, context, action: 'media.release' }, (trx, all) =>
        holdMedia(trx, context.caller, all, null),
      ),
    ),
    serve(keepingCalls.retention, (_request, { caller }) => rulesFor(db, caller)),
    serve(keepingCalls.setRetention, async (rules, context) => {
      const { caller } = context;
      requireWhole(caller);
      await db.transaction().execute(async (trx) => {
        if (!(await setRetention(trx, caller.groupRoot, rules))) throw new Refusal('conflict');
        const { version: _version, ...set } = rules;
        await audit.done(trx, context, 'media.setRetention', set);
      });
      return rulesFor(db, caller);
    }),
    serve(keepingCalls.retentionPreview, async (rules, { caller }) => {
      requireWhole(caller);
      const { counted, files } = await retentionPreview(
        db,
        caller.groupRoot,
        rules,
        Math.round(serverTime()),
      );
      const sumOf = (kind: string, figure: 'count' | 'bytes') =>
        counted.reduce((sum, row) => (row.kind === kind ? sum + Number(row[figure]) : sum), 0);
      return {
        kinds: mediaKinds.map((kind) => ({
          kind,
          count: sumOf(kind, 'count'),
          bytes: sumOf(kind, 'bytes'),
        })),
        held: counted.reduce((sum, { held }) => sum + Number(held), 0),
        files: files.map(({ oid, name, created_at: at }) => ({ oid, name, createdAt: at.getTime() })),
      };
    }),
  ];
};
