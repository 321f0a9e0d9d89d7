import { checkUpgrade, isOpenUpgrade, type FirmwareReport, type UpgradeReport } from '@eyrie/domain';
import { firmwareOf, upgradeProgressOf, type DeviceMessage, type Snapshot } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { DockLink } from '../dock/index.ts';
import { outcomeOf } from './firmware.plans.ts';
import { upgradeOrder } from './firmware.slots.ts';
import { moveUpgrade, openOrdersOfDocks, upgradesOfOrder, type UpgradeRow } from './upgrade.store.ts';

/** What a word of a dock makes of an upgrade. */
const changeOf = ({ state, percent, step, code }: UpgradeReport, row: UpgradeRow, at: Date) => {
  if (state === 'failed') return { state, fault: 'refused', code, heard_at: at, changed_at: at } as const;
  if (state === 'done')
    return {
      state: 'checking',
      percent: 100,
      said_at: row.said_at ?? at,
      heard_at: at,
      changed_at: at,
    } as const;
  // A late word on its progress does not take back that it is done.
  if (row.state === 'checking') return null;
  const far = { percent: percent ?? row.percent, step: step ?? row.step };
  return { state: 'upgrading', ...far, heard_at: at, changed_at: at } as const;
};

/** Follows upgrades: by what docks say of them, and by the versions that devices report of themselves. */
export const createFirmwareGateway = ({
  db,
  serverTime,
  clock,
  log,
}: Pick<Runtime, 'db' | 'serverTime' | 'clock' | 'log'>) => {
  const now = (): Date => new Date(Math.round(serverTime()));

  /** What a device reported on this connection, with its moments on the clock of the server. */
  const reportOf = ({ values, at }: Snapshot): FirmwareReport => {
    const moment = (key: string): number | null => {
      const heard = at[key];
      return heard === undefined ? null : serverTime() - (clock.mono() - heard);
    };
    return {
      ...firmwareOf(values),
      versionAt: moment('firmware_version'),
      consistentAt: moment('compatible_status'),
    };
  };

  const compare = async (link: DockLink, row: UpgradeRow): Promise<UpgradeRow> => {
    if (!isOpenUpgrade(row.state)) return row;
    const report = reportOf(row.device === 'dock' ? link.dockSnapshot : link.droneSnapshot);
    const moment = (at: Date | null): number | null => at?.getTime() ?? null;
    const facts = {
      type: row.type,
      versionBefore: row.version_before,
      target: row.target,
      orderedAt: row.created_at.getTime(),
      heardAt: moment(row.heard_at),
      saidAt: moment(row.said_at),
    };
    const verdict = checkUpgrade(facts, report, now().getTime());
    if (!verdict) return row;
    const known = report.versionAt !== null && report.versionAt > facts.orderedAt ? report.version : null;
    await moveUpgrade(db, row.oid, { ...verdict, version_after: known, changed_at: now() });
    return { ...row, ...verdict };
  };

  /** Takes the upgrades of one order as they stand now. */
  const stand = (link: DockLink, rows: readonly UpgradeRow[]): void => {
    const [first] = rows;
    if (first) upgradeOrder.set(link, { commandOID: first.command_oid, outcome: outcomeOf(rows) });
  };

  return {
    /** A dock reports how far it is. Only what it says on its own link counts, and only of its own orders. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const report = upgradeProgressOf(message);
      if (!report || !message.bid || !isUuid(message.bid)) return;
      const rows = (await upgradesOfOrder(db, message.bid)).filter(
        ({ dock_oid: dockOID }) => dockOID === link.dock.oid,
      );
      if (!rows.some(({ state }) => isOpenUpgrade(state))) return;
      const at = now();
      const moved = await Promise.all(
        rows.map(async (row) => {
          const change = isOpenUpgrade(row.state) ? changeOf(report, row, at) : null;
          if (!change) return row;
          await moveUpgrade(db, row.oid, change);
          return { ...row, ...change };
        }),
      );
      stand(link, moved);
    },

    /** Compares open upgrades of the docks of this gateway with what their devices report. */
    async look(links: readonly DockLink[], settled: (link: DockLink) => void): Promise<void> {
      const byOid = new Map(links.map((link) => [link.dock.oid, link]));
      const rows = await openOrdersOfDocks(db, [...byOid.keys()]);
      for (const [, ofOrder] of Map.groupBy(rows, ({ command_oid: commandOID }) => commandOID)) {
        const link = byOid.get(ofOrder[0]?.dock_oid ?? '');
        if (!link) continue;
        try {
          const judged: UpgradeRow[] = [];
          for (const row of ofOrder) judged.push(await compare(link, row));
          const before = upgradeOrder.of(link)?.outcome;
          stand(link, judged);
          if (before !== upgradeOrder.of(link)?.outcome) settled(link);
        } catch (error) {
          log.warn({ err: error, dockOID: link.dock.oid }, 'an upgrade was not compared');
        }
      }
    },
  };
};
