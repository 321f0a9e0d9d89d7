import { acksOf, isFinal, progressOf, stateBefore, statesAfter } from './answers.ts';
import { connectionEnd, type OpenConnection, type OpenOrdered, type OpenTrial } from './exchange.ts';
import { openDeviceLimits, type OpenAck, type OpenRejection } from './open-device.ts';
import {
  broken,
  inSeconds,
  kept,
  notChecked,
  sentFor,
  whySkipped,
  type OpenFacts,
  type OpenJudgement,
} from './verdict.ts';
import { motionIn, workSince } from './work.ts';

const unanswered = notChecked('the command was not answered, which ackWithin judges');
const namely = ({ result, reason }: OpenAck): string =>
  reason === undefined ? result : `${result} as ${reason}`;

/** Acknowledgements that one connection is to send: the device was welcome, and the connection lasted. */
const due = (facts: OpenFacts, connection: OpenConnection): OpenOrdered[] =>
  connection.welcomes.some(({ welcome }) => welcome.accepted)
    ? connection.ordered.filter(
        ({ at, command }) =>
          acksOf(facts, command.id).length > 0 ||
          connectionEnd(facts.exchange, connection) - at >= openDeviceLimits.ackWithin,
      )
    : [];

export function checkAckWithin(facts: OpenFacts): OpenJudgement {
  const orders = facts.connections.flatMap((connection) => due(facts, connection));
  const seen = new Map<string, number>();
  let slowest = 0;
  for (const { at, command } of orders) {
    // A command that was sent again is to be answered again.
    const nth = seen.get(command.id) ?? 0;
    seen.set(command.id, nth + 1);
    const ack = acksOf(facts, command.id)[nth];
    if (!ack) return broken(`${command.name} was not answered`, JSON.stringify(command));
    const took = ack.at - at;
    if (took > openDeviceLimits.ackWithin)
      return broken(`${command.name} was answered after ${inSeconds(took)}`, ack.text);
    slowest = Math.max(slowest, took);
  }
  if (orders.length === 0) return notChecked('no command was sent');
  return kept(`${orders.length} commands were answered, the slowest after ${inSeconds(slowest)}`);
}

/** A command that must be rejected for one of these reasons, and must leave the device at rest. */
function checkRefusal(facts: OpenFacts, trial: OpenTrial, reasons: readonly OpenRejection[]): OpenJudgement {
  const sent = sentFor(facts, trial)[0];
  if (!sent) return notChecked(whySkipped(facts, trial));
  const { connection, order } = sent;
  const { id } = order.command;
  const carriedOut = progressOf(facts, id).find(({ body }) => body.state !== 'cancelled');
  if (carriedOut) return broken('it was carried out', carriedOut.text);
  const ack = acksOf(facts, id)[0];
  if (ack?.body.result === 'accepted') return broken('it was accepted', ack.text);
  const states = statesAfter(facts, connection, order);
  const work = workSince(
    stateBefore(connection, order.at),
    states.map(({ body }) => body),
  );
  if (work !== null) return broken(`something was carried out: ${work}`, states.at(-1)?.text);
  if (!ack) return unanswered;
  if (!ack.body.reason || !reasons.includes(ack.body.reason))
    return broken(`it was ${namely(ack.body)}, not as ${reasons.join(' or ')}`, ack.text);
  if (states.length === 0) return notChecked('it was rejected, but no state came to show that it rests');
  return kept(`it was ${namely(ack.body)}, and the device rests`);
}

export const checkExpired = (facts: OpenFacts): OpenJudgement => checkRefusal(facts, 'expired', ['expired']);
export const checkUnknownCommand = (facts: OpenFacts): OpenJudgement =>
  checkRefusal(facts, 'unknownCommand', ['unknownCommand']);
export const checkInvalidArguments = (facts: OpenFacts): OpenJudgement =>
  checkRefusal(facts, 'invalidArguments', ['invalidArguments']);
export const checkOwnCommands = (facts: OpenFacts): OpenJudgement =>
  checkRefusal(facts, 'ownCommands', ['unknownCommand', 'notAble']);

/** A device that looks at no expiry cannot show by which clock it does. */
export const checkServerTime = (facts: OpenFacts): OpenJudgement =>
  checkExpired(facts).result === 'failed'
    ? notChecked('it does not look at the expiry of a command at all')
    : checkRefusal(facts, 'serverTime', ['expired']);

export function checkOnce(facts: OpenFacts): OpenJudgement {
  const sent = sentFor(facts, 'once');
  const last = sent.at(-1);
  if (!last || sent.length < 2) return notChecked(whySkipped(facts, 'once'));
  const { id } = last.order.command;
  const acks = acksOf(facts, id);
  const first = acks[0];
  if (!first) return unanswered;
  if (first.body.result === 'rejected')
    return notChecked(`it was ${namely(first.body)}, so that nothing could come twice`);
  const other = acks.find(({ body }) => namely(body) !== namely(first.body));
  if (other) return broken(`it was ${namely(first.body)} and then ${namely(other.body)}`, other.text);
  if (acks.length < sent.length) return broken('it was not answered when it came again');
  const progress = progressOf(facts, id);
  const end = progress.findIndex(({ body }) => isFinal(body));
  if (end < 0) return notChecked('it did not end in time');
  const more = progress[end + 1];
  if (more) return broken('it was carried out once more', more.text);
  // What was said before the end shows the first time.
  const ended = Math.max(last.order.at, progress[end]?.at ?? 0);
  const states = statesAfter(facts, last.connection, last.order).filter(({ at }) => at > ended);
  const rest = states.map(({ body }) => body);
  const work = workSince(rest[0], rest);
  if (work !== null) return broken(`it was carried out once more: ${work}`, states.at(-1)?.text);
  if (states.length === 0) return notChecked('no state came to show that it rests');
  return kept(`it came ${sent.length} times, was answered the same and carried out once`);
}

export function checkFinalState(facts: OpenFacts): OpenJudgement {
  const sent = sentFor(facts, 'finalState')[0];
  if (!sent) return notChecked(whySkipped(facts, 'finalState'));
  const { id, name } = sent.order.command;
  const ack = acksOf(facts, id)[0];
  if (!ack) return unanswered;
  if (ack.body.result === 'rejected') return notChecked(`${name} was ${namely(ack.body)}`);
  const progress = progressOf(facts, id);
  const end = progress.findIndex(({ body }) => isFinal(body));
  if (end < 0) return broken(`${name} came to no final state in time`, progress.at(-1)?.text);
  const more = progress[end + 1];
  if (more) return broken(`${name} went on after its final state`, more.text);
  return kept(`${name} ended once, in ${progress[end]?.body.state}`);
}

/** What a stop must have done, some seconds after it was sent. */
function checkStopped(facts: OpenFacts, stop: OpenOrdered, connection: OpenConnection): OpenJudgement {
  const ack = acksOf(facts, stop.command.id)[0];
  if (ack?.body.result === 'rejected') return broken(`stop was ${namely(ack.body)}`, ack.text);
  const rested = statesAfter(facts, connection, stop).findLast(
    ({ at }) => at - stop.at <= openDeviceLimits.ackWithin + openDeviceLimits.heartbeat,
  );
  if (!rested) return notChecked('no state came to show that it rests');
  const motion = motionIn(rested.body);
  if (motion !== null) return broken(`it does not stand still: ${motion}`, rested.text);
  return ack ? kept('it stands still') : unanswered;
}

export function checkStop(facts: OpenFacts): OpenJudgement {
  const moved = sentFor(facts, 'stopped')[0];
  const stop = sentFor(facts, 'stop')[0];
  if (!moved || !stop) return notChecked(whySkipped(facts, moved ? 'stop' : 'stopped'));
  const { id, name } = moved.order.command;
  const end = progressOf(facts, id).find(({ body }) => isFinal(body));
  if (end && end.at < stop.order.at) return notChecked(`${name} had ended before the stop came`);
  const stopped = checkStopped(facts, stop.order, stop.connection);
  if (stopped.result !== 'ok') return stopped;
  if (!end) return broken(`${name} came to no final state after the stop`);
  if (end.body.state !== 'cancelled') return broken(`${name} ended as ${end.body.state}`, end.text);
  const took = end.at - stop.order.at;
  if (took > openDeviceLimits.ackWithin)
    return broken(`${name} was cancelled ${inSeconds(took)} after the stop`, end.text);
  return kept(`${name} was cancelled after ${inSeconds(took)}, and the device stands still`);
}
