import type { FlightReplay } from '@eyrie/domain';

export type ReplayEvent = { at: number; key: string } & (
  | { kind: 'command'; of: FlightReplay['commands'][number] }
  | { kind: 'alarm'; of: FlightReplay['alarms'][number] }
  | { kind: 'control'; of: FlightReplay['control'][number] }
  | { kind: 'phase'; of: FlightReplay['phases'][number] }
);

/** Everything that happened, in order. An alarm that stood before the flight stands at its beginning. */
export const eventsOf = (
  replay: Pick<FlightReplay, 'from' | 'commands' | 'alarms' | 'control' | 'phases'>,
): ReplayEvent[] => {
  const events: ReplayEvent[] = [
    ...replay.phases.map((of) => ({ kind: 'phase' as const, at: of.at, key: `phase ${of.at}`, of })),
    ...replay.control.map((of, place) => ({
      kind: 'control' as const,
      at: of.at,
      key: `control ${place}`,
      of,
    })),
    ...replay.commands.map((of) => ({ kind: 'command' as const, at: of.at, key: of.oid, of })),
    ...replay.alarms.map((of) => ({ kind: 'alarm' as const, at: of.at, key: of.oid, of })),
  ];
  return events
    .map((event) => ({ ...event, at: Math.max(replay.from, event.at) }))
    .toSorted((one, other) => one.at - other.at);
};

/** The moment of the event before or after a moment; null: there is none. */
export const besideOf = (
  events: readonly Pick<ReplayEvent, 'at'>[],
  moment: number,
  step: 1 | -1,
): number | null => {
  const found = step === 1 ? events.find(({ at }) => at > moment) : events.findLast(({ at }) => at < moment);
  return found?.at ?? null;
};
