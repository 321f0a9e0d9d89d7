import { connectionEnd, saidAs, type OpenConnection, type OpenOrdered, type OpenSaid } from './exchange.ts';
import type { OpenAck, OpenProgress, OpenState } from './open-device.ts';
import type { OpenFacts } from './verdict.ts';

const finalStates: readonly OpenProgress['state'][] = ['done', 'failed', 'cancelled'];
export const isFinal = ({ state }: OpenProgress): boolean => finalStates.includes(state);

type Fitting<K extends 'ack' | 'progress' | 'state', B> = OpenSaid<K> & { body: B };

/** Acknowledgements of a command, in whichever connection they came. */
export const acksOf = ({ connections }: OpenFacts, id: string): Fitting<'ack', OpenAck>[] =>
  saidAs(connections, 'ack').filter(({ body }) => body.id === id);

export const progressOf = ({ connections }: OpenFacts, id: string): Fitting<'progress', OpenProgress>[] =>
  saidAs(connections, 'progress').filter(({ body }) => body.id === id);

/** The last state before a moment of a connection. */
export const stateBefore = (connection: OpenConnection, moment: number): OpenState | undefined =>
  saidAs([connection], 'state').findLast(({ at }) => at <= moment)?.body;

/** States from a command on, until the next one or the end of its connection. */
export function statesAfter(
  { exchange }: OpenFacts,
  connection: OpenConnection,
  order: OpenOrdered,
): Fitting<'state', OpenState>[] {
  const next = connection.ordered[connection.ordered.indexOf(order) + 1];
  const until = next?.at ?? connectionEnd(exchange, connection);
  return saidAs([connection], 'state').filter(({ at }) => at > order.at && at <= until);
}
