import { CallRefused } from '@eyrie/client';
import type { RequestOf, RunConflict, taskCalls } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useRunConflicts } from './task.queries.ts';

type Moved = RequestOf<typeof taskCalls.runConflicts>;

export interface Verdict {
  /** A time is chosen. */
  chosen: boolean;
  /** Undefined: it is not known yet. */
  found: readonly RunConflict[] | undefined;
  /** Why nothing could be found out. */
  refused: string | null;
  mayMove: boolean;
}

/** What the server says of a run at another time. */
export const useVerdict = (moved: Moved | null): Verdict => {
  const { data, error } = useRunConflicts(moved);
  const found = error ? undefined : data?.list;
  const mayMove = moved !== null && found !== undefined && !found.some(({ forbids }) => forbids);
  const refused = error instanceof CallRefused ? error.message : error ? String(error) : null;
  return { chosen: moved !== null, found, refused, mayMove };
};

/** Conflicts of a run at another time, and what forbids it. */
export function RunVerdict({ verdict }: { verdict: Verdict }): ReactNode {
  const text = useText();
  const { chosen, found, refused } = verdict;
  if (!chosen) return null;
  return (
    <div className="task-verdict" role="status">
      {refused ? (
        <StateSymbol state="alarm" word={refused} />
      ) : found === undefined ? (
        text('task.checking')
      ) : found.length === 0 ? (
        text('task.noConflicts')
      ) : (
        <ul aria-label={text('task.conflicts')}>
          {found.map(({ kind, forbids, message }) => (
            <li key={`${kind} ${message}`}>
              <StateSymbol state={forbids ? 'alarm' : 'attention'} word={message} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
