import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { deviceModels, domains, modelKey, modelName } from '@eyrie/dji';
import {
  firmwareCalls,
  limits,
  newestFirst,
  upgradeDevices,
  type FirmwarePackage,
  type ParsedRequestOf,
  type UpgradeOffer,
  type UpgradeRecord,
} from '@eyrie/domain';
import {
  serve,
  type CallContext,
  type Caller,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { recordChanges, requireVersion } from '../../platform/list/index.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { faultMessage } from '../command/index.ts';
import { reportedBy, type DockIdentity } from '../dock/index.ts';
import {
  anyInUse,
  changePackage,
  deletePackages,
  insertPackage,
  lockPackages,
  packageOf,
  packagesFor,
  packagesOf,
  standingFor,
  type ShownPackage,
} from './package.store.ts';
import { upgradesOfDock, type ShownUpgrade } from './upgrade.store.ts';

export interface FirmwareEndpointDependencies {
  audit: AuditLog;
  objects: Objects;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}
type Deps = FirmwareEndpointDependencies & { runtime: Runtime };

const present = (row: ShownPackage, { resources }: Pick<Caller, 'resources'>): FirmwarePackage => ({
  oid: row.oid,
  model: row.model,
  firmware: row.firmware,
  notes: row.notes,
  fileName: row.file_name,
  size: Number(row.size),
  md5: row.md5,
  sumCompared: row.sum_compared,
  retired: row.retired,
  createdBy: row.created_by_name,
  createdAt: row.created_at.getTime(),
  version: row.version,
  allowed: resources.has('dock:edit') ? ['edit', 'delete'] : [],
});

const presentUpgrade = (language: Language, row: ShownUpgrade): UpgradeRecord => ({
  oid: row.oid,
  dockOID: row.dock_oid,
  commandOID: row.command_oid,
  device: row.device,
  sn: row.sn,
  type: row.type,
  before: row.version_before,
  target: row.target,
  after: row.version_after,
  state: row.state,
  percent: row.percent,
  step: row.step,
  fault: row.fault,
  code: row.code,
  message: faultMessage(language, 'firmware.fault', row),
  askedBy: row.asked_by_name,
  createdAt: row.created_at.getTime(),
  heardAt: row.heard_at?.getTime() ?? null,
  changedAt: row.changed_at.getTime(),
});

const nowOf = ({ serverTime }: Runtime): Date => new Date(Math.round(serverTime()));

const seen = async ({ runtime: { db } }: Deps, caller: Caller, oid: string): Promise<FirmwarePackage> => {
  const row = await packageOf(db, caller.groupRoot, oid);
  if (!row) throw notFound();
  return present(row, caller);
};

/** What nobody names any more; a file that stays behind is no reason to refuse. */
const discard = ({ objects, runtime: { log } }: Deps, key: string): Promise<void> =>
  objects.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'object not deleted'));

const md5OfFile = async (path: string): Promise<string> => {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

type Added = ParsedRequestOf<typeof firmwareCalls.add>;

/** What the file really is. @throws Refusal when it is not what was promised */
const sumOf = async (path: string, found: number, { size, md5 }: Added): Promise<string> => {
  if (found !== Number(size))
    throw new Refusal('firmwareSize', { values: { found, promised: Number(size) } });
  const sum = await md5OfFile(path);
  if (md5 !== undefined && md5.toLowerCase() !== sum)
    throw new Refusal('firmwareSum', { values: { found: sum } });
  return sum;
};

/** Whether there is room for it, and it is new. @throws Refusal */
const requirePlace = async (
  trx: Parameters<typeof standingFor>[0],
  groupRoot: string,
  { model, firmware }: Added,
): Promise<void> => {
  const { count, known } = await standingFor(trx, groupRoot, { model, firmware });
  if (known) throw new Refusal('firmwareKnown', { values: { firmware } });
  if (count >= limits.firmware.most)
    throw new Refusal('firmwaresFull', { values: { max: limits.firmware.most } });
};

const add = async (deps: Deps, request: Added, context: CallContext): Promise<FirmwarePackage> => {
  const { spooled, caller } = context;
  if (!spooled) throw new Refusal('malformed');
  const { runtime, objects } = deps;
  const { model, firmware, notes = '' } = request;
  const md5 = await sumOf(spooled.path, spooled.size, request);
  // Before a package of gigabytes is stored for nothing.
  await runtime.db.transaction().execute((trx) => requirePlace(trx, caller.groupRoot, request));
  const oid = runtime.newOid();
  const key = `firmware/${caller.groupRoot}/${oid}`;
  await objects.put(key, createReadStream(spooled.path), { size: spooled.size, md5 });
  try {
    await runtime.db.transaction().execute(async (trx) => {
      await requirePlace(trx, caller.groupRoot, request);
      await insertPackage(trx, {
        oid,
        group_root: caller.groupRoot,
        model,
        firmware,
        notes,
        file_name: spooled.name,
        size: spooled.size,
        md5,
        sum_compared: request.md5 !== undefined,
        object_key: key,
        created_by: caller.memberOID,
        created_at: nowOf(runtime),
      });
      await deps.audit.done(trx, context, 'firmware.add', { oid, model, firmware, size: spooled.size, md5 });
    });
  } catch (error) {
    await discard(deps, key);
    throw error;
  }
  return seen(deps, caller, oid);
};

const edit = async (
  deps: Deps,
  { oid, version, notes, retired }: ParsedRequestOf<typeof firmwareCalls.edit>,
  context: CallContext,
): Promise<FirmwarePackage> => {
  const { groupRoot, memberOID } = context.caller;
  await deps.runtime.db.transaction().execute(async (trx) => {
    const [row] = await lockPackages(trx, groupRoot, [oid]);
    if (!row) throw notFound();
    if (version !== undefined) await requireVersion(trx, oid, version);
    const wanted = { notes: notes ?? row.notes, retired: retired ?? row.retired };
    const changes = (['notes', 'retired'] as const).flatMap((field) =>
      wanted[field] === row[field] ? [] : [{ field, from: row[field], to: wanted[field] }],
    );
    if (changes.length === 0) return;
    await changePackage(trx, oid, wanted);
    const by = { table: 'firmware_package', groupRoot, memberOID, at: nowOf(deps.runtime) };
    await recordChanges(trx, by, [{ oid, changes }]);
    const { model, firmware } = row;
    await deps.audit.done(trx, context, 'firmware.edit', {
      oid,
      model,
      firmware,
      ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
    });
  });
  return seen(deps, context.caller, oid);
};

const remove = async (deps: Deps, oids: readonly string[], context: CallContext): Promise<void> => {
  const wanted = [...new Set(oids)];
  const rows = await deps.runtime.db.transaction().execute(async (trx) => {
    const found = await lockPackages(trx, context.caller.groupRoot, wanted);
    if (found.length < wanted.length) throw notFound();
    if (await anyInUse(trx, wanted)) throw new Refusal('firmwareInUse');
    await deletePackages(trx, wanted);
    await deps.audit.done(trx, context, 'firmware.delete', {
      rows: found.map(({ oid, model, firmware }) => ({ oid, model, firmware })),
    });
    return found;
  });
  for (const { object_key: key } of rows) await discard(deps, key);
};

/** What a package can be for. */
export const packageModels = deviceModels
  .filter(({ key }) => key.startsWith(`${domains.dock}-`) || key.startsWith(`${domains.drone}-`))
  .map(({ key: model, name }) => ({ model, name }));

/** Dock and aircraft with what they reported, and what is there for their models. */
const offersFor = async ({ runtime }: Deps, caller: Caller, dock: DockIdentity): Promise<UpgradeOffer[]> => {
  const { db, serverTime } = runtime;
  const reported = (await reportedBy(db, dock.oid, serverTime())).firmware();
  const offers = upgradeDevices.map(async (device): Promise<UpgradeOffer[]> => {
    const [sn, named] = device === 'dock' ? [dock.sn, dock.model] : [dock.droneSn, dock.droneModel];
    if (sn === null || named === null) return [];
    const model = modelKey(named) ?? named;
    const said = reported.find((one) => one.kind === device && one.sn === sn);
    const packages = await packagesFor(db, caller.groupRoot, model);
    return [
      {
        device,
        sn,
        model,
        modelName: modelName(model),
        reported: said?.version ?? null,
        consistent: said?.consistent ?? null,
        at: said?.at ?? null,
        packages: newestFirst(packages, ({ firmware }) => firmware).map((row) => present(row, caller)),
      },
    ];
  });
  return (await Promise.all(offers)).flat();
};

export const firmwareEndpoints = (deps: Deps): Endpoint[] => [
  serve(firmwareCalls.query, async ({ models = [], retired = false, pageNum, pageSize }, { caller }) => {
    const asked = { models, retired, pageNum, pageSize };
    const { rows, total } = await packagesOf(deps.runtime.db, caller.groupRoot, asked);
    return { list: rows.map((row) => present(row, caller)), total, pageNum, pageSize };
  }),
  serve(firmwareCalls.get, ({ oid }, { caller }) => seen(deps, caller, oid)),
  serve(firmwareCalls.add, (request, context) => add(deps, request, context)),
  serve(firmwareCalls.edit, (request, context) => edit(deps, request, context)),
  serve(firmwareCalls.remove, async ({ oids }, context) => {
    await remove(deps, oids, context);
    return { ok: true as const };
  }),
  serve(firmwareCalls.offers, async ({ oid }, { caller }) => {
    const dock = await deps.dockInScope(caller, oid);
    return { list: await offersFor(deps, caller, dock), models: packageModels };
  }),
  serve(firmwareCalls.upgrades, async ({ oid, pageNum, pageSize }, { caller, language }) => {
    const dock = await deps.dockInScope(caller, oid);
    const asked = { dockOID: dock.oid, pageNum, pageSize };
    const { rows, total } = await upgradesOfDock(deps.runtime.db, caller, asked);
    return { list: rows.map((row) => presentUpgrade(language, row)), total, pageNum, pageSize };
  }),
];
