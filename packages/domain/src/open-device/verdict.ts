import type { OpenConnection, OpenExchange, OpenOrdered, OpenTrial } from './exchange.ts';
import type { OpenHello } from './open-device.ts';

/** What is known of a trial by those who judge it. */
export interface OpenFacts {
  exchange: OpenExchange;
  connections: readonly OpenConnection[];
  hello: OpenHello | undefined;
}

/** How a rule was kept, why this is thought, and the message that shows it. */
export interface OpenJudgement {
  result: 'ok' | 'failed' | 'notChecked';
  reason: string;
  message?: string | undefined;
}

export const kept = (reason: string): OpenJudgement => ({ result: 'ok', reason });
export const broken = (reason: string, message?: string): OpenJudgement => ({
  result: 'failed',
  reason,
  message,
});
export const notChecked = (reason: string): OpenJudgement => ({ result: 'notChecked', reason });

/** The commands of one trial, with the connection that they were sent in. */
export const sentFor = (
  { connections }: OpenFacts,
  trial: OpenTrial,
): { connection: OpenConnection; order: OpenOrdered }[] =>
  connections.flatMap((connection) =>
    connection.ordered.filter((order) => order.trial === trial).map((order) => ({ connection, order })),
  );

/** Why a trial was not made. */
export const whySkipped = ({ exchange }: OpenFacts, trial: OpenTrial): string => {
  const skipped = exchange.entries.find((entry) => entry.kind === 'skipped' && entry.trial === trial);
  return skipped?.kind === 'skipped' ? skipped.why : 'the trial did not come so far';
};

export const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
