import type { ReportedFirmware, ReportedPsdk } from '@eyrie/domain';
import { z } from 'zod';
import { numberAt, textAt } from './read.ts';
import { figure, listOrNull, readOrNull, whole, words } from './tolerant.ts';

/** What a device says of its firmware: its version, whether its parts fit, whether it is being upgraded. */
export const firmwareOf = (
  values: Readonly<Record<string, unknown>>,
): Pick<ReportedFirmware, 'version' | 'consistent' | 'upgrading'> => {
  const compatible = numberAt(values, 'compatible_status');
  const upgrade = numberAt(values, 'firmware_upgrade_status');
  const known = (value: number | null, yes: number, no: number): boolean | null =>
    value === yes ? true : value === no ? false : null;
  return {
    version: textAt(values, 'firmware_version'),
    consistent: known(compatible, 0, 1),
    upgrading: known(upgrade, 1, 0),
  };
};

/** What a payload answers for a figure that it does not have. */
const notApplicable = 65_535;
const applicable = (value: number | null): number | null => (value === notApplicable ? null : value);

const psdk = z.object({
  psdk_index: whole,
  psdk_name: words,
  psdk_sn: words,
  psdk_version: words,
  values: listOrNull(z.object({ index: whole, value: figure }), 256),
  speaker: z
    .object({ work_mode: figure, play_mode: figure, play_volume: figure, system_state: figure })
    .nullable()
    .catch(null),
});

const speakerOf = (read: z.output<typeof psdk>['speaker']): ReportedPsdk['speaker'] => {
  if (!read) return null;
  const speaker = {
    workMode: applicable(read.work_mode),
    playMode: applicable(read.play_mode),
    volume: applicable(read.play_volume),
    state: applicable(read.system_state),
  };
  return Object.values(speaker).every((value) => value === null) ? null : speaker;
};

/** The property in which docks, by their firmware also aircraft, list the payload devices of the aircraft. */
export const psdkProperty = 'psdk_widget_values';

/** Payloads of others with their controls; null: nothing was ever said of them. */
export const psdkOf = (values: Readonly<Record<string, unknown>>): ReportedPsdk[] | null => {
  const read = readOrNull(listOrNull(psdk, 16), values[psdkProperty]);
  return (
    read?.flatMap(({ psdk_index: index, psdk_name, psdk_sn, psdk_version, values: controls, speaker }) =>
      index === null
        ? []
        : [
            {
              index,
              name: psdk_name,
              sn: psdk_sn,
              version: psdk_version,
              values: (controls ?? []).flatMap((one) =>
                one.index === null || one.value === null ? [] : [{ index: one.index, value: one.value }],
              ),
              speaker: speakerOf(speaker),
            },
          ],
    ) ?? null
  );
};
