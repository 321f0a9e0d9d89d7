import type { DockLink } from '../../modules/dock/index.ts';

/**
 * How the devices of one wire are heard. What they say ends in the same link, whichever wire it came by, and what they
 * are ordered leaves by `commandWireOf`: all else knows no wire.
 */
export interface Driver {
  /** Takes a message from the broker. Never throws. False: its topic is of another wire. */
  receive(topic: string, payload: Buffer): boolean;
  /** Devices that wait for their turn. */
  waiting(): number;
  forget(link: DockLink): void;
  /** Waits for what is under way. */
  settle(): Promise<void>;
}
