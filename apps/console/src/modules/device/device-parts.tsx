import type { DeviceKind, DeviceRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { deviceAlarms, deviceDocuments, deviceFlights } from '../../parts.ts';
import type { OpenDevice } from '../../platform/parts.ts';

/** A device of the book as other rooms know it; of what an aircraft carries that aircraft. */
export const openDevice = (
  kind: DeviceKind,
  device: DeviceRecord & { droneOID?: string | null },
): OpenDevice => ({
  oid: device.oid,
  kind,
  name: device.name,
  dockOID: device.dockOID,
  droneOID: kind === 'drone' ? device.oid : (device.droneOID ?? null),
});

/** What other rooms know of a device: its alarms, its papers, its flights. */
export function DeviceParts({ device }: { device: OpenDevice }): ReactNode {
  return (
    <>
      {deviceAlarms(device)}
      {deviceDocuments(device)}
      {deviceFlights(device)}
    </>
  );
}
