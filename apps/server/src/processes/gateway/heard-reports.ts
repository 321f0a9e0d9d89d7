import { toDeviceReports, type DeviceReport } from '@eyrie/dji';
import type { HeardReports } from '../../modules/device/index.ts';
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

/** What a robot said of itself last. It stands for itself: no dock heard it. */
export const heardOfRobot = ({ dock, open, lastSeenWall }: DockLink): HeardReports | null => {
  if (dock.kind !== 'robot' || !open?.hello || !open.state || lastSeenWall === null) return null;
  const { hello, state } = open;
  const { groupRoot, groupOID, oid, sn } = dock;
  const report: DeviceReport = {
    kind: 'drone',
    sn,
    slot: null,
    model: hello.model,
    firmware: hello.firmware ?? null,
    percent: state.percent ?? null,
    distance: state.mileage ?? null,
    flightTime: state.runningTime ?? null,
    cycles: null,
    voltage: null,
    temperature: null,
    storedDays: null,
    flights: null,
  };
  return { groupRoot, groupOID, dockOID: null, droneOID: oid, seenAt: lastSeenWall, reports: [report] };
};
