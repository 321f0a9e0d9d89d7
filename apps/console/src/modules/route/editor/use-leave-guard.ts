import { useConfirm } from '@eyrie/ui';
import { useLocation, useSearchParams } from 'react-router';
import { mayLeave, useAskBeforeLeaving, type Whereto } from '../../../platform/leaving.ts';
import { useText } from '../../../platform/text.tsx';
import type { Editor } from './use-editor.ts';

/** What in the address says which route is drawn. */
const route = ['plan', 'kind', 'template', 'view', 'dock', 'move'] as const;

const sameRoute = (now: URLSearchParams, { search }: Whereto): boolean => {
  const next = new URLSearchParams(search);
  return route.every((name) => now.get(name) === next.get(name));
};

/**
 * Asks before an editor with something unsaved is left. Nothing is lost by it: what was drawn is kept as a draft first, and the
 * question says so. Returns the way back.
 */
export const useLeaveGuard = (editor: Editor, onBack: () => void): (() => void) => {
  const text = useText();
  const confirm = useConfirm();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const ask = async (signal: AbortSignal): Promise<boolean> => {
    const kept = await editor.live.keepDraft();
    if (kept === 'ended') return true;
    return confirm({
      title: text('planner.leaveTitle'),
      content: text(kept === 'kept' ? 'planner.leaveKept' : 'planner.leaveLost'),
      verb: text('planner.leave'),
      danger: kept === 'lost',
      signal,
    });
  };
  // The address follows the oid under which a new route is stored.
  const own = ({ search }: Whereto): boolean => {
    const { oid } = editor.live.start;
    return oid !== null && new URLSearchParams(search).get('plan') === oid;
  };
  useAskBeforeLeaving(editor.unsaved, ask, (next) => sameRoute(query, next) || own(next));
  return () =>
    void mayLeave(pathname).then((agreed) => {
      if (agreed) onBack();
    });
};
