import { domains, modelName } from '@eyrie/dji';
import {
  rolloutCalls,
  sameFirmware,
  wavesOf,
  type ParsedRequestOf,
  type RolloutDock,
  type RolloutRecord,
  type RolloutSummary,
  type UpgradeDevice,
} from '@eyrie/domain';
import {
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { say } from '../../platform/http/words.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { faultMessage, wordsOfOrder } from '../command/index.ts';
import { upgradeApprovalOf } from '../organisation/index.ts';
import { packageModels } from './firmware.endpoints.ts';
import { packageOf, type ShownPackage } from './package.store.ts';
import {
  anyRollingOut,
  candidatesFor,
  insertRollout,
  lockRollout,
  moveRollout,
  placesOf,
  rolloutOf,
  rolloutsOf,
  type ShownPlace,
  type ShownRollout,
} from './rollout.store.ts';

interface Deps {
  runtime: Runtime;
  audit: AuditLog;
}

const isOpen = ({ state }: Pick<ShownRollout, 'state'>): boolean => state === 'asked' || state === 'running';

const allowedOf = (row: ShownRollout, { memberOID, resources }: Caller): string[] => {
  if (!resources.has('dock:control')) return [];
  return [
    ...(row.state === 'asked' && row.asked_by !== memberOID ? ['decide'] : []),
    ...(isOpen(row) ? ['end'] : []),
  ];
};

const present = (row: ShownRollout, caller: Caller): RolloutSummary => ({
  oid: row.oid,
  device: row.device,
  model: row.model,
  modelName: modelName(row.model),
  firmware: row.target,
  state: row.state,
  firstWave: row.first_wave,
  waveSize: row.wave_size,
  note: row.note,
  askedBy: row.asked_by_name,
  createdAt: row.created_at.getTime(),
  decidedBy: row.decided_by_name,
  decidedAt: row.decided_at?.getTime() ?? null,
  reason: row.reason,
  changedAt: row.changed_at.getTime(),
  docks: row.docks,
  done: row.done,
  failed: row.failed,
  allowed: allowedOf(row, caller),
});

/** Why a dock failed: by what became of its upgrade, else by its order, else by the rollout itself. */
const messageOf = async (db: DbOrTrx, language: Language, place: ShownPlace): Promise<string | null> => {
  if (place.state !== 'failed') return null;
  const fault = faultMessage(language, 'firmware.fault', place);
  if (fault !== null) return fault;
  if (place.reason !== null) return say(language, `refusal.${place.reason}`);
  const words = place.commandOID === null ? null : await wordsOfOrder(db, language, place.commandOID);
  return words ?? say(language, 'refusal.deviceSilent');
};

const presentPlace = async (db: DbOrTrx, language: Language, place: ShownPlace): Promise<RolloutDock> => ({
  dockOID: place.dockOID,
  name: place.name,
  sn: place.sn,
  wave: place.wave,
  state: place.state,
  before: place.before,
  after: place.after,
  percent: place.percent,
  step: place.step,
  message: await messageOf(db, language, place),
  changedAt: place.changedAt.getTime(),
});

const deviceFor = ({ model }: Pick<ShownPackage, 'model'>): UpgradeDevice =>
  model.startsWith(`${domains.dock}-`) ? 'dock' : 'drone';

const candidatesOf = (db: DbOrTrx, caller: Caller, { model }: ShownPackage) =>
  candidatesFor(db, caller, { device: deviceFor({ model }), models: [model, modelName(model)] });

const seen = async (
  { runtime: { db } }: Deps,
  { caller, language }: Pick<CallContext, 'caller' | 'language'>,
  oid: string,
): Promise<RolloutRecord> => {
  const row = await rolloutOf(db, caller, oid);
  if (!row) throw notFound();
  const places = await placesOf(db, oid);
  const shown = await Promise.all(places.map((place) => presentPlace(db, language, place)));
  return { ...present(row, caller), places: shown };
};

const packageToRollOut = async (db: DbOrTrx, caller: Caller, oid: string): Promise<ShownPackage> => {
  const found = await packageOf(db, caller.groupRoot, oid);
  if (!found) throw notFound();
  if (found.retired) throw new Refusal('firmwareMissing');
  return found;
};

const ask = async (
  deps: Deps,
  { firmwareOID, docks, firstWave, waveSize, note = '' }: ParsedRequestOf<typeof rolloutCalls.ask>,
  context: CallContext,
): Promise<RolloutRecord> => {
  const { caller } = context;
  const { newOid, serverTime, db } = deps.runtime;
  const oid = newOid();
  await db.transaction().execute(async (trx) => {
    const file = await packageToRollOut(trx, caller, firmwareOID);
    const able = new Map((await candidatesOf(trx, caller, file)).map((one) => [one.dockOID, one]));
    const places = docks.map((dockOID) => {
      const found = able.get(dockOID);
      // Also of one that the caller does not see.
      if (!found) throw notFound();
      return found;
    });
    if (await anyRollingOut(trx, caller.groupRoot, docks)) throw new Refusal('rolloutOpen');
    const at = new Date(Math.round(serverTime()));
    const waves = wavesOf(docks.length, { firstWave, waveSize });
    const { model, firmware } = file;
    await insertRollout(
      trx,
      {
        oid,
        group_root: caller.groupRoot,
        group_oid: caller.groupOID,
        package_oid: file.oid,
        device: deviceFor(file),
        model,
        target: firmware,
        first_wave: firstWave,
        wave_size: waveSize,
        note,
        state: (await upgradeApprovalOf(trx, caller.groupRoot)) ? 'asked' : 'running',
        asked_by: caller.memberOID,
        created_at: at,
        // That it runs is known to whoever asked.
        notified: 'running',
        reason: '',
        changed_at: at,
      },
      places.map(({ dockOID, sn }, index) => ({
        oid: newOid(),
        rollout_oid: oid,
        dock_oid: dockOID,
        sn,
        place: index + 1,
        wave: waves[index] ?? 1,
        state: 'waiting' as const,
        changed_at: at,
      })),
    );
    await deps.audit.done(trx, context, 'firmware.rollOut', {
      oid,
      model,
      firmware,
      docks,
      firstWave,
      waveSize,
    });
  });
  return seen(deps, context, oid);
};

/** A rollout that the caller sees, locked. @throws Refusal `notFound` */
const held = async (trx: DbOrTrx, caller: Caller, oid: string) => {
  if (!(await rolloutOf(trx, caller, oid))) throw notFound();
  const row = await lockRollout(trx, oid);
  if (!row) throw notFound();
  return row;
};

const decide = async (
  deps: Deps,
  { oid, approve, reason = '' }: ParsedRequestOf<typeof rolloutCalls.decide>,
  context: CallContext,
): Promise<RolloutRecord> => {
  const { caller } = context;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const row = await held(trx, caller, oid);
    if (row.state !== 'asked') throw new Refusal('rolloutDecided');
    if (row.asked_by === caller.memberOID) throw new Refusal('rolloutOwn');
    if (!approve && reason.trim() === '') throw new Refusal('rolloutReason');
    const at = new Date(Math.round(deps.runtime.serverTime()));
    const state = approve ? 'running' : 'rejected';
    const decided = { decided_by: caller.memberOID, decided_at: at, reason, changed_at: at };
    // Whoever asked sees it run; only a rejection is news.
    await moveRollout(trx, oid, { state, ...decided, ...(approve ? { notified: state } : {}) });
    const { model, target: firmware } = row;
    await deps.audit.done(trx, context, 'firmware.decideRollout', { oid, model, firmware, approve, reason });
  });
  return seen(deps, context, oid);
};

const end = async (deps: Deps, oid: string, context: CallContext): Promise<RolloutRecord> => {
  await deps.runtime.db.transaction().execute(async (trx) => {
    const row = await held(trx, context.caller, oid);
    if (!isOpen(row)) throw new Refusal('rolloutOver');
    const at = new Date(Math.round(deps.runtime.serverTime()));
    await moveRollout(trx, oid, { state: 'ended', notified: 'ended', changed_at: at });
    const { model, target: firmware } = row;
    await deps.audit.done(trx, context, 'firmware.endRollout', { oid, model, firmware });
  });
  return seen(deps, context, oid);
};

/** Firmware rollouts: asking for one, the decision of another person, and how it stands on each dock. */
export const rolloutEndpoints = (deps: Deps): Endpoint[] => {
  const { db } = deps.runtime;
  return [
    serve(rolloutCalls.query, async ({ pageNum, pageSize }, { caller }) => {
      const { rows, total } = await rolloutsOf(db, caller, { pageNum, pageSize });
      const approvalRequired = await upgradeApprovalOf(db, caller.groupRoot);
      const list = rows.map((row) => present(row, caller));
      return { list, total, pageNum, pageSize, approvalRequired, models: packageModels };
    }),
    serve(rolloutCalls.get, ({ oid }, context) => seen(deps, context, oid)),
    serve(rolloutCalls.candidates, async ({ firmwareOID }, { caller }) => {
      const file = await packageToRollOut(db, caller, firmwareOID);
      const found = await candidatesOf(db, caller, file);
      return { list: found.map((one) => ({ ...one, same: sameFirmware(one.reported, file.firmware) })) };
    }),
    serve(rolloutCalls.ask, (request, context) => ask(deps, request, context)),
    serve(rolloutCalls.decide, (request, context) => decide(deps, request, context)),
    serve(rolloutCalls.end, ({ oid }, context) => end(deps, oid, context)),
  ];
};
