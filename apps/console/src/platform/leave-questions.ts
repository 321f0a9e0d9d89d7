/** A place in the router: `search` with its question mark, or empty. */
export interface Whereto {
  pathname: string;
  search: string;
}

/** What would be lost by leaving a page, and how it is asked about. */
export interface LeaveQuestion {
  /** Address path of the page. */
  path: string;
  /** What it is about: of several about one thing one is asked, and answers for all. */
  about: string;
  ask: () => Promise<boolean>;
  /** Whether another address still shows what is held. */
  stays: (next: Whereto) => boolean;
}

/** Questions of pages that are not left without asking. A page may hold several things at once. */
export const createLeaveQuestions = () => {
  const questions = new Set<LeaveQuestion>();
  const of = (path: string): LeaveQuestion[] => [...questions].filter((one) => one.path === path);
  return {
    /** @returns takes it away again */
    add: (question: LeaveQuestion): (() => void) => {
      questions.add(question);
      return () => void questions.delete(question);
    },
    /** Whether something is held that another address does not show; `path` missing: of whichever page holds something. */
    holds: (next: Whereto, path?: string): boolean =>
      (path === undefined ? [...questions] : of(path)).some(({ stays }) => !stays(next)),
    /** The page that holds something; null: none. */
    path: (): string | null => [...questions][0]?.path ?? null,
    /** True when a page may be left: nothing would be lost, or the member agreed to all of it. Agreed once, it is not asked again. */
    mayLeave: async (path: string): Promise<boolean> => {
      const held = of(path);
      const asked = new Map(held.map((one) => [one.about, one]));
      for (const question of asked.values()) {
        // What was saved while another question stood open is no longer asked about.
        if (questions.has(question) && !(await question.ask())) return false;
      }
      for (const question of held) questions.delete(question);
      return true;
    },
  };
};
