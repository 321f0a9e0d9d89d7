/** Serial numbers as they stand in a topic. Everything else, wildcards and separators included, is refused. */
const serial = /^[A-Za-z0-9_-]{1,64}$/;

export const isSerial = (text: unknown): text is string => typeof text === 'string' && serial.test(text);

const under = (head: 'thing' | 'sys', tail: string) => (sn: string) => {
  if (!isSerial(sn)) throw new RangeError('not a serial number');
  return `${head}/product/${sn}/${tail}`;
};

/**
 * Every topic of the device link by what it carries. `osd` and `state` take the serial number of the
 * device that owns the data; the others that of the gateway (the dock). Throws a RangeError for a text
 * that is no serial number, so that no name from outside can widen a topic.
 */
export const topics = {
  osd: under('thing', 'osd'),
  state: under('thing', 'state'),
  stateReply: under('thing', 'state_reply'),
  services: under('thing', 'services'),
  servicesReply: under('thing', 'services_reply'),
  events: under('thing', 'events'),
  eventsReply: under('thing', 'events_reply'),
  requests: under('thing', 'requests'),
  requestsReply: under('thing', 'requests_reply'),
  status: under('sys', 'status'),
  /** Where remote controllers put what docks put on `status`. */
  controllerStatus: under('thing', 'status'),
  statusReply: under('sys', 'status_reply'),
  propertySet: under('thing', 'property/set'),
  propertySetReply: under('thing', 'property/set_reply'),
  drcDown: under('thing', 'drc/down'),
  drcUp: under('thing', 'drc/up'),
} as const;

/** Kinds of message a device publishes. */
export const upKinds = [
  'osd',
  'state',
  'services_reply',
  'events',
  'requests',
  'status',
  'property_set_reply',
  'drc_up',
] as const;
export type UpKind = (typeof upKinds)[number];

const byTail: ReadonlyMap<string, UpKind> = new Map([
  ['thing osd', 'osd'],
  ['thing state', 'state'],
  ['thing services_reply', 'services_reply'],
  ['thing events', 'events'],
  ['thing requests', 'requests'],
  ['sys status', 'status'],
  // Where the pages of remote controllers put it; answered on `sys` like the other.
  ['thing status', 'status'],
  ['thing property/set_reply', 'property_set_reply'],
  ['thing drc/up', 'drc_up'],
]);

/** What a message on this topic is and whose; null for every topic that no device publishes. */
export const parseTopic = (topic: string): { kind: UpKind; sn: string } | null => {
  const [head, product, sn, ...rest] = topic.split('/', 6);
  if (product !== 'product' || !isSerial(sn)) return null;
  const kind = byTail.get(`${head} ${rest.join('/')}`);
  return kind ? { kind, sn } : null;
};

/** Where the answer to a message goes; null for kinds that are never answered. */
export const replyTopic = (kind: UpKind, sn: string): string | null => {
  if (kind === 'events') return topics.eventsReply(sn);
  if (kind === 'requests') return topics.requestsReply(sn);
  if (kind === 'status') return topics.statusReply(sn);
  if (kind === 'state') return topics.stateReply(sn);
  return null;
};

const downTails: ReadonlyMap<string, DownKind> = new Map([
  ['thing services', 'services'],
  ['thing events_reply', 'events_reply'],
  ['thing requests_reply', 'requests_reply'],
  ['thing state_reply', 'state_reply'],
  ['sys status_reply', 'status_reply'],
  ['thing property/set', 'property_set'],
]);
/** Kinds of message the server sends to a device, as far as they are single messages. */
export type DownKind =
  | 'services'
  | 'events_reply'
  | 'requests_reply'
  | 'state_reply'
  | 'status_reply'
  | 'property_set';

/** What a message that the server sends on this topic is, and for whom; null for every other topic. */
export const parseDownTopic = (topic: string): { kind: DownKind; sn: string } | null => {
  const [head, product, sn, ...rest] = topic.split('/', 6);
  if (product !== 'product' || !isSerial(sn)) return null;
  const kind = downTails.get(`${head} ${rest.join('/')}`);
  return kind ? { kind, sn } : null;
};
