/** What docks report of an aircraft by their link of sticks, beside what moves it: obstacles, motion, delays. */
import {
  obstacleReach,
  radarSectors,
  type ObstacleReport,
  type StickDelays,
  type StickMotion,
} from '@eyrie/domain';
import { z } from 'zod';
import { flagAt, numberAt } from './read.ts';
import { figure, listOrNull, readOrNull, words } from './tolerant.ts';
import { isRecord } from './wire.ts';

/** Distances come in millimetres, and this one says that nothing is within reach. */
const free = obstacleReach * 1_000;
const degrees = 360;
const wide = degrees / radarSectors;
/** So many values say that the sensors of the time of flight alone work, which look downwards. */
const downwardsAlone = 4;
const picturesMost = 16;

/**
 * Metres to an obstacle. Nothing is nearer than no distance: zero and less is no measurement, as is what is no number, and
 * neither is free air.
 */
const metresOf = (value: unknown): number | null => {
  const read = figure.parse(value);
  if (read === null || !(read > 0)) return null;
  // What was measured just within reach must not round to free.
  return read >= free ? obstacleReach : Math.min(Math.round(read / 100) / 10, obstacleReach - 0.1);
};

/** The nearest of what was measured of one sector; where something of it was not measured, nothing else says it is free. */
const nearestOf = (values: readonly (number | null)[]): number | null => {
  const measured = values.filter((value) => value !== null);
  const nearest = measured.length === 0 ? null : Math.min(...measured);
  return nearest === obstacleReach && measured.length < values.length ? null : nearest;
};

/** The side whose sensors look into a direction, degrees from the nose. */
const sideOf = (degree: number): 'front' | 'right' | 'back' | 'left' => {
  if (degree >= 315 || degree < 45) return 'front';
  if (degree < 135) return 'right';
  return degree < 225 ? 'back' : 'left';
};

const isDead = (data: unknown, side: string): boolean => flagAt(data, `${side}_work`) === false;

const aroundIn = (data: unknown): Pick<ObstacleReport, 'sensing' | 'around'> => {
  const blind = { sensing: 'unknown', around: null } as const;
  const values = isRecord(data) ? (data['around_distances'] ?? data['around_distance']) : null;
  if (!Array.isArray(values) || isDead(data, 'horizontal')) return blind;
  if (values.length === downwardsAlone) return { sensing: 'downwards', around: null };
  if (values.length !== 0 && values.length !== degrees) return blind;
  const at = (degree: number): number | null => {
    if (isDead(data, sideOf(degree))) return null;
    return values.length === 0 ? obstacleReach : metresOf(values[degree]);
  };
  const around = Array.from({ length: radarSectors }, (_, sector) =>
    nearestOf(Array.from({ length: wide }, (__, step) => at(sector * wide + step))),
  );
  return { sensing: 'full', around };
};

/** Data of a `hsi_info_push`; null: it says nothing of obstacles. */
export const obstaclesIn = (data: unknown): ObstacleReport | null => {
  if (!isRecord(data)) return null;
  const named = ['around_distances', 'around_distance', 'up_distance', 'down_distance'];
  if (!named.some((key) => key in data)) return null;
  const along = (side: 'up' | 'down'): number | null =>
    isDead(data, side) || isDead(data, 'vertical') ? null : metresOf(data[`${side}_distance`]);
  return { ...aroundIn(data), up: along('up'), down: along('down') };
};

const within = (value: number | null, most: number): number | null =>
  value !== null && Math.abs(value) <= most ? value : null;

/**
 * How an aircraft flies, of an `osd_info_push`. Its height is none that documents agree upon, and of its vertical speed they
 * do not say which way is up: neither is read.
 */
export const motionIn = (data: unknown): StickMotion | null => {
  const head = within(numberAt(data, 'attitude_head'), degrees);
  const [ahead, aside] = [numberAt(data, 'speed_x'), numberAt(data, 'speed_y')];
  const gimbal = (axis: string) => within(numberAt(data, `gimbal_${axis}`), degrees);
  const motion: StickMotion = {
    head: head === null ? null : (head + degrees) % degrees,
    speed: ahead === null || aside === null ? null : within(Math.hypot(ahead, aside), 100),
    gimbal: { pitch: gimbal('pitch'), roll: gimbal('roll'), yaw: gimbal('yaw') },
  };
  const { head: known, speed, gimbal: turned } = motion;
  return [known, speed, ...Object.values(turned)].every((value) => value === null) ? null : motion;
};

const picture = z.object({ video_id: words, liveview_delay_time: figure });
const delays = z.object({
  sdr_cmd_delay: figure.optional(),
  liveview_delay_list: listOrNull(picture, picturesMost).optional(),
});

/** Data of a `delay_info_push`; null: it says no delay that can be. */
export const delaysIn = (data: unknown): StickDelays | null => {
  const read = readOrNull(delays, data);
  if (!read) return null;
  const command = read.sdr_cmd_delay ?? null;
  const pictures = (read.liveview_delay_list ?? []).flatMap(
    ({ video_id: videoId, liveview_delay_time: ms }) =>
      videoId !== null && ms !== null && ms >= 0 ? [{ videoId, ms }] : [],
  );
  const known = command !== null && command >= 0 ? command : null;
  return known === null && pictures.length === 0 ? null : { command: known, pictures };
};

/** Which push a message is that lacks its method, as examples of documents do: by the keys that no other has. */
export const pushOf = (data: unknown): 'osd_info_push' | 'hsi_info_push' | 'delay_info_push' | null => {
  if (!isRecord(data)) return null;
  if ('attitude_head' in data && 'latitude' in data) return 'osd_info_push';
  if ('around_distances' in data || 'around_distance' in data) return 'hsi_info_push';
  return 'sdr_cmd_delay' in data || 'liveview_delay_list' in data ? 'delay_info_push' : null;
};
