import { limits } from '@eyrie/domain';
import type { HealthProbe } from '../../modules/operation/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { relayHeader, type RelayTarget } from './bulk-relay.ts';

/** Asks the other process whether it answers. @throws where it does not in time */
export async function askBulk({ port, secret }: RelayTarget): Promise<void> {
  const signal = AbortSignal.timeout(limits.operation.health.answerWithin);
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
    headers: { [relayHeader]: secret },
    signal,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
}

/** What health says of the process of bulk calls: whether it runs, how fast it answers, and that it ended since it was last asked. */
export function createBulkHealth(
  clock: Pick<Clock, 'mono'>,
  target: () => RelayTarget | null,
  ask: (target: RelayTarget) => Promise<void> = askBulk,
) {
  let since: number | null = null;
  let ended = false;
  return {
    up(): void {
      since = clock.mono();
    },
    down(): void {
      since = null;
      ended = true;
    },
    async measure(): ReturnType<HealthProbe['measure']> {
      const to = target();
      // Nobody goes without: until it runs this process answers in its place.
      if (!to)
        return { state: ended ? 'down' : 'strained', reason: ended ? 'ended' : 'starting', figures: {} };
      const asked = clock.mono();
      await ask(to);
      const now = clock.mono();
      const figures = { answer: Math.round(now - asked), uptime: Math.round(now - (since ?? now)) };
      const again = ended;
      ended = false;
      return again
        ? { state: 'strained', reason: 'restarted', figures }
        : { state: 'fine', reason: null, figures };
    },
  };
}
