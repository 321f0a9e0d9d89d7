import { acksOf, isFinal, progressOf, stateBefore } from './answers.ts';
import { saidAs, type OpenConnection } from './exchange.ts';
import { checkGreeting } from './judge-messages.ts';
import {
  broken,
  kept,
  notChecked,
  sentFor,
  whySkipped,
  type OpenFacts,
  type OpenJudgement,
} from './verdict.ts';
import { motionIn, workSince } from './work.ts';

/** The connection after one. */
const following = ({ connections }: OpenFacts, one: OpenConnection): OpenConnection | undefined =>
  connections[connections.indexOf(one) + 1];

/** States of a connection before its first command. */
const undisturbed = (connection: OpenConnection) => {
  const ordered = connection.ordered[0]?.at ?? Infinity;
  return saidAs([connection], 'state').filter(({ at }) => at <= ordered);
};

const acceptedAt = ({ welcomes }: OpenConnection): number | undefined =>
  welcomes.find(({ welcome }) => welcome.accepted)?.at;

export function checkHelloAgain(facts: OpenFacts): OpenJudgement {
  const cut = facts.connections.filter(({ endedBy }) => endedBy === 'trial');
  if (cut.length === 0) return notChecked('the connection was not cut');
  for (const connection of cut) {
    const next = following(facts, connection);
    if (!next) return broken('it did not come back in time');
    const greeting = checkGreeting(next);
    if (greeting.result !== 'ok') return greeting;
  }
  return kept(`it came back ${cut.length} times, each time with a hello`);
}

export function checkNothingResumed(facts: OpenFacts): OpenJudgement {
  const sent = sentFor(facts, 'broken')[0];
  if (!sent) return notChecked(whySkipped(facts, 'broken'));
  const { id, name } = sent.order.command;
  const next = following(facts, sent.connection);
  const from = next && acceptedAt(next);
  if (!next || from === undefined) return notChecked('it did not come back in time');
  const resumed = saidAs([next], 'progress').find(({ body }) => body.id === id && body.state === 'running');
  if (resumed) return broken(`${name} goes on after the cut`, resumed.text);
  const states = undisturbed(next).filter(({ at }) => at > from);
  const moving = states.find(({ body }) => motionIn(body) !== null);
  if (moving) return broken(`it moves after the cut: ${motionIn(moving.body)}`, moving.text);
  const ack = acksOf(facts, id)[0];
  if (ack?.body.result !== 'accepted') return notChecked(`${name} was not accepted before the cut`);
  const ended = progressOf(facts, id).find(({ at, body }) => at < sent.connection.to && isFinal(body));
  if (ended) return notChecked(`${name} had ended before the cut`);
  if (states.length === 0) return notChecked('no state came after the cut');
  return kept(`${name} was broken off and the device rests`);
}

export function checkRefusedWelcome(facts: OpenFacts): OpenJudgement {
  const sent = sentFor(facts, 'refusedWelcome')[0];
  if (!sent) return notChecked(whySkipped(facts, 'refusedWelcome'));
  const { connection, order } = sent;
  const { id, name } = order.command;
  const accepted = acksOf(facts, id).find(({ body }) => body.result === 'accepted');
  if (accepted) return broken(`${name} was accepted`, accepted.text);
  const progress = progressOf(facts, id)[0];
  if (progress) return broken(`${name} was carried out`, progress.text);
  const previous = facts.connections[facts.connections.indexOf(connection) - 1];
  const next = following(facts, connection);
  const meanwhile = saidAs([connection], 'state').filter(({ at }) => at > order.at);
  const later = [...meanwhile, ...(next ? undisturbed(next) : [])];
  const work = workSince(
    previous && stateBefore(previous, Infinity),
    later.map(({ body }) => body),
  );
  if (work !== null) return broken(`something was carried out: ${work}`, later.at(-1)?.text);
  if (acksOf(facts, id).length > 0) return kept(`${name} was rejected`);
  // Nobody who is silent shows that nothing moved; the states of the next connection do.
  if (later.length === 0) return notChecked('no state came to show that nothing was carried out');
  return kept(`${name} left no trace in the states that followed`);
}
