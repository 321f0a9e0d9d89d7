import {
  searchlightModes,
  type DroneTelemetry,
  type FloatingText,
  type ReportedPsdk,
  type SearchlightMode,
  type SearchlightState,
} from '@eyrie/domain';

/** One payload device of an aircraft, by what was reported of it; what it has not reported is null or empty. */
export interface PsdkDevice {
  index: number;
  name: string | null;
  /** The dock named it among the payload devices: its text box can be written. */
  listed: boolean;
  values: ReportedPsdk['values'];
  /** It is called one, or reported itself as one. */
  isSearchlight: boolean;
  searchlight: SearchlightState | null;
  floating: FloatingText | null;
}

/** Its orders and its state stand under *Sound*: nothing is left to show of it here. */
const isOnlySpeaker = ({ speaker, values }: ReportedPsdk): boolean => speaker !== null && values.length === 0;

/** Payload devices by their numbers: those that the dock listed, and those that told something by themselves. */
export const devicesOf = (
  listed: readonly ReportedPsdk[],
  drone: Pick<DroneTelemetry, 'searchlights' | 'floatingTexts'> | null,
): PsdkDevice[] => {
  const { searchlights = [], floatingTexts = [] } = drone ?? {};
  const others = listed.filter((one) => !isOnlySpeaker(one));
  const numbers = new Set([
    ...others.map(({ index }) => index),
    ...searchlights.map(({ psdkIndex }) => psdkIndex),
    ...floatingTexts.map(({ psdkIndex }) => psdkIndex),
  ]);
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((index) => {
      const found = listed.find((one) => one.index === index);
      const searchlight = searchlights.find(({ psdkIndex }) => psdkIndex === index) ?? null;
      return {
        index,
        name: found?.name ?? null,
        listed: found !== undefined,
        values: found?.values ?? [],
        isSearchlight: searchlight !== null || found?.name === 'Searchlight',
        searchlight,
        floating: floatingTexts.find(({ psdkIndex }) => psdkIndex === index) ?? null,
      };
    });
};

/** The name of a number of a device; null: no document has one. */
export const modeOf = (code: number | null): SearchlightMode | null =>
  code === null ? null : (searchlightModes[code] ?? null);
