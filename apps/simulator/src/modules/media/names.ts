import type { Shot } from './shot.ts';

const two = (value: number) => String(value).padStart(2, '0');
const stamp = (at: number, seconds: boolean) => {
  const date = new Date(at);
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  const time = `${two(date.getHours())}${two(date.getMinutes())}`;
  return seconds ? `${day}${time}${two(date.getSeconds())}` : `${day}${time}`;
};

/** `DJI_{yyyyMMddHHmmss}_{seq4}_W[_{suffix}].JPG`, in the dock's local time. */
export const photoName = (shot: Shot): string => {
  const suffix = shot.suffix ? `_${shot.suffix}` : '';
  return `DJI_${stamp(shot.at, true)}_${String(shot.sequence).padStart(4, '0')}_W${suffix}.JPG`;
};

export const photoFolder = (shot: Shot): string =>
  `DJI_${stamp(shot.at, false)}_001_${shot.flightId.slice(0, 8)}`;
