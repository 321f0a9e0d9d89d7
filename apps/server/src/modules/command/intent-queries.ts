import { limits } from '@eyrie/domain';
import type { EmergencyIntent, IntentClaims } from './intent-claims.ts';
import type { IntentChannel } from './intent-channel.ts';

/** The questions of this server that are not answered yet. */
export const createIntentQueries = (
  channel: Pick<IntentChannel, 'ask'>,
  claims: Pick<IntentClaims, 'lost'>,
) => {
  const open = new Map<string, { decide(free: boolean): void; yield(): void }>();
  return {
    find: (id: string): { decide(free: boolean): void; yield(): void } | undefined => open.get(id),
    /** True when this server may send. Silence means yes, unless a server that asks too has the lower name. */
    async ask(id: string, intent: EmergencyIntent): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined;
      let mine = true;
      const verdict = new Promise<boolean>((resolve) => {
        // The answer of a gateway outweighs that of a server that asks too, and may come after it.
        open.set(id, { decide: resolve, yield: () => (mine = false) });
        timer = setTimeout(() => resolve(mine), limits.command.intentAnswerTimeout);
      });
      try {
        await channel.ask(id, intent);
        const won = await verdict;
        if (!won) claims.lost(id);
        return won;
      } finally {
        clearTimeout(timer);
        open.delete(id);
      }
    },
  };
};
