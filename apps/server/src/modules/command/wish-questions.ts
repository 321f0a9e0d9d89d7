import { limits } from '@eyrie/domain';
import type { Wish, WishClaims } from './wish-claims.ts';
import type { WishLine } from './wish-line.ts';

/** What this server asks the others about at the moment. */
export const createWishQuestions = (line: Pick<WishLine, 'ask'>, claims: Pick<WishClaims, 'lost'>) => {
  const open = new Map<string, { decide(free: boolean): void; yield(): void }>();
  return {
    about: (id: string): { decide(free: boolean): void; yield(): void } | undefined => open.get(id),
    /** True when the wish is this server's. Silence means yes, unless another that asks too comes first. */
    async ask(id: string, wish: Wish): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined;
      let mine = true;
      const verdict = new Promise<boolean>((resolve) => {
        // A gateway's word may still come after that of another that asks.
        open.set(id, { decide: resolve, yield: () => (mine = false) });
        timer = setTimeout(() => resolve(mine), limits.command.wishAnswer);
      });
      try {
        await line.ask(id, wish);
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
