import { toControllerFigures, toDeviceReports, unnamedController } from '@eyrie/dji';
import type { HeardReports, SelfReport } from '../../modules/device/index.ts';
import type { DockLink } from '../../modules/dock/index.ts';

/** What the aircraft of a dock said of itself and of what it carries last; null: nothing yet. */
export const heardOf = (link: DockLink): HeardReports | null => {
  const { oid, groupRoot, groupOID, droneOID, droneSn, droneModel } = link.dock;
  if (!droneOID || !droneSn || link.droneLastSeenWall === null) return null;
  return {
    groupRoot,
    groupOID,
    dockOID: oid,
    droneOID,
    seenAt: link.droneLastSeenWall,
    reports: toDeviceReports(link.droneSnapshot, { sn: droneSn, model: droneModel }),
  };
};

/** What a remote controller said of itself last. */
const controllerSelf = ({ dock, dockSnapshot }: DockLink): Omit<SelfReport, 'seenAt'> => {
  const { percent, firmware } = toControllerFigures(dockSnapshot, { online: true });
  const model = dock.model === unnamedController ? null : dock.model;
  return { deviceOID: dock.oid, model, firmware, percent, distance: null, flightTime: null };
};

/** What a device of the open contract said of itself last; null: nothing yet. */
const openSelf = ({ dock, open }: DockLink): Omit<SelfReport, 'seenAt'> | null => {
  if (dock.kind !== 'robot' || !open?.hello || !open.state) return null;
  const { model, firmware = null } = open.hello;
  const { percent = null, mileage: distance = null, runningTime: flightTime = null } = open.state;
  return { deviceOID: dock.oid, model, firmware, percent, distance, flightTime };
};

/** What a device that signs in itself said of itself last; null: nothing yet. */
export const selfOf = (link: DockLink): SelfReport | null => {
  const { lastSeenWall: seenAt } = link;
  if (seenAt === null) return null;
  const report = link.controller ? controllerSelf(link) : openSelf(link);
  return report && { ...report, seenAt };
};
