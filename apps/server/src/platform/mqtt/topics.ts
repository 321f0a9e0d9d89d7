import { openDevicePublishes, openDeviceSubscribes, openDeviceTopic } from '@eyrie/domain';

/**
 * Who may say and hear what on the device broker. The broker that ships with the product and the one outside are
 * held to the same table.
 */

/** What servers say and hear; everything else is refused to them by either broker. */
export const serverTopics = ['thing/#', 'sys/#', 'INFO/#', 'SEQ/#', 'USER/#', 'PILOT/#', 'eyrie/#'] as const;

const serverRoots: ReadonlySet<string> = new Set(serverTopics.map((topic) => topic.slice(0, -'/#'.length)));

/** Whether a topic, or a pattern of topics, is one of servers. */
export const isServerTopic = (topic: string): boolean => serverRoots.has(topic.split('/', 1)[0] ?? '');

/** … and until when the frame of sticks that follows may, by `FrameLimit`. */
export const frameLimitTopic = 'eyrie/broker/frame';

/** On this topic the embedded broker reports what it did not give to a device of what was announced so. */
export const frameNoticeTopic = 'eyrie/broker/frame-notice';

/** Body of `frameNoticeTopic`. */
export interface FrameNotice {
  sn: string;
  /** As it was announced. */
  ref: string;
  /**
   * `dropped`: it was written to nobody and never will be. `cut`: written, not known to have arrived, and its connection has
   * ended.
   */
  outcome: 'dropped' | 'cut';
}

/** On this topic the embedded broker reports who connected and disconnected. No device may publish or subscribe here. */
export const clientTopic = 'eyrie/broker/client';

/** Level of the protocol of a sign-in, and whether TLS is around it; missing where the broker does not say. */
export interface SignInNotice {
  protocol?: number;
  tls?: boolean;
}

/** Body of `clientTopic`. `at` is wall time in epoch milliseconds. */
export interface ClientNotice extends SignInNotice {
  sn: string;
  event: 'connected' | 'disconnected' | 'twinRefused';
  at: number;
}

/** On this topic a server announces to the embedded broker until when a command may reach its device. */
export const deadlineTopic = 'eyrie/broker/deadline';

/** On this topic the embedded broker reports the delivery of an announced command. */
export const deliveryTopic = 'eyrie/broker/delivery';

/** Body of `deliveryTopic`. */
export interface DeliveryNotice {
  sn: string;
  tid: string;
  /**
   * `delivered`: the device has it. `notDelivered`: it was written to nobody and never will be. `cut`: written, not
   * confirmed in its time, and the connection was reset.
   */
  outcome: 'delivered' | 'notDelivered' | 'cut';
}

/** Last levels of `thing/product/{sn}/…` on which a dock speaks for itself. */
export const dockPublishes = [
  'osd',
  'state',
  'services_reply',
  'events',
  'requests',
  'property/set_reply',
  'drc/up',
  // Remote controllers, by their pages, say here what docks say on `sys`.
  'status',
] as const;

/** … on which it speaks for the aircraft that is bound to it. */
export const dronePublishes = ['osd', 'state', 'events'] as const;

/** … on which it is spoken to. */
export const dockSubscribes = [
  'services',
  'property/set',
  'drc/down',
  'events_reply',
  'requests_reply',
  'state_reply',
  'status_reply',
] as const;

/** … on which its aircraft is answered. */
export const droneSubscribes = ['state_reply', 'events_reply'] as const;

/** User name of a dock on its second connection, which carries sticks alone. No serial number has a full stop. */
export const relayName = (sn: string): string => `drc.${sn}`;

/** The serial number in the user name of a second connection; null: it is no such name. */
export const relayOf = (username: string): string | null => {
  const sn = username.startsWith('drc.') ? username.slice(4) : '';
  return serialNumber.test(sn) ? sn : null;
};

/** Topics of the second connection of a dock, by direction. */
export const relayTopics = (sn: string, direction: Direction): string[] => [
  `thing/product/${sn}/${direction === 'publish' ? 'drc/up' : 'drc/down'}`,
];

export type Direction = 'publish' | 'subscribe';

/** Topics of a dock itself, by direction. */
export function dockTopics(sn: string, direction: Direction): string[] {
  const last = direction === 'publish' ? dockPublishes : dockSubscribes;
  const status = direction === 'publish' ? 'status' : 'status_reply';
  return [...last.map((name) => `thing/product/${sn}/${name}`), `sys/product/${sn}/${status}`];
}

/** Topics of a device of the open contract, by direction. */
export function openTopics(sn: string, direction: Direction): string[] {
  const last = direction === 'publish' ? openDevicePublishes : openDeviceSubscribes;
  return last.map((name) => openDeviceTopic(sn, name));
}

/** Topics that a dock uses for one bound aircraft. */
export function droneTopics(sn: string, direction: Direction): string[] {
  const last = direction === 'publish' ? dronePublishes : droneSubscribes;
  return last.map((name) => `thing/product/${sn}/${name}`);
}

/** Serial numbers as devices and people write them; also keeps wildcards and levels out of topics. */
export const serialNumber = /^[A-Za-z0-9_-]{1,64}$/;

export type Verdict =
  | 'allowed'
  /** A topic that only an aircraft could have, of a serial number that is not bound to this dock. */
  | { drone: string }
  | 'denied';

/**
 * Judges one topic for a dock with the given bound aircraft.
 * @param dock.open it speaks the open contract, and nothing else
 */
export function judge(
  topic: string,
  direction: Direction,
  dock: { sn: string; droneSns: ReadonlySet<string>; open: boolean },
): Verdict {
  if (dock.open) return openTopics(dock.sn, direction).includes(topic) ? 'allowed' : 'denied';
  const [root, product, sn = '', ...rest] = topic.split('/');
  if (product !== 'product' || !serialNumber.test(sn)) return 'denied';
  const last = rest.join('/');
  const speaks = direction === 'publish';
  if (root === 'sys')
    return sn === dock.sn && last === (speaks ? 'status' : 'status_reply') ? 'allowed' : 'denied';
  if (root !== 'thing') return 'denied';
  const among = (names: readonly string[]): boolean => names.includes(last);
  if (sn === dock.sn) return among(speaks ? dockPublishes : dockSubscribes) ? 'allowed' : 'denied';
  if (!among(speaks ? dronePublishes : droneSubscribes)) return 'denied';
  return dock.droneSns.has(sn) ? 'allowed' : { drone: sn };
}

/**
 * What becomes of a message for an aircraft that is not bound to its dock. A dock speaks of a new aircraft before it can be
 * bound, and one that goes between a dock and the hand of a pilot is heard where it is bound: neither must lose its
 * connection for that.
 * @param owner whose the aircraft is; null: nobody's
 */
export const ofForeignDrone = (
  owner: { groupRoot: string; handheld: boolean } | null,
  dock: { groupRoot: string; handheld: boolean },
): 'dropped' | 'denied' =>
  owner === null || (owner.groupRoot === dock.groupRoot && (owner.handheld || dock.handheld))
    ? 'dropped'
    : 'denied';
