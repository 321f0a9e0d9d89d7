import type { dockCalls, ReportedDevice, ReportedFirmware, ResponseOf } from '@eyrie/domain';
import { firmwareOf, psdkOf, toDeviceReports, type DeviceReport } from '@eyrie/dji';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { reportedRow } from './dock-reported.store.ts';

/** What a dock of the Cloud API has reported of itself and its aircraft, with the age of each word. */
export const reportedBy = async (db: DbOrTrx, dockOID: string, now: number) => {
  const row = await reportedRow(db, dockOID);
  const [dockValues, droneValues] = [row?.dockValues ?? {}, row?.droneValues ?? {}];
  const asOf = (at: Date | null | undefined) => ({
    at: at?.getTime() ?? null,
    ageMs: at ? Math.max(0, Math.round(now - at.getTime())) : null,
  });
  const dock = { ...asOf(row?.dockSeenAt), online: row?.dockOnline ?? false };
  const drone = { ...asOf(row?.droneSeenAt), online: row?.droneOnline ?? false };
  const carried: DeviceReport[] =
    row?.droneSn == null
      ? []
      : toDeviceReports(
          { values: droneValues, at: {}, osdAt: 0, dropped: 0 },
          { sn: row.droneSn, model: row.droneModel },
        );
  return {
    devices: (): ReportedDevice[] => [
      ...(row ? [{ kind: 'dock' as const, sn: row.sn, model: row.model, slot: null, ...dock }] : []),
      ...carried.map(({ kind, sn, model, slot }) => ({ kind, sn, model, slot, ...drone })),
    ],
    firmware: (): ReportedFirmware[] => {
      const age = ({ at, ageMs }: typeof dock) => ({ at, ageMs });
      return [
        ...(row
          ? [{ kind: 'dock' as const, sn: row.sn, slot: null, ...firmwareOf(dockValues), ...age(dock) }]
          : []),
        ...carried.map(({ kind, sn, slot, firmware: version }) => ({
          kind,
          sn,
          slot,
          ...(kind === 'drone' ? firmwareOf(droneValues) : { version, consistent: null, upgrading: null }),
          ...age(drone),
        })),
      ];
    },
    psdk: (): ResponseOf<typeof dockCalls.psdk> => {
      // Docks and firmware differ in whose property it is.
      const list = psdkOf(dockValues) ?? psdkOf(droneValues);
      const { at, ageMs } = psdkOf(dockValues) ? dock : drone;
      return { reported: list !== null, list: list ?? [], ...(list ? { at, ageMs } : asOf(null)) };
    },
    inFlight: (): ResponseOf<typeof dockCalls.inFlight> => {
      const { at, ageMs } = drone.at === null ? dock : drone;
      const mode = droneValues['mode_code'];
      // Of an aircraft that was never heard only its dock can say that it lies inside.
      const neverHeard = [1, true].includes(dockValues['drone_in_dock'] as number | boolean) ? false : null;
      return {
        inFlight: drone.at === null ? neverHeard : (row?.airborne ?? null),
        modeCode: typeof mode === 'number' && Number.isInteger(mode) ? mode : null,
        flightOID: row?.flightOID ?? null,
        at,
        ageMs,
      };
    },
  };
};
