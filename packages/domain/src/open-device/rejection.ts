import { refusalStatus, type RefusalReason } from '../envelope.ts';
import type { OpenAck, OpenRejection } from './open-device.ts';

/** Why a device of the open contract rejects an order, as people are told it. */
const reasons: Readonly<Record<OpenRejection, RefusalReason>> = {
  expired: 'deviceExpired',
  unknownCommand: 'deviceUnknownCommand',
  invalidArguments: 'deviceInvalidArguments',
  busy: 'deviceBusy',
  unsafe: 'deviceUnsafe',
  notAble: 'deviceNotAble',
  fault: 'deviceFault',
};

/** The answer of a device to an order, as the command record takes it. */
export const openAnswer = ({ result, reason = 'notAble', text }: OpenAck) =>
  result === 'accepted'
    ? { accepted: true, result: 0 }
    : { accepted: false, result: refusalStatus[reasons[reason]], reason: reasons[reason], text };
