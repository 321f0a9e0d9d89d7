import { keepingCalls, mediaKinds, resultLimits, type BinItem, type KeptRules } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
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

/** Rules reach every file of the organisation: who sees a part of it neither counts nor sets what goes. */
const requireWhole = ({ wholeOrganisation }: Caller): void => {
  if (wholeOrganisation !== true) throw new Refusal('retentionOfWhole');
};

const rulesFor = async (db: DbOrTrx, caller: Caller): Promise<KeptRules> => ({
  ...(await retentionOf(db, caller.groupRoot)),
  allowed:
    caller.wholeOrganisation === true && caller.resources.has('media:keep')
      ? ['setRetention', 'retentionPreview']
      : [],
});

type Changed = { oid: string; name: string }[];

/** Bin, holds, and rules of how long files are kept. */
export const keepingEndpoints = ({ db, serverTime }: Runtime, { audit }: { audit: AuditLog }): Endpoint[] => {
  /** Changes all of some files or none, and writes it down. */
  const changeAll = async (
    { oids: asked, context, action }: { oids: readonly string[]; context: CallContext; action: string },
    change: (trx: DbOrTrx, oids: string[]) => Promise<Changed>,
    detail: Record<string, unknown> = {},
  ) => {
    const oids = [...new Set(asked)].toSorted();
    await db.transaction().execute(async (trx) => {
      const rows = await change(trx, oids);
      if (rows.length !== oids.length) throw notFound();
      await audit.done(trx, context, action, { rows, ...detail });
    });
    return { ok: true as const };
  };
  const now = (): Date => new Date(Math.round(serverTime()));
  return [
    serve(keepingCalls.bin, async (wanted, { caller }) => {
      const { rows, total } = await binPage(db, caller, wanted);
      const { pageNum, pageSize } = wanted;
      return { list: rows.map((row) => binItemFor(row, caller)), total, pageNum, pageSize };
    }),
    serve(keepingCalls.restore, ({ oids }, context) =>
      changeAll({ oids, context, action: 'media.restore' }, (trx, all) =>
        restoreMedia(trx, context.caller, all, now()),
      ),
    ),
    serve(keepingCalls.hold, ({ oids, reason }, context) => {
      const { caller } = context;
      const hold = { at: now(), by: caller.memberOID, reason };
      return changeAll(
        { oids, context, action: 'media.hold' },
        (trx, all) => holdMedia(trx, caller, all, hold),
        { reason },
      );
    }),
    serve(keepingCalls.release, ({ oids }, context) =>
      changeAll({ oids, context, action: 'media.release' }, (trx, all) =>
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
      const of = (kind: string) => counted.find((row) => row.kind === kind);
      return {
        kinds: mediaKinds.map((kind) => ({
          kind,
          count: Number(of(kind)?.count ?? 0),
          bytes: Number(of(kind)?.bytes ?? 0),
        })),
        held: counted.reduce((sum, { held }) => sum + Number(held), 0),
        files: files.map(({ oid, name, created_at: at }) => ({ oid, name, createdAt: at.getTime() })),
      };
    }),
  ];
};
