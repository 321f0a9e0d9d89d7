import type { DeviceMessage } from '@eyrie/dji';
import type { DockPresence } from '@eyrie/domain';
import type { Timer } from '../../platform/timers.ts';
import type { DockLink } from '../dock/index.ts';
import type { CommandPlans } from './command.plan.ts';

/** What rooms ask of the gateway that they are part of. */
export interface LinkHost {
  /** Every link of this gateway. */
  links(): readonly DockLink[];
  /** Something was heard by which an order of this link may have its outcome. */
  observe(link: DockLink): void;
  /** What consoles are shown of the link is published again. */
  touch(link: DockLink, part: 'dock' | 'presence' | 'drone'): void;
}

/** How an event reached the gateway. */
interface EventReceipt {
  /** Serial number of the device that reported it. */
  sn: string;
  /** When it came, monotonic ms. */
  at: number;
}

/** What a room does with an event of devices. */
export interface LinkEvent {
  /** Whose report counts: that of the device of the link alone, or also that of the aircraft behind it. */
  from: 'device' | 'any';
  /** Remote controllers report it too; without this only docks are listened to. */
  controllers?: true;
  /** @throws what could not be stored: a repetition is then taken as new */
  take(link: DockLink, message: DeviceMessage, receipt: EventReceipt): void | Promise<void>;
}

/**
 * What one room has to do with the devices of a gateway: `linkPart` of its `<word>.link-part.ts`. The gateway knows no
 * room by name; it asks every part in the order of `rooms.ts`.
 */
export interface LinkPart {
  /** How its orders are sent, and by what their outcome is known. */
  plans?: Partial<CommandPlans>;
  /** Events of devices of the Cloud API, by their method. One room takes each. */
  events?: Readonly<Record<string, LinkEvent>>;
  /** Answers to services, by their method, that are kept before they count: whoever asked reads it then. */
  answers?: Readonly<Record<string, (link: DockLink, message: DeviceMessage) => Promise<void>>>;
  /** Properties of the device of the link, by their keys: what a message carried is in its snapshot by now. */
  properties?: {
    keys: readonly string[];
    take(link: DockLink, keys: readonly string[], source: 'osd' | 'state'): void;
  };
  /** A message on the way of sticks. */
  stickMessage?(link: DockLink, message: DeviceMessage): void;
  /** The link was taken over: its snapshots are those that another gateway left. */
  restored?(link: DockLink): void;
  /** The aircraft behind the link is not there any more. */
  droneGone?(link: DockLink): void;
  /** Another aircraft is behind the link, or none. */
  droneChanged?(link: DockLink): void;
  /** Once a second for each link. @param now monotonic ms */
  tick?(link: DockLink, now: number): void;
  /** What it adds to the presence of a dock on consoles. @param now monotonic ms */
  publishes?(link: DockLink, now: number): Partial<DockPresence>;
  /** What it does again and again while the gateway is started. */
  timers?: readonly Timer[];
  start?(): void;
  /** Nothing comes from devices any more. */
  stop?(): void;
  /** Writes what waits, once the last message was taken. */
  flush?(): Promise<void>;
}

/** The plans of a part, with the methods that it has: so the types find a method that no room has a plan for. */
export const plansOf = <Part extends LinkPart>(
  part: Part,
): Part extends { plans: infer Plans } ? Plans : object => (part.plans ?? {}) as never;

/** What a part adds to the presence of a dock, with the fields that it has. */
export const publishedBy = <Part extends LinkPart>(
  part: Part,
  link: DockLink,
  now: number,
): Part extends { publishes(link: DockLink, now: number): infer Shown } ? Shown : object =>
  (part.publishes?.(link, now) ?? {}) as never;
