import type { DeviceMessage } from '@eyrie/dji';
import type { LinkEvent, LinkPart } from '../../modules/command/index.ts';
import type { DockLink } from '../../modules/dock/index.ts';

/** Joins what rooms declare under a method. @throws Error where two rooms take the same */
const byMethod = <Entry>(
  parts: readonly LinkPart[],
  declaredBy: (part: LinkPart) => Readonly<Record<string, Entry>> | undefined,
): ReadonlyMap<string, Entry> => {
  const all = parts.flatMap((part) => Object.entries(declaredBy(part) ?? {}));
  const joined = new Map(all);
  if (joined.size < all.length)
    throw new Error(`two rooms take the same method: ${all.map(([method]) => method).join(', ')}`);
  return joined;
};

/** The parts of all rooms as one: what comes from devices goes to whichever room declared that it takes it. */
export const joinLinkParts = (parts: readonly LinkPart[]) => {
  const events = byMethod<LinkEvent>(parts, (part) => part.events);
  const answers = byMethod(parts, (part) => part.answers);
  return {
    eventOf: (method: string | null): LinkEvent | undefined => events.get(method ?? ''),
    /** What keeps the answer to a service before it counts; undefined: it counts as it is. */
    answerOf: (method: string | null) => answers.get(method ?? ''),
    /** Properties of the device of a link came. */
    properties(link: DockLink, keys: readonly string[], source: 'osd' | 'state'): void {
      for (const { properties } of parts)
        if (properties?.keys.some((key) => keys.includes(key))) properties.take(link, keys, source);
    },
    stickMessage(link: DockLink, message: DeviceMessage): void {
      for (const part of parts) part.stickMessage?.(link, message);
    },
    restored(link: DockLink): void {
      for (const part of parts) part.restored?.(link);
    },
    droneGone(link: DockLink): void {
      for (const part of parts) part.droneGone?.(link);
    },
    droneChanged(link: DockLink): void {
      for (const part of parts) part.droneChanged?.(link);
    },
    tick(link: DockLink, now: number): void {
      for (const part of parts) part.tick?.(link, now);
    },
    timers: parts.flatMap(({ timers = [] }) => timers),
    start(): void {
      for (const part of parts) part.start?.();
    },
    stop(): void {
      for (const part of parts) part.stop?.();
    },
    async flush(): Promise<void> {
      for (const part of parts) await part.flush?.();
    },
  };
};
export type LinkParts = ReturnType<typeof joinLinkParts>;
