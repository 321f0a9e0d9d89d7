import type { UnusableReason } from '@eyrie/domain';
import { createUnusable, type Unusable } from '../modules/device-health/index.ts';
import { dockOfSn, proveSerial, type SerialHolder } from '../modules/dock/index.ts';
import { createConnectionNotes, type ConnectionNotes } from '../modules/connection/index.ts';
import type { AuditLog } from '../modules/audit-log/index.ts';
import type { ClientNotice, DenialNotice } from '../platform/mqtt/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Timer } from '../platform/timers.ts';

/** Whatever reports denials of devices, among other things: the embedded broker, or the port that EMQX asks. */
export interface DenialSource {
  /** @returns stops */
  onDenial(hear: (notice: DenialNotice | ClientNotice) => void): () => void;
}

/** Return codes of a sign-in by MQTT 3.1.1. */
const signInFaults = {
  deviceCredentials: { fault: 'wrongPassword', code: 4 },
  deviceIdentifier: { fault: 'identifierTaken', code: 2 },
} as const;

const recordDenial = (connections: ConnectionNotes, dockOID: string, notice: DenialNotice): void => {
  const { denied, protocol = null, tls = null } = notice;
  if (denied !== 'deviceCredentials' && denied !== 'deviceIdentifier') return;
  const { fault, code } = signInFaults[denied];
  connections.denied(dockOID, fault, { protocol, tls }, code);
};

/** Why the broker refused a topic: of a device it may not speak for, one that nobody knows, or kept for later. */
const topicFault = ({ denied, sn, topic = '' }: DenialNotice): UnusableReason => {
  if (denied === 'deviceSubscribe') return 'deniedTopic';
  if (topic.endsWith(' (retained)')) return 'retained';
  const [, product, named] = topic.split('/');
  return product === 'product' && named !== sn ? 'wrongSerial' : 'unknownTopic';
};

/** A message on such a topic ends the connection: the page of the dock says why. */
const recordTopic = (unusable: Unusable, dockOID: string, notice: DenialNotice): void => {
  const { topic, count } = notice;
  if (topic !== undefined) unusable.record(dockOID, topicFault(notice), topic, null, { count });
};

/**
 * A device that came by the secret of a record that waits: its serial number passes to it, or the record says that the
 * device is elsewhere. @returns the organisation of the record
 */
const recordClaim = async (
  { db }: Pick<Runtime, 'db'>,
  connections: ConnectionNotes,
  claim: string,
  notice: DenialNotice,
): Promise<SerialHolder | null> => {
  const { protocol = null, tls = null } = notice;
  const { outcome, holder } = await proveSerial(db, claim);
  if (outcome === 'held')
    connections.denied(claim, 'serialElsewhere', { protocol, tls }, signInFaults.deviceCredentials.code);
  return holder;
};

/** Writes down what was denied to devices at the broker, or to whoever used their names. */
export const auditDenials = (
  { db, log, serverTime }: Pick<Runtime, 'db' | 'log' | 'serverTime'>,
  source: DenialSource | null,
  audit: Pick<AuditLog, 'enqueuePending'>,
): { timers: readonly Timer[]; stop(): Promise<void> } => {
  const connections = createConnectionNotes({ db, log, serverTime }, { name: 'connection.writeDenied' });
  const unusable = createUnusable({ db, log, serverTime }, { name: 'deviceHealth.countDenied' });
  const hear = (notice: DenialNotice | ClientNotice): void => {
    if (!('denied' in notice)) return;
    const { denied, sn, address, topic, count, claim } = notice;
    const judged =
      claim === undefined
        ? dockOfSn(db, sn).then((dock) => {
            if (dock) {
              recordDenial(connections, dock.oid, notice);
              recordTopic(unusable, dock.oid, notice);
            }
            return dock;
          })
        : recordClaim({ db }, connections, claim, notice);
    judged
      .catch(() => null)
      .then((dock) => {
        return audit.enqueuePending({
          groupRoot: dock?.groupRoot ?? null,
          dockOID: dock?.oid ?? null,
          address,
          action: 'device.denied',
          outcome: 'refused',
          detail: { sn, reason: denied, count, ...(topic === undefined ? {} : { topic }) },
        });
      })
      .catch((err: unknown) => log.error({ err }, 'a denial was not written down'));
  };
  const stopHearing = source?.onDenial(hear);
  return {
    timers: source ? [...connections.timers, ...unusable.timers] : [],
    async stop() {
      stopHearing?.();
      await Promise.all([connections.flush(), unusable.flush()]);
    },
  };
};
