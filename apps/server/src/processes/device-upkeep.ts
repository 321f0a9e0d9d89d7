import {
  batteryList,
  endingInsurances,
  gimbalList,
  releaseUpkeep,
  remoteControllerList,
  robotList,
  sweepUpkeep,
  type DueDevice,
} from '../modules/device/index.ts';
import { remindOfDocuments } from '../modules/device-document/index.ts';
import { dockList, notifyDockChanged } from '../modules/dock/index.ts';
import { droneList } from '../modules/drone/index.ts';
import type { NotificationRoom } from '../modules/notification/index.ts';
import type { DbOrTrx, Runtime } from '../platform/runtime.ts';

const pages = {
  dock: '/DaJiAirport',
  drone: '/UAVAdmin',
  battery: '/BatteryAdmin',
  gimbal: '/PTZAdmin',
  remoteController: '/DaJiHandle',
  robot: '/RobotAdmin',
} as const;

const lists = [
  ['dock', dockList],
  ['drone', droneList],
  ['battery', batteryList],
  ['gimbal', gimbalList],
  ['remoteController', remoteControllerList],
  ['robot', robotList],
] as const;

/** Judges all devices by their programmes and reminds of insurances and papers that end. Safe on several servers at once. */
export async function keepUp(
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { notifyAbove }: Pick<NotificationRoom, 'notifyAbove'>,
): Promise<void> {
  const due: DueDevice[] = [];
  for (const [kind, list] of lists) {
    // Gateways check what a dock is about to do: they hear of it with the change.
    const changed =
      kind === 'dock'
        ? (trx: DbOrTrx, oids: readonly string[]) => notifyDockChanged(trx, ...oids)
        : undefined;
    await releaseUpkeep(runtime, kind, list, changed);
    due.push(...(await sweepUpkeep(runtime, kind, list, changed)));
  }
  for (const { oid, name, kind, groupOID, item } of due)
    await notifyAbove(groupOID, kind === 'dock' ? 'dock:edit' : 'device:edit', {
      kind: 'maintenanceDue',
      values: { name, programme: item.programme, page: pages[kind], oid },
    });
  for (const { oid, name, kind, groupOID, days } of await endingInsurances(runtime))
    await notifyAbove(groupOID, kind === 'dock' ? 'dock:edit' : 'device:edit', {
      kind: 'insuranceEnds',
      values: { name, days, page: pages[kind], oid },
    });
  for (const { deviceOID, kind, name, document, groupOID, days } of await remindOfDocuments(runtime))
    await notifyAbove(groupOID, kind === 'dock' ? 'dock:edit' : 'device:edit', {
      kind: 'documentEnds',
      values: { name, document, days, page: pages[kind], oid: deviceOID },
    });
}
