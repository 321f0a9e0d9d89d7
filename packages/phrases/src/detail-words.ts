/** Which phrase names a field of a record, and which stands for what a machine wrote into it. */
type Texts = Readonly<Record<string, string>>;

/** Fields have one name wherever they occur; what forms call them already is not written again. */
const names = [
  'detail.key',
  'notification.kind',
  'notification.channel',
  'notification.level',
  'appearance',
  'organisation.openId',
  'organisation',
  'device',
  'maintenanceProgramme',
];

const rights = ['permission'];

/** Where the words for the values of a field stand. A value without one is a name or a code: it is shown as it is. */
const words: Readonly<Record<string, readonly string[]>> = {
  added: rights,
  before: rights,
  answer: ['windAbort'],
  assignment: ['flight.assignment'],
  busyDock: ['task.busyDock'],
  by: ['detail.value.by'],
  chain: ['auditLog.chain'],
  choice: ['task.choice'],
  clarity: ['flight.clarity'],
  control: ['detail.value.control'],
  device: ['deviceHealth.device'],
  days: ['orderTarget.days'],
  digits: ['person.display.digits'],
  direction: ['deviceHealth.direction'],
  family: ['deviceHealth.family'],
  fields: names,
  flightKind: ['flight.keptKind'],
  gateFailedWarns: ['gate'],
  gateNotCheckedWarns: ['gate'],
  kind: [
    'operation.work.kind',
    'operation.notice.kind',
    'notification.kind',
    'deviceHealth.kind',
    'detail.value.kind',
    'maintenanceProgramme.kind',
    'deviceDocument.kind',
  ],
  lamp: ['searchlight.lamp'],
  level: ['operation.notice.level', 'notification.level'],
  lightMode: ['searchlight.mode'],
  lostAction: ['flight.lostAction'],
  maintenance: ['device.maintenance'],
  measure: ['statistics.measure'],
  mediaAs: ['mapShare.mediaAs'],
  method: ['command'],
  of: ['statistics.of'],
  permissions: rights,
  outcome: ['flight.outcome', 'auditLog.result'],
  purpose: ['detail.value.purpose'],
  reason: ['refusal', 'detail.value.reason', 'flight.reason', 'commandState', 'command'],
  removed: rights,
  resourceOIDs: rights,
  resources: rights,
  scope: ['operation.notice.scope'],
  outputs: ['photogrammetry.output'],
  severity: ['workOrder.severity'],
  slot: ['dockDebug.slot'],
  source: ['deviceHealth.source'],
  standing: ['device.standing'],
  state: [
    'commandState',
    'flight.state',
    'deviceHealth.state',
    'operation.work.state',
    'operation.notice.state',
    'member.inviteState',
    'workOrder.state',
  ],
  status: ['task.status', 'auditLog.result'],
  to: ['appearance.origin'],
  type: ['department.type', 'role.type', 'task.type', 'gimbal.type'],
  units: ['person.display.units'],
  whereabouts: ['detail.value.whereabouts'],
  workState: ['dock.workState'],
  zone: ['detail.value.zone'],
};

/** The first that has a text of its own: one that waits for values would show its gaps. */
const firstOf = (prefixes: readonly string[], end: string, texts: Texts): string | null => {
  const found = prefixes
    .map((prefix) => `${prefix}.${end}`)
    .find((id) => Object.hasOwn(texts, id) && !texts[id]?.includes('{'));
  return found === undefined ? null : (texts[found] ?? null);
};

/**
 * What a field of a record is called in the language of `texts`.
 * @returns null for a name that nobody translated
 */
export const nameOfField = (key: string, texts: Texts): string | null => firstOf(names, key, texts);

/**
 * The word for a value of a field, such as a reason, a kind or a right.
 * @returns null for values that are no words, such as names and numbers
 */
export const wordOfValue = (key: string, value: string, texts: Texts): string | null => {
  if (!Object.hasOwn(words, key)) return null;
  // Rows of earlier releases tell fields that changed by the names of their columns.
  const end =
    key === 'fields'
      ? value.replace(/_oid$/, 'OID').replaceAll(/_([a-z])/g, (_, next: string) => next.toUpperCase())
      : value;
  return firstOf(words[key] ?? [], end, texts);
};
