import { limits } from '@eyrie/domain';
import { duplicateKey, type DeviceMessage } from '@eyrie/dji';
import type { DockLink } from '../../modules/dock/index.ts';
import type { LinkParts } from './link-parts.ts';

export interface HeardEventsDependencies {
  parts: Pick<LinkParts, 'eventOf'>;
}

/** Events of devices, each stored once however often it is repeated. */
export const createHeardEvents = ({ parts }: HeardEventsDependencies) => {
  const stored = new WeakMap<DockLink, Set<string>>();

  /** Hands it to the room that takes it, if this device is one whose word counts there. */
  const store = async (link: DockLink, sn: string, message: DeviceMessage, at: number): Promise<void> => {
    const event = parts.eventOf(message.method);
    if (!event || (link.controller && !event.controllers)) return;
    if (event.from === 'device' && sn !== link.dock.sn) return;
    await event.take(link, message, { sn, at });
  };

  return {
    /**
     * Stores one event. One at a time for each dock.
     * @param at when it came, monotonic ms
     * @returns false for one that is stored already
     * @throws what the room that stores it throws; a repetition is then taken as new
     */
    async take(link: DockLink, sn: string, message: DeviceMessage, at: number): Promise<boolean> {
      const key = duplicateKey(message);
      const known = stored.get(link) ?? new Set<string>();
      stored.set(link, known);
      if (key && known.has(key)) return false;
      await store(link, sn, message, at);
      // Remembered only once it is stored: a failure lets the dock's repetition in.
      if (key) {
        known.add(key);
        if (known.size > limits.gateway.dedupeEntries) known.delete(known.keys().next().value ?? '');
      }
      return true;
    },
  };
};
