import {
  isOpenUpgrade,
  limits,
  sameFirmware,
  upgradeTypes,
  type UpgradeDevice,
  type UpgradeType,
} from '@eyrie/domain';
import { firmwareOf, modelKey, upgradeService, type OfferedFirmware } from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  momentOf,
  offerWhereKnown,
  type CommandPlan,
  type Observation,
  type PlanContext,
} from '../command/index.ts';
import { statusOf, type DockLink } from '../dock/index.ts';
import { upgradeApprovalOf } from '../organisation/index.ts';
import { upgradeOrder, type UpgradeOutcome } from './firmware.slots.ts';
import { lockPackages, packageOf, type PackageRow } from './package.store.ts';
import { rolloutOfOrder } from './rollout.store.ts';
import { endUpgradesOf, hasOpenUpgrade, insertUpgrade, type UpgradeRow } from './upgrade.store.ts';

interface Asked {
  sn: string;
  type: UpgradeType;
  firmwareOID?: string;
}
const askedOf = ({ command }: Pick<PlanContext, 'command'>) => command.arguments['devices'] as Asked[];

/** Which of the two a serial number names; null: neither. */
const deviceOf = ({ dock }: DockLink, sn: string): UpgradeDevice | null =>
  sn === dock.sn ? 'dock' : sn === dock.droneSn ? 'drone' : null;

const snapshotOf = (link: DockLink, device: UpgradeDevice) =>
  device === 'dock' ? link.dockSnapshot : link.droneSnapshot;

const modelOf = ({ dock }: DockLink, device: UpgradeDevice): string | null => {
  const model = device === 'dock' ? dock.model : dock.droneModel;
  return model && (modelKey(model) ?? model);
};

/** How an order stands by its upgrades. */
export const outcomeOf = (rows: readonly Pick<UpgradeRow, 'state'>[]): UpgradeOutcome =>
  rows.some(({ state }) => isOpenUpgrade(state))
    ? 'working'
    : rows.some(({ state }) => state === 'failed')
      ? 'failed'
      : 'done';

export interface FirmwarePlanDependencies {
  objects: Pick<Objects, 'presignGet'>;
}

/** The package of one device. @throws Refusal when it is none for it */
const fitting = (
  rows: readonly PackageRow[],
  link: DockLink,
  { sn, firmwareOID }: Asked,
  device: UpgradeDevice,
): PackageRow => {
  const found = rows.find(({ oid, retired }) => oid === firmwareOID && !retired);
  if (!found) throw new Refusal('firmwareMissing');
  if (found.model !== modelOf(link, device)) throw new Refusal('firmwareModel', { values: { serial: sn } });
  const { version } = firmwareOf(snapshotOf(link, device).values);
  if (sameFirmware(version, found.firmware))
    throw new Refusal('firmwareSame', { values: { firmware: found.firmware } });
  return found;
};

/**
 * Whether it may begin as the organisation has it now: a member's own order not at all where a second person has to
 * approve, and that of a rollout only while it runs and somebody else has approved it.
 */
const requireApproval = async (trx: DbOrTrx, { link, command }: PlanContext): Promise<void> => {
  const rollout = command.sessionOID === null ? await rolloutOfOrder(trx, command) : undefined;
  if (rollout && rollout.state !== 'running') throw new Refusal('rolloutOver');
  if ((rollout?.decided_by ?? null) !== null) return;
  if (await upgradeApprovalOf(trx, link.dock.groupRoot)) throw new Refusal('upgradeApprovalMissing');
};

const authoriseUpgrade =
  ({ serverTime, newOid }: Pick<Runtime, 'serverTime' | 'newOid'>) =>
  async (trx: DbOrTrx, context: PlanContext): Promise<undefined> => {
    const { link, command } = context;
    const { oid: dockOID, groupRoot } = link.dock;
    const asked = askedOf(context);
    await requireApproval(trx, context);
    const wanted = asked.flatMap(({ firmwareOID }) => firmwareOID ?? []);
    // Locked, so that none is deleted while a device is about to fetch it.
    const packages = wanted.length === 0 ? [] : await lockPackages(trx, groupRoot, wanted);
    if (await hasOpenUpgrade(trx, dockOID)) throw new Refusal('upgradeOpen');
    const at = new Date(Math.round(serverTime()));
    for (const one of asked) {
      const device = deviceOf(link, one.sn);
      if (!device) throw new Refusal('serialDiffers');
      const file = one.type === upgradeTypes.normal ? fitting(packages, link, one, device) : null;
      const row = {
        oid: newOid(),
        group_root: groupRoot,
        dock_oid: dockOID,
        command_oid: command.oid,
        device,
        sn: one.sn,
        type: one.type,
        package_oid: file?.oid ?? null,
        version_before: firmwareOf(snapshotOf(link, device).values).version,
        target: file?.firmware ?? null,
        state: 'ordered',
        asked_by: command.issuedBy,
        created_at: at,
        changed_at: at,
      } as const;
      if (!(await insertUpgrade(trx, row))) throw new Refusal('upgradeOpen');
    }
    return undefined;
  };

/** By the upgrades of this very order, as they were judged; the answer of the dock is the end of none. */
const observe = ({ link, command }: Pick<PlanContext, 'link' | 'command'>): Observation | null => {
  const upgrade = upgradeOrder.of(link);
  if (upgrade?.commandOID !== command.oid) return null;
  const { outcome } = upgrade;
  if (outcome === 'working') return { state: 'in_progress', firm: true };
  return { state: outcome === 'done' ? 'succeeded' : 'failed', firm: true };
};

const offerOta = offerWhereKnown('ota');

/** How a dock and its aircraft are ordered to upgrade. */
export const firmwarePlans = (
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid'>,
  { objects }: FirmwarePlanDependencies,
) => {
  const { db, serverTime } = runtime;
  const offered = async (groupRoot: string, firmwareOID: string): Promise<OfferedFirmware> => {
    const row = await packageOf(db, groupRoot, firmwareOID);
    if (!row) throw new Refusal('firmwareMissing');
    return {
      version: row.firmware,
      url: await objects.presignGet(row.object_key, limits.firmware.addressLife),
      md5: row.md5,
      size: Number(row.size),
      fileName: row.file_name,
    };
  };
  const ota: CommandPlan = {
    offer: offerOta,
    refuse(context) {
      const { link, now } = context;
      const refused = offerOta(momentOf(link, now));
      if (refused) return refused;
      const asked = askedOf(context);
      if (asked.some(({ sn }) => deviceOf(link, sn) === null)) return { reason: 'serialDiffers' };
      // One that sleeps fetches nothing.
      const ofDrone = asked.some(({ sn }) => deviceOf(link, sn) === 'drone');
      return ofDrone && statusOf(link, now).dronePowered !== true ? { reason: 'droneOff' } : null;
    },
    // The rows are there before the order leaves: whatever the dock then says finds them, on any server.
    authorise: async () => authoriseUpgrade(runtime),
    async steps(context) {
      const { link, command } = context;
      const devices = await Promise.all(
        askedOf(context).map(async ({ sn, type, firmwareOID }) => ({
          sn,
          type,
          file: firmwareOID === undefined ? null : await offered(link.dock.groupRoot, firmwareOID),
        })),
      );
      const service = upgradeService(devices);
      return [async () => ({ service, ack: limits.command.ack, bid: command.oid })];
    },
    observe,
    watchFor: limits.firmware.addressLife,
    async settled({ command }, state, code) {
      // Silence is no end: the dock may have begun, and its own reports or their absence decide.
      if (state !== 'rejected' && state !== 'failed') return;
      const fault = state === 'rejected' ? 'refused' : 'notSent';
      await endUpgradesOf(db, command.oid, { fault, code, at: new Date(Math.round(serverTime())) });
    },
  };
  return { ota };
};
