import { limits, type DockWind, type OutsideWeather } from '@eyrie/domain';
import { destination, type Place } from '@eyrie/geometry';
import type { Line, Thing } from '@eyrie/map';
import type { PhraseId } from '@eyrie/phrases';

/** Metres of an arrow for each m/s, so that a storm is longer than a breeze. */
const perSpeed = 15;
/** Metres from a dock at which a question mark stands beside its marker. */
const beside = 90;

/** What the newest answer brought, and when on this page's monotonic clock. */
export interface WindAnswer {
  readonly list: readonly DockWind[];
  readonly outside: Pick<OutsideWeather, 'state' | 'failure'>;
  readonly receivedAt: number;
}

/** What is known of the wind: the newest answer that came, and why no newer one did. */
export interface WindState {
  readonly answer: WindAnswer | null;
  readonly failure: PhraseId | null;
}

/** Why the wind at a dock is not drawn, and how old what was known last is; null: there is nothing to say. */
const unknownWind = (
  { online, ageMs, wind, windFrom }: DockWind,
  { outside, receivedAt }: WindAnswer,
  at: number,
): { reason: PhraseId; ageMs: number | null } | null => {
  if (!online) return null;
  const age = ageMs === null ? null : ageMs + at - receivedAt;
  if (age === null || age > limits.weather.directionFor) return { reason: 'weather.reason.old', ageMs: age };
  if (windFrom !== null || wind === null || wind <= 0 || outside.state !== 'failed') return null;
  return { reason: `weather.failure.${outside.failure ?? 'shape'}`, ageMs: age };
};

const arrowOf = ({ dockOID, windFrom, wind, lng, lat }: DockWind): Line[] => {
  if (windFrom === null || wind === null || wind <= 0) return [];
  const half = (wind * perSpeed) / 2 + 20;
  const path = [destination({ lng, lat }, windFrom, half), destination({ lng, lat }, windFrom + 180, half)];
  return [{ id: dockOID, path, tone: 'text', width: 2, arrows: true }];
};

const rainOf = ({ dockOID, rainfall, lng, lat, online }: DockWind): Thing[] => {
  if (!online || rainfall === null || rainfall === 'none') return [];
  const place = destination({ lng, lat }, 45, 30);
  return [{ ...place, id: dockOID, look: rainfall === 'light' ? 'attention' : 'alarm', badge: '☂' }];
};

/**
 * Arrows where the wind is known, umbrellas where it rains, and where a failure hides the wind a question mark in place of
 * the arrow; with the reason and the age of what was known where they are those of one dock.
 * @param docks all docks of the map, for a question that never had an answer
 */
export const windDrawing = (
  { answer, failure }: WindState,
  docks: readonly ({ oid: string } & Place)[],
  at: number,
  say: (reason: PhraseId, ageMs: number | null) => string,
): { lines: Line[]; things: Thing[] } => {
  const question = (oid: string, place: Place): Thing => ({
    ...destination(place, 315, beside),
    id: `unknown ${oid}`,
    look: 'attention',
    badge: '?',
  });
  // One reason for all stands in words once, beside the map.
  if (failure) return { lines: [], things: docks.map((dock) => question(dock.oid, dock)) };
  if (!answer) return { lines: [], things: [] };
  const lines: Line[] = [];
  const things: Thing[] = [];
  for (const one of answer.list) {
    const unknown = unknownWind(one, answer, at);
    if (unknown) things.push({ ...question(one.dockOID, one), label: say(unknown.reason, unknown.ageMs) });
    else if (one.online) lines.push(...arrowOf(one));
    things.push(...rainOf(one));
  }
  return { lines, things };
};
